"""Moments of games worth looking at, and how to bring them about."""

from __future__ import annotations

from tests.page.people.company import Company, Moment, Sight
from tests.page.scenes.scene import Happen


def phase(name: str) -> Moment:
    """Somebody decides in this phase."""
    return lambda sight: sight["view"]["phase"] == name


def offers(verb: str, amount: int = 1) -> Moment:
    """At least this many such moves are possible."""
    return lambda sight: sum(option["move"].startswith(verb) for option in sight["legal"]) >= amount


def brings(key: str) -> Moment:
    """Some move would cause this."""
    return lambda sight: move_that(sight, key) is not None


def move_that(sight: Sight, key: str) -> str | None:
    for option in sorted(sight["legal"], key=lambda option: -max(option["points"])):
        if any(event["key"] == key for event in option["events"]):
            return str(option["move"])
    return None


def doing(key: str) -> Happen:
    """The seat to move causes it."""

    def happen(company: Company) -> None:
        sight = next(sight for sight in company.awaited if move_that(sight, key))
        move = move_that(sight, key)
        assert move is not None
        company.play(sight["viewer"], move)

    return happen


def journey(sight: Sight, *, arrives: bool) -> str | None:
    """A ticket that brings somebody to the city, or some way towards it."""
    for option in sight["legal"]:
        if any(event["key"] == "travelled" and event["params"]["arrived"] is arrives for event in option["events"]):
            return str(option["move"])
    return None


def arrival(sight: Sight) -> str | None:
    return journey(sight, arrives=True)


def on_the_way(sight: Sight) -> str | None:
    """Not as far as the city: an arrival may sell at once, and the sale takes the journey's place."""
    return journey(sight, arrives=False)


def set_out(company: Company) -> None:
    sight = next(sight for sight in company.awaited if on_the_way(sight))
    company.play(sight["viewer"], on_the_way(sight) or "")


def arrive_and_sell(company: Company) -> None:
    sight = next(sight for sight in company.awaited if arrival(sight))
    company.play(sight["viewer"], arrival(sight) or "")
    while company.awaited[0]["view"]["phase"] == "riding":
        asked = company.awaited[0]
        company.play(asked["viewer"], "wait")


def bids_equal(sight: Sight) -> bool:
    """The last bid of an auction in which two others have laid the same bid, so that a tie is revealed."""
    return sight["view"]["phase"] == "bidding" and len(sight["awaited"]) == 1
