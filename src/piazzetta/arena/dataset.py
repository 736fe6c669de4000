"""A data set of many games between bots, as tables: parallel, resumable, and the same games for the same plan.

Games are stored in parts. What is finished of the part under way stands in a file of records, so that an interruption
loses no game.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec

from piazzetta.arena.entries import Entry, seed_of
from piazzetta.arena.lines import FIELD
from piazzetta.arena.play import Place, Progress, Task, silent
from piazzetta.arena.players import SeatedBots
from piazzetta.bots.named import bot_digest, check_bot, is_file
from piazzetta.errors import BadInput
from piazzetta.frames.files import records_in
from piazzetta.frames.parquet import arrow, file_of, write
from piazzetta.games.registry import find_game
from piazzetta.kernel import cache_folder
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting, game

#: Games in one part.
PART = 500
HEAD = "dataset.json"
_UNDER_WAY = "unfinished.jsonl"
_OTHERS = {"code": "rules and bots of another version", "networks": "other networks under these names"}


@dataclass(frozen=True)
class DatasetPlan:
    """Which games a data set holds. Everything about game *n* follows from the plan and *n*."""

    name: str
    games: int
    bots: tuple[str, ...]  # drawn for each seat; a name given twice is drawn twice as often
    players: tuple[int, ...]
    editions: tuple[str, ...]
    seed: int = 0

    def __post_init__(self) -> None:
        found = find_game(self.name)
        if self.games < 1:
            raise BadInput(f"games must be at least 1, not {self.games}")
        for bot in self.bots:
            check_bot(bot, found)
        for edition in self.editions:
            if edition not in found.editions:
                raise BadInput(f"unknown edition {edition!r}; choose from {', '.join(found.editions)}")
        for number in self.players:
            if number not in found.seats:
                raise BadInput(f"{found.title} is for {found.seats[0]} to {found.seats[-1]} players, not {number}")

    def settings(self) -> list[Setting]:
        """Every number of players by every edition."""
        return [
            game(self.name, players=players, edition=edition) for players in self.players for edition in self.editions
        ]

    def lineup(self, number: int, players: int) -> list[str]:
        """The bot of each seat in game ``number``."""
        draw = random.Random(seed_of(self.seed, "line-up", number))
        return [draw.choice(self.bots) for _ in range(players)]

    def tasks(self, first: int) -> Iterator[Task]:
        """The games from ``first`` on."""
        settings = self.settings()
        for number in range(first, self.games):
            setting = settings[number % len(settings)]
            entries = [
                Entry(bot, bot, "network" if is_file(bot) else "level") for bot in self.lineup(number, setting.players)
            ]
            yield Task(setting, SeatedBots(entries), number, 1, self.seed, number)

    def key(self, number: int) -> str:
        """What game ``number`` is called in the tables."""
        return f"{self.name}-{self.seed}-{number:06}"


class DataSet:
    """A folder with the games of a plan that were played so far."""

    def __init__(self, folder: Path, plan: DatasetPlan) -> None:
        arrow()  # before anything is played
        self.folder, self.plan = folder, plan
        folder.mkdir(parents=True, exist_ok=True)
        self._check_head()
        self._under_way = folder / _UNDER_WAY
        self.parts = self._whole_parts()
        self._left = self._read_under_way()
        self._close_if_whole()  # interrupted just before

    @property
    def done(self) -> int:
        """How many games are stored."""
        return min(self.plan.games, self.parts * PART) + len(self._left)

    def _check_head(self) -> None:
        """Refuse a folder with games of another plan, or by other rules and bots. More games of the same may follow."""
        path = self.folder / HEAD
        now = {
            "format": "piazzetta-dataset/1",
            "code": cache_folder().name,
            **json.loads(json.dumps(asdict(self.plan))),
        }
        if networks := {bot: bot_digest(bot) for bot in self.plan.bots if is_file(bot)}:
            now["networks"] = networks
        if path.exists():
            try:
                then = json.loads(path.read_bytes())
                games = int(then["games"])
            except (ValueError, KeyError, TypeError):
                raise BadInput(f"{path} is not the head of a data set; name another folder") from None
            for key in now:
                if key != "games" and then.get(key) != now[key]:
                    what = _OTHERS.get(key, f"another {key}")
                    raise BadInput(f"{self.folder} holds games with {what}; name another folder")
            if games > self.plan.games or (games < self.plan.games and games % PART and self._finished(games)):
                raise BadInput(
                    f"{self.folder} holds {games} games, to which none can be added: only to a multiple of {PART}"
                )
        elif any(self.folder.iterdir()):
            raise BadInput(f"{self.folder} has other files in it; name an empty folder")
        path.write_text(json.dumps(now) + "\n", encoding="utf-8")

    def _finished(self, games: int) -> bool:
        return self._file("games", (games - 1) // PART).exists()

    def _file(self, table: str, part: int) -> Path:
        return self.folder / table / f"part-{part:05}.parquet"

    def _whole_parts(self) -> int:
        part = 0
        while self._file("games", part).exists():  # the last table of a part that is written
            part += 1
        return part

    def _read_under_way(self) -> list[tuple[str, Record]]:
        """The games of the part under way. Cuts off a last line that an interruption left incomplete."""
        if not self._under_way.exists():
            return []
        data = self._under_way.read_bytes()
        with self._under_way.open("r+b") as file:
            file.truncate(data.rfind(b"\n") + 1)
        first = self.parts * PART
        records = [Record.loads(text) for _, text in records_in(self._under_way)]
        wanted = [(int(one.extra[FIELD]["block"]), one) for one in records]
        return [(self.plan.key(number), one) for number, one in wanted if number >= first]

    def play(self, workers: int | None = None, on: str | None = None, progress: Progress = silent) -> int:
        """Play the missing games and return how many those were."""
        before = self.done
        progress(before, self.plan.games)
        with Place(on, workers) as place:
            for task, found in place.each(self.plan.tasks(before)):
                assert found.records is not None
                self._add(task.key, found.records[0])
                progress(self.done, self.plan.games)
        return self.plan.games - before

    def _add(self, number: int, data: dict[str, Any]) -> None:
        text = msgspec.json.encode(data)
        with self._under_way.open("ab") as file:
            file.write(text + b"\n")
        self._left.append((self.plan.key(number), Record.loads(text)))
        self._close_if_whole()

    def _close_if_whole(self) -> None:
        """Turn the part under way into tables if it is complete.

        The games come last, because their file says that all is there. All parts share a map or deck.
        """
        if not self._left or len(self._left) < min(PART, self.plan.games - self.parts * PART):
            return
        made = self.folder / "part"
        write(made, self._left)
        file_of(made, "components").replace(file_of(self.folder, "components"))
        for table in ("decisions", "seats", "games"):
            file = self._file(table, self.parts)
            file.parent.mkdir(exist_ok=True)
            file_of(made, table).replace(file)
        made.rmdir()
        self.parts += 1
        self._left = []
        self._under_way.unlink()
