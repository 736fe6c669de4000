"""Seating: every order equally often, and every bot as often as the others."""

from __future__ import annotations

from collections import Counter

import pytest

from piazzetta.arena.seating import Job, blocks, game_count, lineups, schedule, seatings

NAMES = ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("bots", [1, 2, 3, 4, 5])
def test_every_seating_order_comes_equally_often(bots: int, players: int) -> None:
    jobs = list(schedule(NAMES[:bots], players, 7))
    assert len(jobs) == len(set(jobs)) == game_count(NAMES[:bots], players, 7)
    for lineup in lineups(NAMES[:bots], players):
        orders = Counter(job.bots for job in jobs if sorted(job.bots) == sorted(lineup))
        assert set(orders) == set(seatings(lineup))
        assert set(orders.values()) == {blocks(7, lineup)}
        assert 7 <= sum(orders.values()) < 7 + len(seatings(lineup))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bots", [2, 3, 4])
def test_everybody_sits_on_every_seat_equally_often(bots: int, players: int) -> None:
    jobs = list(schedule(NAMES[:bots], players, 24))
    sat = Counter((seat, name) for job in jobs for seat, name in enumerate(job.bots))
    assert len(sat) == bots * players
    assert len(set(sat.values())) == 1


def test_fewer_bots_than_seats_share_them_evenly() -> None:
    assert lineups(["a", "b"], 4) == [("a", "a", "b", "b")]
    assert len(seatings(("a", "a", "b", "b"))) == 6
    assert [Counter(lineup)["a"] for lineup in lineups(["a", "b", "c"], 4)] == [2, 1, 1]


def test_more_bots_than_seats_meet_in_every_choice() -> None:
    assert len(lineups(NAMES, 4)) == 5
    assert len(lineups(NAMES, 2)) == 10


def test_all_seatings_of_a_block_come_together() -> None:
    jobs = list(schedule(["a", "b"], 2, 6))
    assert jobs[:4] == [Job(0, ("a", "b")), Job(0, ("b", "a")), Job(1, ("a", "b")), Job(1, ("b", "a"))]
    assert len(jobs) == 6
