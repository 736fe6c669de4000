"""Translated Python rejects invalid wishes, maps, decks and records with the same messages as Python."""

from __future__ import annotations

import copy
import json
import random
from importlib import resources
from typing import Any

import msgspec
import pytest

import piazzetta
from piazzetta import BadInput, Record
from piazzetta.games.portobello import generate
from piazzetta.games.registry import find_game
from piazzetta.match.provable_draws import FairDealer, proof
from piazzetta.tables.viewers.records import replay
from tests.browser.engine import Host, difference
from tests.portobello import maps
from tests.tables.driver import Json, PythonDriver, plain
from tests.tiers import tier

SEED = bytes(range(32))
DATA = {"portobello": "data/portobello-map.json", "viaggiatore": "data/viaggiatore-deck.json"}
ODD_DECKS: list[Any] = [[], {}, [1] * 96, 5]
ODD: list[Any] = [None, True, -1, 0, 7, 2.5, 10**12, "", "A", "x" * 70, "A B", [], [1], {}, {"a": 1}]


def default_components(name: str) -> Any:
    return json.loads(resources.files("piazzetta").joinpath(DATA[name]).read_text("utf-8"))


def spoiled(value: Any, rng: random.Random) -> Any:
    """A copy with one thing changed somewhere inside."""
    value = copy.deepcopy(value)
    at = value
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = rng.choice(keys)
        inner = at[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.85:
            at = inner
            continue
        change = rng.random()
        if change < 0.25:
            del at[key]
        elif change < 0.4 and isinstance(at, dict):
            at[rng.choice(["A", "zz", "A-B", "D1", "n!"])] = inner
        elif change < 0.6:
            at[key] = copy.deepcopy(at[rng.choice(keys)])
        else:
            at[key] = copy.deepcopy(rng.choice(ODD))
        return value


def wish(game: str, players: int = 2, components: Any = None, **more: Any) -> Json:
    """A wish for a table of bots."""
    own = {} if components is None else {find_game(game).components_key: components}
    return {"game": game, "seats": [{"kind": "bot"}] * players, **own, **more}


def _near(components: Any) -> Any:
    """Round coordinates that come from a cosine: their last digits depend on the machine."""
    if isinstance(components, dict):
        return {key: _near(value) for key, value in components.items()}
    if isinstance(components, list | tuple):
        return [_near(value) for value in components]
    return round(components, 6) if isinstance(components, float) else components


def check(host: Host, wishes: list[Json]) -> int:
    """Check that both give the same answer to every wish; return how many were rejected."""
    steps: list[list[Any]] = [["create", one, SEED.hex(), {}, 5] for one in wishes]
    refused = 0
    for one, step, given in zip(wishes, steps, host.ask(host.new_table(), steps), strict=True):
        wanted = PythonDriver().create(*step[1:])
        assert _near(given) == _near(wanted), f"{str(one)[:300]}: {difference(wanted, given)}"
        refused += "bad" in wanted
    return refused


def test_wishes(host: Host) -> None:
    wishes = [
        wish("portobello"),
        wish("portobello", edition="it", rules={"lord": "free", "start_score": "12"}),
        wish("portobello", 9),
        wish("portobello", starter=2),
        wish("portobello", edition="xx"),
        wish("portobello", rules={"lord": "never"}),
        wish("portobello", rules={"lord": 3}),
        wish("portobello", rules={"start_score": 1000}),
        wish("portobello", rules={"start_score": "twelve"}),
        wish("portobello", rules={"colour": "red"}),
        {**wish("portobello"), "players": 3},
        wish("portobello", components={}),
        wish("portobello", components=[]),
        wish("portobello", components="map"),
        wish("portobello", deck=[]),
    ]
    assert check(host, wishes) == len(wishes) - 2
    assert check(host, [wish("viaggiatore", components=odd) for odd in ODD_DECKS]) == 4


@pytest.mark.parametrize("name", DATA)
def test_spoiled_charts(name: str, host: Host) -> None:
    rng = random.Random(5)
    components = default_components(name)
    in_record = find_game(name).default_components().to_json()
    wishes = [wish(name, components=spoiled(rng.choice([components, in_record]), rng)) for _ in range(tier(60, 150))]
    assert check(host, wishes) > 0.6 * len(wishes)


def own_map(rng: random.Random) -> dict[str, Any]:
    """A valid map without coordinates."""
    disc = generate.Disc()
    for _ in range(rng.randrange(25)):
        disc.grow(rng.choice([generate.GLUE, generate.CLOSE, generate.INSERT]), rng.randrange(60), 3)
    letters = rng.sample(maps.LETTERS, disc.squares)
    alleys = {f"{letters[a]}-{letters[b]}": [rng.randint(1, 3), rng.randint(1, 3)] for a, b in disc.alleys}
    districts = {f"D{at}": [letters[corner] for corner in corners] for at, corners in enumerate(disc.districts)}
    return {"squares": letters, "alleys": alleys, "districts": districts}


def test_maps_of_ones_own(host: Host) -> None:
    rng = random.Random(7)
    assert check(host, [wish("portobello", 3, own_map(rng)) for _ in range(40)]) == 0


@pytest.mark.parametrize("name", DATA)
def test_records(name: str, host: Host) -> None:
    rng = random.Random(6)
    setting = piazzetta.game(name, players=3)
    contributions = ["a", None, "b"]
    match = setting.start(dealer=FairDealer(SEED, contributions))
    while not match.over:
        match.play(rng.choice(match.legal_moves.actions))
    record = Record.of(match)
    record.extra["fair"] = proof(SEED, contributions)
    whole = plain(record.to_json())
    for viewer in (-2, -1, 1):
        (given,) = host.ask(host.new_table(), [["frames", whole, viewer]])
        wanted = plain(replay(record.replay(), viewer, record.result))
        assert given == wanted, difference(wanted, given)
    spoils = [spoiled(whole, rng) for _ in range(6)]
    spoils += [spoiled({**whole, "moves": whole["moves"][:40], "result": None}, rng) for _ in range(tier(30, 60))]
    spoils = [one for one in spoils if one.get("game") == name]
    refused = 0
    for one, given in zip(spoils, host.ask(host.new_table(), [["frames", one, -1] for one in spoils]), strict=True):
        try:
            read = Record.loads(msgspec.json.encode(one))
            read.verify()
            wanted = plain(replay(read.replay(), -1, read.result))
        except BadInput as refusal:
            wanted = {"bad": str(refusal)}
            refused += 1
        assert given == wanted, f"{difference(wanted, given)} in {str(one)[:400]}"
    assert refused > tier(15, 30)
