"""The table of editions, row by row: what each printed rulebook allows, and each switch by itself."""

from __future__ import annotations

from typing import Any

import pytest

from piazzetta.errors import BadInput
from piazzetta.games.portobello.editions import EDITIONS as SETS
from piazzetta.games.portobello.editions import SWITCHES
from tests.portobello.table import EDITIONS, TEN, bring, gains, look, new, play, position, refused, strip, tiles

NINE = {square: client for square, client in TEN.items() if square != "J"}


def rows(**by_edition: Any) -> pytest.MarkDecorator:
    """One row of the table; ``fr_memo`` stands for ``fr-memo``, ``rest`` for all editions not named."""
    named = {key.replace("_", "-"): value for key, value in by_edition.items()}
    rest = named.pop("rest", None)
    return pytest.mark.parametrize(("edition", "cell"), [(edition, named.get(edition, rest)) for edition in EDITIONS])


def test_the_five_editions_the_default_first() -> None:
    assert tuple(SETS) == EDITIONS
    assert new(2).setting.edition == "de"
    assert new(2).setting.rules == SETS["de"]


def test_an_edition_that_is_not_there() -> None:
    with pytest.raises(BadInput, match="no edition 'en'; there is de, it, fr, es, fr-memo"):
        new(2, edition="en")


@rows(it=0, rest=10)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_1_start_score(edition: str, cell: int, players: int) -> None:
    assert new(players, edition=edition).scores == [cell] * players


@rows(fr_memo="left", rest="right")
@pytest.mark.parametrize(("players", "starter"), [(p, s) for p in (2, 3, 4) for s in range(p)])
def test_2_3_who_sets_the_bobby(edition: str, cell: str, players: int, starter: int) -> None:
    match = new(players, edition=edition, starter=starter)
    assert match.mover == (starter + (1 if cell == "left" else players - 1)) % players
    match.play("bobby D1")
    assert match.mover == starter


@rows(rest="off")
def test_2_5_fair_start_is_off(edition: str, cell: str) -> None:
    match = new(3, edition=edition)
    assert match.setting.rules["handicap"] == cell
    assert look(match)["head_start"] == [0, 0, 0]


@rows(es="may", rest="must")
def test_3_3_actions(edition: str, cell: str) -> None:
    match = position(tile="3", edition=edition)
    if cell == "may":
        match.play("end")
        assert match.mover == 1
    else:
        refused(match, "end", "3.3")


@rows(de="free", es="free", rest="action")
def test_5_4_lord(edition: str, cell: str) -> None:
    match = position(tile="3", clients=NINE, edition=edition)
    bring(match, "burgher", "J")
    if cell == "free":
        assert look(match)["squares"]["K"] == "lord"
        assert look(match)["actions_left"] == 2
        refused(match, "lord", "5.4", "on the board already")
    else:
        assert look(match)["squares"]["K"] is None
        match.play("lord")
        assert look(match)["squares"]["K"] == "lord"
        assert look(match)["actions_left"] == 1


@rows(es=[-2, 1, 1, 0], fr_memo=[0, 0, 0, 0], rest=[-1, 0, 0, 0])
def test_6_2c_shared_majority(edition: str, cell: list[int]) -> None:
    match = position(tile="3", stalls={"B-D": "ryg-"}, edition=edition, score=[5] * 4)
    assert gains(match, "bobby D2") == cell


@rows(rest="refused")
def test_6_3_credit(edition: str, cell: str) -> None:
    """ES prints it; for the others it is our ruling."""
    assert SETS[edition]["credit"] == cell
    refused(position(tile="2", edition=edition, score=[0, 5, 5, 5]), "bobby D2", "6.3", "and you have 0 points")


@rows(fr_memo=("3 4", "n3"), rest=("3 4 n3", ""))
def test_7_3_new_tile(edition: str, cell: tuple[str, str]) -> None:
    match = play(position(edition=edition), "mark D1 x2")
    assert tiles(match, 0) == cell


@rows(rest="at once")
def test_8_1_scoring(edition: str, cell: str) -> None:
    """IT, ES and FR print it; for DE, whose sheet checks after the actions, and FM it is our ruling."""
    assert SETS[edition]["scoring"] == cell
    match = position(tile="2", edition=edition, stalls={"A-D": "rr-"}, clients={"A": "servant", "D": "servant"})
    assert gains(match, "build A-D@A") == [5, 0, 0, 0]


@rows(rest="round")
def test_9_1_ending(edition: str, cell: str) -> None:
    """FM's "tour" can mean a turn or a round: the round is our ruling, the turn an option."""
    assert SETS[edition]["ending"] == cell


