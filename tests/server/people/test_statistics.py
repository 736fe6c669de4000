"""Statistics from results, without a server."""

from __future__ import annotations

from piazzetta.server.people.results import GameResult, SeatResult
from piazzetta.server.people.statistics import summed_up


def _result(ended: int, *won: bool) -> tuple[str, str, GameResult]:
    seats = [
        SeatResult("person", f"P{at}", None, f"h{at}", 10 - 5 * (not one), one, 1 if one else 2, {})
        for at, one in enumerate(won)
    ]
    return f"t{ended}", "h0", GameResult(ended, "portobello", "de", len(won), None, True, seats)


def test_a_shared_win_is_a_win() -> None:
    """1 win of 3, not 0.3, however many share it."""
    statistics = summed_up(
        [_result(1, True, True, True), _result(2, False, True, False), _result(3, False, True, True)], {}
    )
    assert (statistics.games, statistics.wins, statistics.best_streak) == (3, 1, 1)
    (tally,) = statistics.tallies
    assert (tally.games, tally.wins) == (3, 1)
    assert isinstance(tally.wins, int)
