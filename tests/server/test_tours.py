"""A lesson starts from a prepared position and continues like any other game."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from piazzetta import BadRecord, Match, Record
from piazzetta.games.registry import NAMES
from piazzetta.match.provable_draws import dealer_of, new_seed, proof
from piazzetta.tables.lessons import tour
from tests.server.tools import Player, ServerProcess, any_move, at_table

pytestmark = pytest.mark.compiled_only


def events(match: Match, verb: str) -> list[tuple[str, dict[str, object]]]:
    """What each legal move that begins with a verb would do."""
    previews = [match.preview(move) for move in match.legal_moves if move.startswith(verb)]
    return [(event.key, event.params) for preview in previews for event in preview.events]


def test_the_market_has_something_to_show() -> None:
    """An alley whose completion scores most for the learner, a Bobby with a toll, and clients in the bag."""
    match = tour("portobello").replay()
    assert match.mover == 0
    match.play("tile 3")
    scored = [params["points"] for key, params in events(match, "build") if key == "alley_scored"]
    assert any(points[0] >= 8 and points[0] > max(points[1:]) for points in scored)  # type: ignore[index]
    tolls = [params for key, params in events(match, "bobby") if key == "bobby_crossed"]
    assert any(params["toll"] == 1 and len(params["receivers"]) == 1 for params in tolls)  # type: ignore[arg-type]
    assert "draw" in match.legal_moves


def test_the_journey_has_something_to_show() -> None:
    """An auction to call, a ticket that reaches the city even with one more baggage, and goods that any shop buys."""
    match = tour("viaggiatore").replay()
    assert match.mover == 0
    assert "auction" in match.legal_moves
    match.play("close")
    remarks = [note for move in match.legal_moves for note in match.preview(move).remarks]
    assert sum(note.key == "arrives" and note.params["more"] >= 1 for note in remarks) >= 2
    goods = match.view(0)["seats"][0]["objects"]
    deck = match.setting.components.to_json()
    for card in deck:
        assert any(least is not None and have >= least for have, least in zip(goods, card["shop"], strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_a_table_begins_with_it_and_is_played_to_the_end(server: ServerProcess, name: str) -> None:
    made = server.create(name, ["me", "bot random", "bot random"], tour=True)

    async def story() -> None:
        ada = Player(server.base, made["table"], {0: made["tokens"]["0"]})
        async with at_table(ada):
            first = await ada.turn()
            assert first["awaited"] == [0]
            assert first["view"] == msgspec.to_builtins(tour(name).replay().view(0))
            await ada.play_on(any_move(3))

    asyncio.run(story())
    record = Record.loads(server.get(f"/api/v1/tables/{made['table']}/record").text)
    assert record.moves[: len(tour(name).moves)] == tour(name).moves
    assert record.extra["fair"]["prepared"] > 0
    record.verify()
    reread = server.table(made["table"]).match  # from its log, as after a restart
    assert reread is not None
    assert reread.moves[len(record.opening) :] == record.moves
    # Drawing the many cards of one lesson by chance would be a miracle; the few clients of the other would not.
    if name == "viaggiatore":
        record.extra["fair"]["prepared"] = 0
        with pytest.raises(BadRecord, match="chance brought"):
            record.verify()


def test_a_tour_brings_its_own_rules(server: ServerProcess) -> None:
    seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
    for more in ({"edition": "it"}, {"rules": {"lord": "action"}}, {"starter": 1}):
        refused = server.post("/api/v1/tables", {"game": "portobello", "seats": seats, "tour": True, **more})
        assert (refused.status_code, "leave out" in refused.json()["sentence"]) == (400, True)
    few = server.post("/api/v1/tables", {"game": "portobello", "seats": seats[:2], "tour": True})
    assert "for 3 players" in few.json()["sentence"]


def test_prepared_draws_are_a_number() -> None:
    fair = proof(new_seed(), [None, None], prepared=2)
    assert dealer_of(fair, 2, [7, 8, 9]).known.copy() == dealer_of(fair, 2, [7, 8]).known
    with pytest.raises(ValueError, match="whole number"):
        dealer_of(fair | {"prepared": "all"}, 2)
