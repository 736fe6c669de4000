"""A mended rule under running games: they go on by the rules they were begun under, or say why they cannot."""

from __future__ import annotations

import asyncio
import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import piazzetta
from piazzetta import Record
from piazzetta.games import registry
from piazzetta.games.registry import find_game
from piazzetta.server.background import Background
from piazzetta.server.rooms.records import Records
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.settings import Settings
from piazzetta.server.store.store import Store
from piazzetta.server.workers.thinkers import Thinkers
from piazzetta.tables import table as tables_module
from piazzetta.tables.commands import Play
from piazzetta.tables.refusals import Refused
from piazzetta.tables.seating import Wish
from piazzetta.tables.table import Table
from piazzetta.tables.waiting import Contribute
from piazzetta.terminal.playing.verify import verify
from tests.tiers import tier

pytestmark = [
    pytest.mark.interpreted_only,
    pytest.mark.filterwarnings("ignore::numba.core.errors.NumbaExperimentalFeatureWarning"),  # of two kinds of params
]

GAMES = tier(200, 1000)
WISH = Wish.from_json({"game": "chestnuts", "seats": [{"kind": "me"}, {"kind": "hotseat"}]})
Seen = tuple[int, list[str], Any]


def install(monkeypatch: pytest.MonkeyPatch, versions: dict[int, str] | None = None) -> None:
    """Replace Chestnuts by the mended game, with these versions of its rules."""
    monkeypatch.setitem(registry._registered, "chestnuts", "chestnuts.mended:LISTING")
    if versions is not None:
        monkeypatch.setattr(type(find_game("chestnuts")), "rules_versions", versions)
    tables_module._shared.cache_clear()


def seen(table: Table) -> Seen:
    """What a table's people see: how far the game is, what they may do, and the open position."""
    assert table.match is not None
    return table.head, list(table.match.legal_moves), table.match.view(piazzetta.OPEN)


async def begin(tables: TableRegistry, dice: random.Random) -> str:
    """A table whose game has begun: one to six of its seven baskets are taken."""
    table, _, _ = await tables.create(WISH)
    await tables.act(table, lambda _: Contribute({0: "a", 1: "b"}))
    for _ in range(dice.randint(1, 6)):
        await tables.act(table, lambda found: any_move(found, dice))
    return table


def any_move(table: Table, dice: random.Random) -> Play:
    assert table.match is not None
    return Play(table.awaited[0], dice.choice(list(table.match.legal_moves)), table.head)


def served(folder: Path, story: Any) -> None:
    """Run a story with the tables of a new server process on the same database."""

    async def opened() -> None:
        store, background = Store(f"sqlite:///{folder / 't.sqlite'}"), Background()
        await store.open()
        try:
            await story(TableRegistry(Settings(), store, background, Thinkers(1)))
        finally:
            await background.close()
            await store.close()

    asyncio.run(asyncio.wait_for(opened(), 400))


def test_running_games_survive_a_mended_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(4)
    before: dict[str, Seen] = {}

    async def play(tables: TableRegistry) -> None:
        for _ in range(GAMES):
            table = await begin(tables, dice)
            before[table] = await tables.look_at(table, seen)

    async def go_on(tables: TableRegistry) -> None:
        for table, position in before.items():
            assert await tables.look_at(table, seen) == position
            await tables.act(table, lambda found: any_move(found, dice))
        new, _, _ = await tables.create(WISH)
        await tables.act(new, lambda _: Contribute({0: "a", 1: "b"}))
        assert (await tables.look_at(new, seen))[1] == ["left"]  # by the mended rule

    async def cannot(tables: TableRegistry) -> None:
        records = Records(tables, *[None] * 4)  # type: ignore[arg-type]
        for table, (head, _, _) in list(before.items())[:50]:
            with pytest.raises(Refused, match=r"version 1 of the rules.*no longer.*taken from the left end") as refused:
                await tables.look_at(table, seen)
            assert refused.value.code == "old_rules"
            record = await records.finished(table)
            again = Record.loads(record.dumps())
            assert again.moves == record.moves
            assert len(record.moves) + 4 == head + 1  # created, two contributions, started, a move each, one more

    with monkeypatch.context() as old:
        install(old, {1: ""})
        served(tmp_path, play)
    began_right = 0
    with monkeypatch.context() as new:
        install(new)
        began_right = sum(view["baskets"][-1] != 6 for _, _, view in before.values())
        served(tmp_path, go_on)
    assert began_right > GAMES / 4  # the mended rule would have refused these
    with monkeypatch.context() as later:
        install(later, {2: "The first basket is taken from the left end (clause 3.2)."})
        served(tmp_path, cannot)


def test_verify_says_under_which_version_a_record_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    match = piazzetta.game("chestnuts").start(seed=1)
    match.play("left")
    new = Record.of(match).to_json()
    assert new["rules_version"] == 2
    wrong = {**new, "moves": [[0, "right"]]}
    old = {key: value for key, value in wrong.items() if key != "rules_version"}
    file, said = tmp_path / "games.jsonl", io.StringIO()
    file.write_text("".join(json.dumps(one) + "\n" for one in (new, old, wrong, {**new, "rules_version": 3})))
    console = Console(file=said, width=200, color_system=None)
    right, bad = verify([file], console, Console(file=io.StringIO()))
    assert right == {"Chestnuts, version 2 of the rules": 1, "Chestnuts, version 1 of the rules": 1}
    assert bad == 2
    lines = said.getvalue().splitlines()
    assert lines[0].endswith("It holds under version 1 of the rules")
    assert "begun under version 3 of the rules; this Piazzetta knows version 2" in lines[1]
    with pytest.raises(piazzetta.BadRecord, match="rules_version must be 1 or more"):
        Record.loads(json.dumps({**new, "rules_version": 0}))
