"""The pieces of pictures are those of the page."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

pytestmark = pytest.mark.interpreted_only
SCRIPT = Path(__file__).parents[2] / "scripts" / "pieces.py"


def test_pictures_show_the_pages_pieces() -> None:
    script = runpy.run_path(str(SCRIPT))
    assert script["OUT"].read_text("utf-8") == script["pieces"](), "python scripts/pieces.py writes them anew"
