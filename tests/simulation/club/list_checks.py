"""What must hold of the lists beside the tables: results, leaderboards, and everybody's own games."""

from __future__ import annotations

from typing import Any

from piazzetta.server.people.results import GameResult, _ended_at, read_result, result_of
from tests.simulation.club.lobby import seated_at
from tests.simulation.club.profiles import Profile
from tests.simulation.process import Process
from tests.simulation.world import World


def _results(world: World) -> dict[str, GameResult]:
    rows = world.database.reader.execute("SELECT table_id, body FROM piazzetta_results").fetchall()
    return {table: read_result(body) for table, body in rows}


def check_results(world: World) -> list[str]:
    """Return the games that have ended without their result, or with another one."""
    stored, found = _results(world), []
    for table_id, true in world.truth.tables.items():
        if true.table.status == "over":
            result = result_of(world.truth.fresh(table_id), _ended_at(true.entries))
            if stored.get(table_id) != result:
                found.append(f"table {table_id} has ended with {result}, and {stored.get(table_id)} is stored")
    return found


async def check_lists(world: World, process: Process) -> None:
    """A server shows everybody their own games, whose turn it is there, and every rated game on the leaderboards."""
    for profile in world.profiles:
        status, games = await world.ask(process, "GET", "/api/v1/me/games", headers=profile.headers)
        listed = {game["table"] for game in [*games["games"], *games["finished"]]} if status == 200 else status
        tables = profile.tables | _found_by(world, profile)
        if listed != tables:
            world.broken(f"{process.name} lists {listed} for {profile.id}, who plays at {tables}")
            continue
        for game in games["games"]:
            _check_turn(world, process, game)
    results = _results(world).values()
    for name in sorted({result.game for result in results}):
        _, ratings = await world.ask(process, "GET", f"/api/v1/ratings/{name}")
        rated = sum(result.counted for result in results if result.game == name)
        if sum(table["games"] for table in ratings["tables"]) != rated:
            world.broken(f"{process.name} rates {ratings}, and {rated} games count")


def _found_by(world: World, profile: Profile) -> set[str]:
    """Return the tables at which the queue has seated somebody, who may have been too late to ask about it."""
    found = (seated_at(world, one.token) for one in world.seekers if one.profile is profile)
    return set().union(*found) - {""}


def _check_turn(world: World, process: Process, game: dict[str, Any]) -> None:
    table = world.truth.tables[game["table"]].table
    mine = any(seat in table.asked and table.seats[seat].decides for seat in game["yours"])
    if game["status"] == "playing" and game["my_turn"] != mine:
        world.broken(f"{process.name} says that it is the turn of {game['yours']} at {table.id}: {game['my_turn']}")
