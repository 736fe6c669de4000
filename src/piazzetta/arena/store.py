"""Finished games on disk: an append-only file, so that an interruption loses nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from piazzetta.arena.lines import FIELD, job_of
from piazzetta.errors import BadInput
from piazzetta.kernel import cache_folder

GAMES = "games.jsonl"
HEAD = "arena.json"
_LINE = msgspec.json.Decoder()


class Store:
    """The games of one arena. Without a folder they are kept only in memory.

    ``head`` must be identical for games to be counted together. ``entries`` may grow: finished games stay, and only the
    missing ones are played.
    """

    def __init__(self, folder: Path | None, head: Mapping[str, Any], entries: Mapping[str, Any]) -> None:
        self.folder = folder
        self.lines: list[dict[str, Any]] = []
        self._path: Path | None = None
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / GAMES
        self._check_head(folder / HEAD, head, entries)
        self._read(self._path)

    def _check_head(self, path: Path, head: Mapping[str, Any], entries: Mapping[str, Any]) -> None:
        # which rules and bots played: games of changed ones do not count together
        now = {"format": "piazzetta-arena/1", "code": cache_folder().name, **json.loads(json.dumps(head))}
        known: dict[str, Any] = {}
        if path.exists():
            try:
                then = json.loads(path.read_bytes())
                known = dict(then.pop("entries"))
            except (ValueError, KeyError, TypeError, AttributeError):
                raise BadInput(f"{path} is not the head of an arena; name another folder") from None
            for key in sorted(now.keys() | then.keys()):
                if now.get(key) != then.get(key):
                    raise BadInput(f"{path.parent} holds games {_difference(key)}; name another folder for --out")
            for name, entry in entries.items():
                if known.setdefault(name, entry) != entry:
                    raise BadInput(f"{path.parent} holds games in which {name!r} was another bot; name another folder")
        elif (path.parent / GAMES).exists():
            raise BadInput(f"{path.parent} has a {GAMES} but no {HEAD}; name another folder for --out")
        path.write_text(json.dumps(now | {"entries": known | dict(entries)}) + "\n", encoding="utf-8")

    def _read(self, path: Path) -> None:
        """Read the games finished before. Cuts off a last line that an interruption left incomplete."""
        if not path.exists():
            return
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            with path.open("r+b") as file:
                file.truncate(whole)
        self.lines = read_games(path.parent)

    def append(self, line: dict[str, Any]) -> None:
        """Store a finished game, in one write that leaves this process before the game counts."""
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(line) + b"\n")
        self.lines.append(line)


def read_games(folder: Path) -> list[dict[str, Any]]:
    """The finished games in an arena's folder; a last line that an interruption left incomplete does not count."""
    path = folder / GAMES
    data = path.read_bytes() if path.exists() else b""
    lines = []
    for number, text in enumerate(data[: data.rfind(b"\n") + 1].splitlines(), start=1):
        try:
            line = _LINE.decode(text)
            job_of(line)
        except (msgspec.DecodeError, KeyError, TypeError) as error:
            raise BadInput(f"{path}, line {number} is not a game of an arena: {error}") from None
        lines.append(line)
    return lines


def _difference(key: str) -> str:
    words = {
        "code": "that were played by another version of rules and bots",
        "setting": "of another game, number of players or rules",
        "seed": "of another seed",
    }
    return words.get(key, f"with another {key}")


def sort_key(line: Mapping[str, Any]) -> tuple[int, int, list[str]]:
    """The order of the schedule, whichever game finished first."""
    own = line[FIELD]
    return own.get("setting", 0), own["block"], own["bots"]
