"""How a night begins: profiles are created, tables too, and everybody comes; before anything goes wrong."""

from __future__ import annotations

from random import Random

from tests.simulation.club.lobby import Seeker
from tests.simulation.club.profiles import Profile, new_profile
from tests.simulation.club.visits import Absentee, ask_for_notifications
from tests.simulation.people import Person, TablePlan
from tests.simulation.world import World


async def seat_people(world: World, plan: TablePlan, number: int) -> None:
    """Create a table, and let its people come."""
    mine = [["me"], ["me", "hotseat"]][plan.hotseat] if plan.people else []
    seats = [*mine, *["open"] * (plan.people - len(mine)), *["bot"] * plan.bots]
    wish = {
        "game": plan.game,
        "seats": [{"kind": kind, "level": "easy" if kind == "bot" else None} for kind in seats],
        "rules": dict(plan.rules),
        "options": {"clock": plan.clock},
        "draw_seats": plan.draw_seats,
    }
    host = await _profile(world, plan, f"H{number}")
    status, made = await world.insist("/api/v1/tables", wish, host.headers if host else None)
    if status != 201:
        raise AssertionError(f"no table: {status} {made}")
    table = made["table"]
    tokens = {int(seat): token for seat, token in made["tokens"].items()}
    first = 10 * number
    if tokens:
        person = Person(world, f"person {first}", table, tokens, 1 + (plan.second_tabs > 0), plan.absentee)
        if host is not None:
            host.tables.add(table)
        if plan.resigns is not None:
            world.loop.create_task(person.resign(plan.resigns), context=world.loop.context_of(person.name))
    for seat, kind in enumerate(seats):
        if kind == "open":
            last = seat == len(seats) - plan.bots - 1
            await _join(world, plan, table, seat, f"person {first + seat}", plan.absentee and last)
    for place in range(plan.spectators):
        Person(world, f"person {first + 6 + place}", table, {})


async def _profile(world: World, plan: TablePlan, name: str) -> Profile | None:
    return await new_profile(world, name) if plan.profiles and plan.people else None


async def _join(world: World, plan: TablePlan, table: str, seat: int, name: str, absentee: bool) -> None:
    profile = await _profile(world, plan, f"P{seat}")
    wish = {"name": f"P{seat}", "seat": seat}
    headers = profile.headers if profile else None
    status, joined = await world.insist(f"/api/v1/tables/{table}/join", wish, headers)
    if status not in (200, 201):
        raise AssertionError(f"no seat: {status} {joined}")
    if profile is not None:
        profile.tables.add(table)
    seats = {joined["seat"]: joined["token"]}
    if absentee:
        url = f"https://hooks.example/{table}/{seat}"
        await ask_for_notifications(world, table, joined["seat"], joined["token"], url)
        Absentee(world, name, table, seats, url)
    else:
        Person(world, name, table, seats, quiet=plan.absentee)


async def send_seekers(world: World, count: int, seconds: float) -> None:
    """Let people look for a game with anybody, every other one with a profile."""
    rng: Random = world.chance.of("seekers")
    for number in range(count):
        profile = await new_profile(world, f"S{number}") if number % 2 else None
        Seeker(world, f"person {30 + number}", profile, rng.uniform(0.0, seconds))
