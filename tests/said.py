"""Everything the engine says, collected from played games: the page's tests say each piece in five languages.

``python -m tests.said`` rewrites ``web/fixtures/said.json``; ``tests/words/test_words.py`` checks it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import piazzetta
from piazzetta.games.base import OPEN, Event
from piazzetta.match.match import Match
from tests.portobello.test_refusals import CASES

FILE = Path(__file__).parent.parent / "web" / "fixtures" / "said.json"
#: What a few random games do not reach.
RARE: dict[str, list[Event]] = {
    "portobello": [
        Event("lord_in_hand", {"seat": 2}),
        Event("client_housed", {"client": "nobody", "square": "A"}),
        Event("game_over", {"scores": [7, 7, 0, 3], "winners": [0, 1], "clause": "9.2"}),
    ],
    "viaggiatore": [
        Event("all_bluffed", {"seat": 1}),
        Event("nobody_won", {}),
        Event("tie_lost", {"value": 2, "seats": [1, 2], "active_stays": True}),
        Event("game_over", {"scores": [1, 1, 0], "winners": [0, 1], "reason": "stalled", "clause": "7.2"}),
    ],
}
SETTINGS: list[tuple[str, int, str, dict[str, object]]] = [
    ("portobello", 4, "de", {}),
    ("portobello", 3, "it", {"clients": "queue"}),
    ("portobello", 2, "es", {"clients": "house"}),
    ("viaggiatore", 3, "it", {}),
    ("viaggiatore", 2, "it", {}),
]


def _shape(event: Event) -> str:
    """Events of one shape need the same words: the key, the parameters, and whatever the wording depends on."""
    parts = [event.key]
    for name, value in sorted(event.params.items()):
        if isinstance(value, bool) or name in {"client", "clause", "reason"}:
            parts.append(f"{name}={value}")
        elif name in {"receivers", "winners", "seats", "toll", "actions", "total", "steps"}:
            parts.append(f"{name}={min(len(value) if isinstance(value, list) else value, 2)}")
        else:
            parts.append(name)
    return " ".join(parts)


def _games() -> Iterator[Match]:
    for number, (name, players, edition, rules) in enumerate(SETTINGS):
        match = piazzetta.game(name, players=players, edition=edition, rules=rules).start(seed=number)
        rng = random.Random(number)
        yield match
        while not match.over:
            match.play(rng.choice(match.legal_moves.actions))
            yield match


def gather() -> dict[str, Any]:
    """One event, remark, refusal and move of each kind, with the engine's English text."""
    found: dict[str, dict[str, dict[str, Any]]] = {kind: {} for kind in ("events", "notes", "refusals", "moves")}

    def keep(kind: str, game: str, event: Event, said: str) -> None:
        piece = {"game": game, "key": event.key, "params": event.params, "said": said}
        found[kind].setdefault(f"{game} {_shape(event)}", piece)

    for match in _games():
        game, components = match.setting.game, match.setting.components
        for viewer in (0, OPEN) if match.over else ():
            for event in match.events(viewer):
                keep("events", game.name, event, game.say(components, event))
        for move in match.legal_moves:
            verb = f"{game.name} {move.split()[0]}"
            if verb in found["moves"] and len(match.log) % 20:
                continue
            found["moves"].setdefault(verb, {"game": game.name, "move": move})
            preview = match.preview(move)
            for remark, note in zip(preview.remarks, preview.notes, strict=True):
                keep("notes", game.name, remark, note)
        if len(match.log) % 60 == 5:
            for action in range(0, match.setting.action_count, 5):
                if (refusal := match.why_not(action)) is not None:
                    keep("refusals", game.name, Event(refusal.key, refusal.params), str(refusal))
    for name, events in RARE.items():
        game = piazzetta.game(name).game
        for event in events:
            keep("events", name, event, game.say(game.default_components(), event))
    for build, move, _ in CASES.values():
        refusal = build().why_not(move)
        assert refusal is not None
        keep("refusals", "portobello", Event(refusal.key, refusal.params), str(refusal))
    return {kind: [pieces[shape] for shape in sorted(pieces)] for kind, pieces in found.items()}


def text() -> str:
    """One piece per line, for readable diffs."""
    kinds = [
        f' "{kind}": [\n' + ",\n".join(f"  {json.dumps(piece)}" for piece in pieces) + "\n ]"
        for kind, pieces in gather().items()
    ]
    return "{\n" + ",\n".join(kinds) + "\n}\n"


if __name__ == "__main__":
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(text(), encoding="utf-8")
