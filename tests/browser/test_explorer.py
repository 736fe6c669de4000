"""The opening explorer in the page: the translated look-up says what Python says, to the byte."""

from __future__ import annotations

import random
from importlib import resources
from typing import Any

import pytest

import piazzetta
from piazzetta.explorer.book import packaged_book
from piazzetta.explorer.lookup import look_up
from piazzetta.match.setting import Setting
from piazzetta.studies import Study
from tests.browser.engine import Host
from tests.tables.driver import plain


def explored(setting: Setting, seed: int) -> Study:
    """Lines of the most played moves, some of them transposed, with chance as a seed draws it."""
    study, chance = Study.new(setting, seed), random.Random(seed)
    book = packaged_book(setting.game.name)
    assert book is not None
    for _ in range(12):
        node = study.root
        for _ in range(14):
            match = study.match(node)
            if match.mover < 0:
                node = study.draw(node, chance.randrange(1 << 16))
                continue
            told = [one.plays for one in look_up(book, match).moves if one.plays]
            node = study.play(node, chance.choice(told[:4] or list(match.legal_moves)))
    return study


@pytest.mark.parametrize(
    "setting",
    [
        piazzetta.game("portobello", players=2),
        piazzetta.game("portobello", players=4, edition="fr", starter=2),
        piazzetta.game("portobello", players=3, rules={"handicap": "fair"}),
        piazzetta.game("viaggiatore", players=4),
    ],
    ids=["two", "four", "fair", "cards"],
)
def test_the_same_look_up_in_both_languages(host: Host, setting: Setting) -> None:
    name = setting.game.name
    book = packaged_book(name)
    assert book is not None
    study = Study.loads(explored(setting, 7).dumps())  # which numbers the nodes anew
    nodes = [node for node in study.in_order if study.match(node).mover >= 0]
    assert len(nodes) > 60
    told: list[Any] = [look_up(book, study.match(node)).to_json() for node in nodes]
    assert sum(one["visits"] > 0 for one in told) > 5
    table, file = host.new_table(), resources.files("piazzetta").joinpath(f"data/explorer/{name}.bin")
    _, given = host.ask(
        table, [["study", "open", study.dumps()], ["explored", str(file), [node.number for node in nodes]]]
    )
    assert given == plain(told)


def test_a_map_without_games_is_said(host: Host) -> None:
    ask = host.new_table()
    file = str(resources.files("piazzetta").joinpath("data/explorer/portobello.bin"))
    other = Study.new(piazzetta.game("portobello", rules={"credit": "granted"}), 1)
    assert host.ask(ask, [["study", "open", other.dumps()], ["explored", file, [0]]])[1] == [None]
