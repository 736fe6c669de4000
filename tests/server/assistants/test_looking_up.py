"""What an assistant may look up and have calculated, without any server."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from piazzetta.games.registry import NAMES
from piazzetta.games.rulebooks.rulebook import LANGUAGES, find_rulebook
from piazzetta.match.record import Record
from piazzetta.match.setting import game as set_up

pytest.importorskip("mcp", reason="pip install 'piazzetta[mcp]'")

from tests.server.assistants.asking import Refusal, assistant, run

pytestmark = pytest.mark.compiled_only


def test_rules_of_both_games_in_five_languages() -> None:
    async def story() -> None:
        async with assistant() as one:
            games = await one.ask("list_games")
            assert set(games) >= set(NAMES)
            for name in NAMES:
                for language in LANGUAGES:
                    book = find_rulebook(name, language)
                    chapters = await one.ask("look_up_rule", game=name, language=language)
                    assert len(chapters["chapters"]) == len(book.sections)
                    found = await one.ask("look_up_rule", game=name, what="3.1", language=language)
                    assert found["rule"] == book.clause("3.1")
                for edition in games[name]["editions"]:
                    found = await one.ask("look_up_rule", game=name, what="2.1", edition=edition)
                    assert found["rule"].startswith("- 2.1 ")
            lord = await one.ask("look_up_rule", game="portobello", what="lord")
            assert len(lord["rules"]) > 3

    run(story())


def test_the_sentence_behind_a_clause_comes_with_it() -> None:
    async def story() -> None:
        async with assistant() as one:
            found = await one.ask("look_up_rule", game="portobello", what="2.1")
            assert any("en la casilla número 10" in source for source in found["sources"])

    run(story())


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "portobello", "what": "99.9"}, "the chapters are"),
        ({"game": "portobello", "language": "eo"}, "en, it, es, fr, de"),
        ({"game": "portobello", "edition": "zz"}, "no edition 'zz'"),
        ({"game": "portobello", "clause": "6.2"}, "^look_up_rule has no argument 'clause'; it takes game, what"),
        ({}, "^look_up_rule needs the argument 'game'; it takes game, what, language, edition.$"),
        ({"game": 5}, "^look_up_rule, argument 'game': Input should be a valid string.$"),
    ],
)
def test_what_cannot_be_looked_up_is_said(asked: dict[str, Any], said: str) -> None:
    async def story() -> None:
        async with assistant() as one:
            with pytest.raises(Refusal, match=said):
                await one.ask("look_up_rule", **asked)

    run(story())


def finished_record() -> str:
    """A game of two that ends soon."""
    match = set_up("viaggiatore", players=2, rules={"target": 1}).start(seed=5)
    rng = random.Random(5)
    while not match.over:
        match.play(rng.choice(list(match.legal_moves)))
    return Record.of(match).dumps()


def test_a_record_is_analysed() -> None:
    async def story() -> None:
        async with assistant() as one:
            text = finished_record()
            found = await one.ask("analyse_record", record=text)
            assert found["game"] == "viaggiatore"
            assert len(found["seats"]) == 2
            assert found["result"]["winners"]
            with pytest.raises(Refusal, match="move 0"):
                await one.ask("analyse_record", record={**json.loads(text), "moves": [[0, "fly"]]})
            with pytest.raises(Refusal, match="level"):
                await one.ask("analyse_record", record=text, level="random")

    run(story())


def test_a_deck_is_judged() -> None:
    async def story() -> None:
        async with assistant() as one:
            found = await one.ask("judge_design", design="viaggiatore", players=2, games=20)
            assert found["games"] == 20
            assert abs(sum(value for value, _, _ in found["wins"]) - 1) < 1e-9
            for design, said in (
                ("/etc/passwd", "neither an included"),
                ({"squares": {}}, "the map has"),
                ("[]", "deck"),
            ):
                with pytest.raises(Refusal, match=said):
                    await one.ask("judge_design", design=design)
            with pytest.raises(Refusal, match="games must be from 2"):
                await one.ask("judge_design", design="viaggiatore", games=10**6)

    run(story())
