"""Every block of code in the documents runs.

The blocks of a document run in order, in one empty folder, as a reader would type them: shell blocks line by line,
Python blocks each with names of its own. ``game.json`` is a finished game; a block that begins with ``# NAME.py`` is
also saved there. Fewer games, minutes, puzzles and pictures are asked for than in the text, and nobody types moves.

A block that cannot run here (it serves, needs another machine or the network) has the line ``<!-- not run: why -->``
before it, one that takes long ``<!-- long tier -->``. Of every line, also of these, what it names must exist: commands
with their options and values, targets, scripts, extras.
"""

from __future__ import annotations

import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from typer.main import get_command
from typer.testing import CliRunner

import piazzetta
from piazzetta.batch.playout import random_game
from piazzetta.cli import app
from tests.tiers import LONG

ROOT = Path(__file__).parents[2]
#: Whose Python blocks run elsewhere: `tests/envs` has the libraries; `make play` is tried by `tests/project`.
ELSEWHERE = {"docs/environments.md"}
#: How the output of a document's Python blocks begins.
PRINTED = {"docs/arena.md": "easy", "docs/hints.md": "tile"}
#: What an example needs beside it, and does not make itself.
NEEDED = {
    "docs/arena.md": ["examples/own_bot.py"],
    "docs/workshop.md": ["models/portobello.pt"],
    "docs/bot-design.md": ["models/portobello.pt"],
    "docs/networks.md": ["models/portobello.pt"],
    "docs/bots.md": ["models/portobello.pt", "models/viaggiatore.pt"],
}
_BLOCK = re.compile(
    r"^(?:<!-- (?P<mark>[^>]*) -->\n+)?```(?P<language>\w+)\n(?P<code>.*?)^```", re.DOTALL | re.MULTILINE
)
_FEWER = {
    r"^(arena|study|dataset|puzzles make|puzzles check)": r"\1 --workers 1",  # here, without processes of its own
    r"^(workshop improve.*) --games \S+": r"\1 --games 800",  # a generation
    r"^(?!workshop improve)(.*) --games \S+": r"\1 --games 4",
    r"^(film (?!.*--(turn|from)).*)": r"\1 --to 12 --width 480",
    r"^puzzles make (.*) --count \S+": r"puzzles make \1 --count 1",
    r"--minutes \S+": "--minutes 0.02",
    r"--seconds \S+": "--seconds 1",
    r"--bots easy,medium,hard\b": "--bots easy,medium",
    r"--squares \S+": "--squares 8",
}
#: Placeholders of the texts, as values that could be there.
_EXAMPLES = {"N": "3", "NAME": "small", "TABLE": "t1", "PERSON": "p1", "REPORT": "1", "HEX": "ab", "TEXT": "x"}
SHELL, PYTHON = "sh", "python"


class Block(NamedTuple):
    """A block of code, and whether it is run."""

    language: str
    code: str
    mark: str

    @property
    def runs(self) -> bool:
        return not self.mark or (LONG and self.mark == "long tier")


def documents() -> list[Path]:
    top = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "models" / "README.md")
    return sorted((*top, *(ROOT / "docs").rglob("*.md")))


def blocks(document: Path) -> Iterator[Block]:
    for found in _BLOCK.finditer(document.read_text(encoding="utf-8")):
        if found["language"] in (SHELL, PYTHON):
            yield Block(found["language"], found["code"], (found["mark"] or "").partition(":")[0])


def name(document: Path) -> str:
    return document.relative_to(ROOT).as_posix()


def commands(code: str) -> Iterator[list[str]]:
    """The words of each command of a shell block, without comments, variables and what follows ``&&``."""
    for line in code.replace("\\\n", " ").splitlines():
        for part in line.split(" && "):
            words = shlex.split(part, comments=True)
            while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
                words.pop(0)
            if words:
                yield words


def check(words: list[str]) -> None:
    """A command and its options exist, and their values are of the right kind."""
    tool, *rest = words
    tool = tool.rsplit("/", 1)[-1]
    if tool == "piazzetta":
        check_options(get_command(app), [_EXAMPLES.get(word, word) for word in rest if word != "…"])
    elif tool == "make":
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        assert [word for word in rest if "=" not in word and word not in targets] == []
    elif tool == "python" and rest[0] != "-m":
        assert (ROOT / rest[0]).is_file()
    elif tool == "pip":
        known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
        for extras in re.findall(r"piazzetta\[([\w,]+)\]", " ".join(rest)):
            assert set(extras.split(",")) <= set(known)


def check_options(command: Any, words: list[str]) -> None:
    with command.make_context("piazzetta", list(words), resilient_parsing=False) as context:
        if isinstance(command, click.Group):
            _, inner, left = command.resolve_command(context, [*context._protected_args, *context.args])
            check_options(inner, left)


def every_block() -> list[tuple[str, Block]]:
    return [(name(document), block) for document in documents() for block in blocks(document)]


@pytest.mark.interpreted_only
def test_every_command_and_option_exists() -> None:
    checked = 0
    for where, block in every_block():
        for words in commands(block.code) if block.language == SHELL else ():
            try:
                check(words)
            except (AssertionError, click.ClickException) as problem:
                pytest.fail(f"{where}: {shlex.join(words)}: {problem}")
            checked += 1
    assert checked > 100


@pytest.mark.interpreted_only
def test_marks_are_those_that_are_understood() -> None:
    marks = {block.mark for _, block in every_block()}
    assert marks <= {"", "not run", "long tier"}
    for document in documents():
        text = document.read_text(encoding="utf-8")
        assert len(re.findall(r"<!-- (?:not run|long tier)", text)) == sum(bool(one.mark) for one in blocks(document))


def run_shell(code: str, where: str) -> None:
    for words in commands(code):
        if words[0] == "pip":
            continue  # what it installs is here
        assert words[0] == "piazzetta", f"{where}: mark the block as not run: {shlex.join(words)}"
        text = shlex.join(words[1:])
        for pattern, fewer in _FEWER.items():
            text = re.sub(pattern, fewer, text)
        done = CliRunner().invoke(app, shlex.split(text))
        assert done.exit_code == 0, f"{where}: piazzetta {text}\n{done.output}\n{done.exception!r}"


def with_blocks() -> list[str]:
    found = (where for where, block in every_block() if block.runs and where not in ELSEWHERE)
    return list(dict.fromkeys(found))


@pytest.mark.compiled_only  # interpreted, the example of a batch would take minutes
@pytest.mark.parametrize("where", with_blocks())
def test_the_blocks_of_a_document_run(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    setting = piazzetta.game("portobello", players=3)
    log = random_game(setting, 1, 1)
    piazzetta.Record.of(piazzetta.Record.from_log(setting, log, None).replay()).write("game.json")
    for needed in NEEDED.get(where, ()):
        (tmp_path / needed).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / needed, tmp_path / needed)
    for block in blocks(ROOT / where):
        if block.runs and block.language == SHELL:
            run_shell(block.code, where)
        elif block.runs:
            if saved := re.match(r"# (\w+\.py)\n", block.code):
                (tmp_path / saved[1]).write_text(block.code, encoding="utf-8")
            exec(compile(block.code, where, "exec"), {})
    assert capsys.readouterr().out.startswith(PRINTED.get(where, ""))
    if where == "README.md":
        first = next(block for block in blocks(ROOT / where) if block.language == PYTHON)
        assert len([line for line in first.code.splitlines() if line.strip()]) <= 10
        piazzetta.Record.read(tmp_path / "game.json").verify()
