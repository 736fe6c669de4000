"""Ratings: the library's own reference values, players of known strength, and the table of the house."""

from __future__ import annotations

import math
import random

import pytest
from openskill.models import PlackettLuce

from piazzetta.server.people.ratings import Place, Scale, follow, shown
from tests.server.people.friends import keep
from tests.server.people.test_my_games import played, until
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only


def test_two_newcomers_move_as_the_library_says() -> None:
    """Without drift, the values that Weng and Lin's formulas give by hand; with it, the library's own."""
    scale = Scale(PlackettLuce(tau=0))
    scale.take([Place("person a", 1, 1.0), Place("person b", 2, 0.0)])
    a, b = scale.members["person a"].rating, scale.members["person b"].rating
    assert (a.mu, a.sigma) == pytest.approx((27.63523138347365, 8.065506316323548), rel=1e-9)
    assert (b.mu, b.sigma) == pytest.approx((22.36476861652635, 8.065506316323548), rel=1e-9)
    model = PlackettLuce()
    before = [[model.rating()] for _ in range(4)]
    after = model.rate(before, ranks=[2, 1, 2, 4])
    scale = Scale()
    scale.take([Place(f"person {n}", rank, 0.0) for n, rank in enumerate([2, 1, 2, 4])])
    for n, (expected,) in enumerate(after):
        found = scale.members[f"person {n}"].rating
        assert (found.mu, found.sigma) == (expected.mu, expected.sigma)
    assert shown(model.rating()) == (1500, 1000)


def simulated(strengths: dict[str, float], players: int, games: int, seed: int) -> list[list[Place]]:
    """Games of a Plackett-Luce model: who is placed first is drawn by strength, then among the others."""
    rng = random.Random(seed)
    found = []
    for _ in range(games):
        left = rng.sample(sorted(strengths), players)
        order = []
        while left:
            order.append(rng.choices(left, [math.exp(strengths[one]) for one in left])[0])
            left.remove(order[-1])
        found.append([Place(one, rank, float(rank == 1)) for rank, one in enumerate(order, 1)])
    return found


@pytest.mark.parametrize("players", [2, 4, 6])
def test_players_of_known_strength_are_put_in_order(players: int) -> None:
    strengths = {f"person {n}": 0.8 * n for n in range(7)}
    scale = follow(Scale(), simulated(strengths, players, 700, players))
    order = sorted(scale.members, key=lambda one: scale.members[one].rating.mu)
    assert order == sorted(strengths)
    assert all(one.rating.sigma < 25 / 6 for one in scale.members.values())


def test_a_thousand_games_take_moments_and_new_ones_are_added() -> None:
    games = simulated({f"person {n}": n / 3 for n in range(20)}, 4, 1000, 1)
    scale = follow(Scale(), games[:990])
    taken = scale.members["person 7"].games
    assert follow(scale, games) is scale
    assert scale.members["person 7"].games > taken or not any(
        place.member == "person 7" for game in games[990:] for place in game
    )
    once = follow(Scale(), games)
    assert {name: one.rating.mu for name, one in once.members.items()} == {
        name: one.rating.mu for name, one in scale.members.items()
    }
    claimed = [[Place("person new" if one.member == "" else one.member, one.rank, one.won) for one in games[0]]]
    other = [[Place("", one.rank, one.won) for one in games[0]]]
    assert follow(follow(Scale(), other), claimed).members.keys() == {one.member for one in claimed[0]}


def test_the_table_of_the_house(server: ServerProcess) -> None:
    ada, bob = keep(server, "Ada the First", "face-2"), keep(server, "Bob the Second")

    def lines(**headers: str) -> list[dict[str, object]]:
        answer = server.get("/api/v1/ratings/viaggiatore", headers=headers).json()
        found: list[dict[str, object]] = next((one["members"] for one in answer["tables"] if one["players"] == 2), [])
        return [one for one in found if str(one["name"]).startswith(("Ada the F", "Bob the S"))]

    # the cards come from the server's secret seed, so a game may end in a draw, which moves nobody
    for games in range(1, 9):
        table = ada.create("viaggiatore")
        bob.join(table)
        played(ada, bob, table, seed=games)
        until(lambda games=games: [one["games"] for one in lines()] == [games, games])
        first, second = lines()
        assert first["wins"] + second["wins"] == games  # type: ignore[operator]
        if first["wins"] != second["wins"]:
            break
        assert first["rating"] == second["rating"] == 1500
    assert first["rating"] > 1500 > second["rating"]  # type: ignore[operator]
    assert first["wins"] > second["wins"]  # type: ignore[operator]
    assert [one["me"] for one in lines(**ada.headers)] == [one["name"] == "Ada the First" for one in lines()]
    assert ada.post("/me/change", {"listed": False}).status_code == 200
    assert [one["name"] for one in lines()] == ["Bob the Second"]
    assert len(lines(**ada.headers)) == 2  # one sees oneself
    assert server.get("/api/v1/ratings/chess").status_code == 404