@rows(fr_memo=0, rest=2)
def test_9_3_lord_alleys(edition: str, cell: int) -> None:
    """Only FM asks for a customer at the other end; this matters on a map of more than eleven squares."""
    match = position(
        2,
        seat=1,
        tile="2",
        edition=edition,
        rules={"actions": "may"},
        clients={**TEN, "L": "lord"},
        board=strip(12),
        stalls={"K-L": "r-"},
        idle_rounds=2,
    )
    assert gains(match, "end") == [cell, 0]


@rows(es="house", rest="queue")
def test_10_the_variant_offered(edition: str, cell: str) -> None:
    """The variant is optional: only played if the table says so; the edition's other rules stay."""
    assert new(2, edition=edition).setting.rules["clients"] == "bag"
    match = new(2, edition=edition, rules={"clients": cell})
    assert dict(match.setting.rules) == {**SETS[edition], "clients": cell}
    assert look(match)["phase"] == "arranging"


# --- each switch by itself: the edition's other rules stay as they are ---

CHOICES = [(name, value) for name, switch in SWITCHES.items() for value in list(switch.choices)[:3]]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("name", "value"), CHOICES)
def test_each_switch_is_set_by_itself(edition: str, name: str, value: Any) -> None:
    match = new(2, edition=edition, rules={name: value})
    assert dict(match.setting.rules) == {**SETS[edition], name: value}


@pytest.mark.parametrize("edition", EDITIONS)
def test_any_start_score_with_any_edition(edition: str) -> None:
    assert new(3, edition=edition, rules={"start_score": 25}).scores == [25] * 3


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("by", "seat"), [("right", 0), ("left", 2)])
def test_the_bobby_is_set_from_either_side_with_any_edition(edition: str, by: str, seat: int) -> None:
    assert new(3, edition=edition, starter=1, rules={"bobby_set_by": by}).mover == seat


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("actions", ["must", "may"])
def test_stopping_early_with_any_edition(edition: str, actions: str) -> None:
    match = position(tile="3", edition=edition, rules={"actions": actions})
    assert ("end" in match.legal_moves) == (actions == "may")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("lord", "left"), [("free", 2), ("action", 1)])
def test_the_lord_either_way_with_any_edition(edition: str, lord: str, left: int) -> None:
    match = position(tile="3", clients=NINE, edition=edition, rules={"lord": lord})
    bring(match, "burgher", "J")
    if lord == "action":
        match.play("lord")
    assert look(match)["squares"]["K"] == "lord"
    assert look(match)["actions_left"] == left


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("shared", "change"), [("bank", [-1, 0, 0, 0]), ("holders", [-2, 1, 1, 0]), ("free", [0, 0, 0, 0])]
)
def test_a_shared_majority_with_any_edition(edition: str, shared: str, change: list[int]) -> None:
    match = position(tile="3", stalls={"B-D": "ryg-"}, edition=edition, score=[5] * 4,
                     rules={"shared_majority": shared})  # fmt: skip
    assert gains(match, "bobby D2") == change


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("new_tile", "held"), [("up", ("2 3 n3", "")), ("down", ("2 3", "n3"))])
def test_the_new_tile_with_any_edition(edition: str, new_tile: str, held: tuple[str, str]) -> None:
    match = play(position(edition=edition, rules={"new_tile": new_tile}), "mark D1 x4")
    assert tiles(match, 0) == held


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("clients", "phase"), [("bag", "setting"), ("queue", "arranging"), ("house", "arranging")])
def test_where_clients_come_from_with_any_edition(edition: str, clients: str, phase: str) -> None:
    assert look(new(2, edition=edition, rules={"clients": clients}))["phase"] == phase


@pytest.mark.parametrize("name", [name for name in SWITCHES if name != "start_score"])
@pytest.mark.parametrize("value", ["", "both", None, 0, True])
def test_a_choice_that_is_not_there(name: str, value: object) -> None:
    with pytest.raises(BadInput, match=rf"{name} must be one of .*clause {SWITCHES[name].clause}"):
        new(2, rules={name: value})


def test_a_rule_that_is_not_there() -> None:
    with pytest.raises(BadInput, match="no rule 'taxes'; there is start_score"):
        new(2, rules={"taxes": "high"})


def test_every_switch_names_its_clause() -> None:
    rows_of_the_table = ["2.1", "2.3", "2.5", "3.3", "5.4", "6.2c", "6.3", "7.3", "8.1", "9.1", "9.3", "10"]
    assert [switch.clause for switch in SWITCHES.values()] == rows_of_the_table
