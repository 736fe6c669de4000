"""Whole games of every game, edition and number of players match the stored transcripts, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from piazzetta import Setting
from piazzetta.kernel import INTERPRETED
from tests.playthrough import FOLDER, transcript, wanted
from tests.tiers import tier

PAIRS = list(wanted())[:: tier(3, 1) if INTERPRETED else 1]


@pytest.mark.parametrize(("path", "setting"), [pytest.param(*pair, id=pair[0].stem) for pair in PAIRS])
def test_playthrough(path: Path, setting: Setting) -> None:
    assert path.exists(), f"{path.name} is missing: python -m tests.playthrough writes it"
    expected = path.read_text(encoding="utf-8").splitlines()
    for number, (line, should) in enumerate(zip(transcript(setting), expected, strict=True)):
        assert line == should, f"line {number + 1} of {path.name}"


def test_no_playthrough_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {path.name for path, _ in wanted()}
