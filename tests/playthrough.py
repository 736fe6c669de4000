"""Readable transcripts of whole games, one for each game, edition and number of players.

``python -m tests.playthrough`` rewrites them: run it after an intended change of rules, and read the diff.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import piazzetta
from piazzetta import SPECTATOR, Match, Setting
from piazzetta.batch.playout import random_game
from tests.settings import editions

FOLDER = Path(__file__).parent / "playthroughs"
VARIANTS = (("portobello", "de", {"clients": "queue"}), ("portobello", "es", {"clients": "house"}))


def wanted() -> Iterator[tuple[Path, Setting]]:
    """The expected files, and the setting of each."""
    for name, edition, players in editions():
        yield FOLDER / f"{name}-{edition}-{players}.txt", piazzetta.game(name, edition=edition, players=players)
    for name, edition, rules in VARIANTS:
        setting = piazzetta.game(name, edition=edition, players=3, rules=rules)
        yield FOLDER / f"{name}-{edition}-3-{'-'.join(rules.values())}.txt", setting


def transcript(setting: Setting) -> Iterator[str]:
    """Game 0 of seed 1 of random play, one line per move: who, what, out of how many choices, what happened."""
    yield repr(setting)
    yield " ".join(f"{key}={value}" for key, value in setting.rules.items())
    match = Match(setting)
    for number, (seat, action) in enumerate(random_game(setting, seed=1, number=0)):
        choices = len(match.legal_moves)
        match.play(action)
        happened = " ".join(setting.game.say(setting.components, event) for event in match.events_of(number, SPECTATOR))
        who = "chance" if seat < 0 else f"seat {seat}"
        scores = " ".join(str(score) for score in match.scores)
        yield f"{number:4} {who:6} {setting.text(action):<16} of {choices:2}  [{scores}]  {happened}".rstrip()
    yield f"winners: {match.winners}"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for path, setting in wanted():
        path.write_text("\n".join(transcript(setting)) + "\n", encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
