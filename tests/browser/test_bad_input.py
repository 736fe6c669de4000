"""What the page's engine refuses, in the same sentences as Python: wishes, maps, decks and records."""

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
from piazzetta.games.registry import find_game
from piazzetta.match.fair import FairDealer, dealer_of, proof
from piazzetta.tables.catalogue import games
from piazzetta.tables.records import replay
from tests.browser.engine import Host, difference, plain
from tests.portobello import maps

SEED = bytes(range(32))
DATA = {"portobello": "data/portobello-map.json", "viaggiatore": "data/viaggiatore-deck.json"}
ODD: list[Any] = [None, True, -1, 0, 7, 2.5, 10**12, "", "A", "x" * 70, "A B", [], [1], {}, {"a": 1}]


def default_components(name: str) -> Any:
    return json.loads(resources.files("piazzetta").joinpath(DATA[name]).read_text("utf-8"))


def spoiled(value: Any, rng: random.Random) -> Any:
    """A copy with one thing changed somewhere within."""
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


def wished(name: str, **wish: Any) -> Any:
    """What Python makes of a wish: the text of its refusal, or the setting."""
    components = wish.pop("chart", None)
    seed, contributions = wish.pop("seed", SEED.hex()), wish.pop("contributions")
    try:
        setting = piazzetta.game(name, **wish, **{find_game(name).components_key: components})
        dealer_of({**proof(bytes.fromhex(seed), contributions), "seed": seed}, wish["players"])
    except BadInput as refusal:
        return {"refused": str(refusal)}
    return plain(
        {"players": setting.players, "rules": dict(setting.rules), "chart": _near(setting.components.to_file())}
    )


def _near(components: Any) -> Any:
    """Places that were found by a cosine, without their last digits: those are the machine's."""
    if isinstance(components, dict):
        return {key: _near(value) for key, value in components.items()}
    if isinstance(components, list | tuple):
        return [_near(value) for value in components]
    return round(components, 6) if isinstance(components, float) else components


def check(host: Host, name: str, wishes: list[dict[str, Any]]) -> int:
    """The same answer to every wish; how many were refused."""
    answers = host.ask(name, [["start", {"seed": SEED.hex(), **wish}] for wish in wishes])
    refused = 0
    for wish, given in zip(wishes, answers, strict=True):
        wanted = wished(name, **wish)
        if "refused" not in given and "broken" not in given:
            given = {key: _near(given[key]) for key in ("players", "rules", "chart")}
        assert given == wanted, f"{str(wish)[:300]}: {difference(wanted, given)}"
        refused += "refused" in wanted
    return refused


def test_wishes(host: Host) -> None:
    two = {"contributions": [None, "x"]}
    wishes = [
        {"players": 2, **two},
        {"players": 9, "contributions": ["x"] * 9},
        {"players": 2, "starter": 2, **two},
        {"players": 2, "edition": "xx", **two},
        {"players": 2, "edition": "it", "rules": {"lord": "free", "start_score": "12"}, **two},
        {"players": 2, "rules": {"lord": "never"}, **two},
        {"players": 2, "rules": {"lord": 3}, **two},
        {"players": 2, "rules": {"start_score": 1000}, **two},
        {"players": 2, "rules": {"start_score": "twelve"}, **two},
        {"players": 2, "rules": {"colour": "red"}, **two},
        {"players": 3, **two},
        {"players": 2, "contributions": [1, "x"]},
        {"players": 2, "seed": "ab", **two},
        {"players": 2, "chart": {}, **two},
        {"players": 2, "chart": [], **two},
        {"players": 2, "chart": "map", **two},
    ]
    assert check(host, "portobello", wishes) == len(wishes) - 2
    wrong: list[Any] = [[], {}, [1] * 96, 5]
    assert check(host, "viaggiatore", [{"players": 2, "chart": deck, **two} for deck in wrong]) == 4


@pytest.mark.parametrize("name", DATA)
def test_spoiled_charts(name: str, host: Host) -> None:
    rng = random.Random(5)
    components = default_components(name)
    in_record = find_game(name).default_components().to_json()
    wishes = [
        {"players": 2, "contributions": ["a", "b"], "chart": spoiled(rng.choice([components, in_record]), rng)}
        for _ in range(150)
    ]
    assert check(host, name, wishes) > 90


def own_map(rng: random.Random) -> dict[str, Any]:
    """A map that holds, without places."""
    disc = maps.Disc()
    for _ in range(rng.randrange(25)):
        disc.grow(rng.choice([maps.GLUE, maps.CLOSE, maps.INSERT]), rng.randrange(60), 3)
    letters = rng.sample(maps.LETTERS, disc.squares)
    alleys = {f"{letters[a]}-{letters[b]}": [rng.randint(1, 3), rng.randint(1, 3)] for a, b in disc.alleys}
    districts = {f"D{at}": [letters[corner] for corner in corners] for at, corners in enumerate(disc.districts)}
    return {"squares": letters, "alleys": alleys, "districts": districts}


def test_maps_of_ones_own(host: Host) -> None:
    rng = random.Random(7)
    wishes = [{"players": 3, "contributions": ["a", None, ""], "chart": own_map(rng)} for _ in range(40)]
    assert check(host, "portobello", wishes) == 0


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
        (given,) = host.ask(name, [["replay", whole, viewer]])
        wanted = plain(replay(record.replay(), viewer, record.result))
        assert given == wanted, difference(wanted, given)
    spoils = [spoiled(whole, rng) for _ in range(6)]
    spoils += [spoiled({**whole, "moves": whole["moves"][:40], "result": None}, rng) for _ in range(60)]
    spoils = [one for one in spoils if one.get("game") == name]
    refused = 0
    for one, given in zip(spoils, host.ask(name, [["replay", one, -1] for one in spoils]), strict=True):
        try:
            read = Record.loads(msgspec.json.encode(one))
            read.verify()
            wanted = plain(replay(read.replay(), -1, read.result))
        except BadInput as refusal:
            wanted = {"refused": str(refusal)}
            refused += 1
        assert given == wanted, f"{difference(wanted, given)} in {str(one)[:400]}"
    assert refused > 30


@pytest.mark.parametrize("name", DATA)
def test_info_is_what_the_server_tells(name: str, host: Host) -> None:
    (told,) = (game for game in games()["games"] if game["name"] == name)
    assert host.ask(name, [["info"]]) == [plain(told)]
