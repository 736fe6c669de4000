"""Refusals, previews, events in words, the drawing."""

from __future__ import annotations

import re

import pytest
from rich.console import Console

from piazzetta.games.base import OPEN, Event
from piazzetta.games.viaggiatore.game import VIAGGIATORE
from piazzetta.games.viaggiatore.rules import allowed as why
from piazzetta.games.viaggiatore.state import ACTIONS
from piazzetta.games.viaggiatore.words.refusals import REASONS
from piazzetta.kernel import INTERPRETED, OVER
from tests.viaggiatore.table import DECK, NUMBERS, TEXTS, Table, games, positions


def test_every_reason_has_a_sentence_and_a_clause():
    codes = [value for name, value in vars(why).items() if name.isupper() and isinstance(value, int)]
    numbers = list(range(1, max(REASONS) + 1))
    assert sorted(REASONS) == numbers
    assert set(numbers) <= set(codes)
    assert all(re.fullmatch(r"[1-7]\.\d+", clause) for clause, _ in REASONS.values())


@pytest.mark.parametrize("players", [2, 4])
def test_every_refusal_is_a_sentence(players):
    found = set()
    for table in positions(players, 21, 1, 71 if INTERPRETED else 17):
        for action in range(ACTIONS):
            code = table.why_not(action)
            if code:
                sentence, clause = VIAGGIATORE.refusal(DECK, table.params, table.state, action, code)[:2]
                assert sentence.startswith(f"{TEXTS[action]} is not allowed. ")
                assert sentence.endswith(f" (clause {clause}).")
                assert "{" not in sentence
                found.add(code)
    assert len(found) >= 10


def test_no_such_move():
    table = Table(2)
    for action in (-1, ACTIONS):
        assert table.why_not(action) == why.NO_SUCH_MOVE
        refusal = VIAGGIATORE.refusal(DECK, table.params, table.state, action, why.NO_SUCH_MOVE)
        assert refusal[:2] == ("There is no such move (clause 3.1).", "3.1")


@pytest.mark.parametrize(
    ("moves", "move", "said"),
    [
        ([], "bid 24", "bid 24 is not allowed. No auction is going on (clause 3.2)."),
        ([], "bluff", "bluff is not allowed. No auction is going on (clause 3.2)."),
        ([], "carry 24 train", "There is no new baggage that needs a carrier (clause 3.8)."),
        ([], "travel 12", "End your auctions first (clause 3.1)."),
        ([], "stay", "End your auctions first (clause 3.1)."),
        ([], "ride 12", "Nobody has played a ticket to ride along with (clause 4.4)."),
        ([], "wait", "Nobody has played a ticket to ride along with (clause 4.4)."),
        (["auction"], "close", "An auction is under way: bid a card or bluff (clause 3.2)."),
        (["auction"], "bid 1", "This card is not in your hand: card 1, a 1 with a train ticket (clause 3.2)."),
        (["auction", "bid 24", "bluff"], "travel 12", "Choose a carrier for your new baggage first (clause 3.8)."),
        (["close"], "auction", "The auctions are over: travel or stay (clause 4.1)."),
        (["close"], "wait", "The auctions are over: travel or stay (clause 4.1)."),
        (["close"], "travel 95", "This card is not in your hand: card 95, a 4 with a bus ticket (clause 4.1)."),
        (["close"], "travel 24", "This card is a train ticket, and your carriers show only: ship (clause 4.1)."),
        (["close", "travel 12"], "stay", "A ship ticket has been played: ride along or wait (clause 4.4)."),
        (
            ["close", "travel 12"],
            "ride 24",
            "not in your hand: card 24, a 2 with a train ticket (clause 4.4).",
        ),
        (["close", "travel 12"], "shop 1", "No card is being drawn now (clause 6.1)."),
        (["close", "travel 12", "wait"], "stay", "A card has to be turned up or dealt first (clause 6.1)."),
        (
            ["close", "travel 12", "wait"],
            "shop 2",
            "deck is drawn; it is not a shop (clause 6.1).",
        ),
    ],
)
def test_why_not_in_plain_words(moves, move, said):
    lots = {0: [(60, 25, "ship")], 1: [(61, 27, "ship")]}
    table = Table(2).arrange([[12, 24], [13, 14]], lots).play(*moves)
    assert table.refusal(move)[0].endswith(said)


def preview(table: Table, move: str):
    assert table.why_not(NUMBERS[move]) == 0
    found = VIAGGIATORE.preview(DECK, table.params, table.state, NUMBERS[move])
    return found.noted(VIAGGIATORE.english(DECK, int(table.state.asked)))


def test_previews():
    lots = {0: [(60, 25, "ship")], 1: [(61, 27, "ship")]}
    table = Table(2).arrange([[12, 24], [13]], lots, steps=[3, 2])
    assert str(preview(table, "auction")) == "Every player lays a card face down, or bluffs"
    assert str(preview(table, "close")) == "No more auctions this turn"
    table.play("auction")
    before = table.state.tobytes()
    assert str(preview(table, "bid 24")) == "If it wins: 2 clothes and 1 hat. If not, it is discarded"
    assert str(preview(table, "bluff")) == "No bid; the Bluff card comes back to hand"
    assert table.state.tobytes() == before
    table.play("bid 24")
    assert "The baggage then stays face down until you draw" in preview(table, "bid 13").notes
    table.play("bluff")
    assert preview(table, "carry 12 plane").notes == ("A plane ticket then moves you 4 steps",)
    table = Table(2).arrange([[12, 24], [13]], lots, steps=[3, 2]).play("close")
    found = preview(table, "travel 12")
    assert found.notes == (
        "4 steps: you arrive in the city (1 step more than needed)",
        "Thanks to your ship carrier",
        "56 of 96 shops would buy from you, for up to 2 points",
    )
    assert (found.move, found.points) == ("travel 12", (0, 0))
    assert found.events[0].params["arrived"]
    assert str(preview(table, "stay")) == "No ticket is played"
    table.play("travel 12")
    assert str(preview(table, "ride 13")) == "4 steps, to 6 of 7"
    assert preview(table, "ride 13").events[0].key == "rode"
    assert str(preview(table, "wait")) == "No ticket is played"
    table = Table(2).arrange([[12, 24], []], {0: [(60, 25, "ship")], 1: [(61, 0, None)]}, active=1).play("close")
    assert str(preview(table, "card 1")) == "Chance decides"
    table.play("card 1")
    assert preview(table, "carry 1 ship").notes == (
        "A ship ticket then moves you 5 steps",
        "The baggage is turned up",
    )


def test_every_event_is_said_in_one_sentence():
    said: dict[str, str] = {}
    for table, rng in [pair for players in (2, 4) for pair in games(players, 22, 2)]:
        while table.mover != OVER:
            before = table.copy().state
            action = rng.choice(table.choices())
            table.apply(action)
            for viewer in (0, OPEN):
                for event in VIAGGIATORE.events(DECK, table.params, before, action, table.state, viewer):
                    said[event.key] = VIAGGIATORE.say(DECK, event)
                    assert said[event.key].endswith(".")
                    assert "\n" not in said[event.key]
    wanted = {
        "auction_called",
        "auctions_closed",
        "bid_laid",
        "auction_revealed",
        "tie_lost",
        "auction_won",
        "nobody_won",
    }
    wanted |= {"all_bluffed", "face_down", "carrier_laid", "travelled", "rode", "stayed", "waited", "shop", "dealt"}
    wanted |= {"drew", "pile_turned", "turn", "game_over"}
    assert set(said) == wanted
    with pytest.raises(KeyError):
        VIAGGIATORE.say(DECK, Event("no such event", {}))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Event("bid_laid", {"seat": 0}), "Red lays a card face down."),
        (Event("bid_laid", {"seat": 0, "bid": "bluff"}), "Red lays a card face down: a bluff."),
        (Event("bid_laid", {"seat": 0, "bid": 7}), "Red lays a card face down: card 7, a 1 with a plane ticket."),
        (Event("dealt", {"seat": 3}), "Blue is dealt a card."),
        (Event("drew", {"seat": 4}), "Plum draws a card."),
        (Event("drew", {"seat": 5, "card": 9}), "Slate draws card 9, a 1 with a plane ticket."),
        (
            Event("drew", {"seat": 1, "card": 9, "must_carry": True}),
            "Yellow draws card 9, a 1 with a plane ticket, which must become the carrier.",
        ),
        (
            Event("tie_lost", {"value": 2, "seats": [2], "active_stays": True}),
            "Equal bids of 2: Green loses; the active player’s bid stays valid.",
        ),
        (
            Event("shop", {"seat": 0, "card": 4, "points": [0, 1, 1, 0], "total": 2}),
            "Red sells in the shop: 2 points (hats and shoes).",
        ),
        (Event("shop", {"seat": 0, "card": 4, "points": [0] * 4, "total": 0}), "Red sells in the shop: 0 points."),
        (
            Event("game_over", {"scores": [1, 1], "winners": [0, 1], "reason": "stalled", "clause": "7.2"}),
            "No card has moved for three rounds, so the game is over. Red and Yellow share the win: Red 1, Yellow 1.",
        ),
        (
            Event("game_over", {"scores": [5, 1], "winners": [0], "reason": "target", "clause": "7.1"}),
            "The game is over. Red wins: Red 5, Yellow 1.",
        ),
    ],
)
def test_say(event, sentence):
    assert VIAGGIATORE.say(DECK, event) == sentence


def draw(table: Table, viewer: int) -> str:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(VIAGGIATORE.drawing(DECK, table.view(viewer)))
    return capture.get()


@pytest.mark.parametrize("players", [2, 6])
def test_every_position_can_be_drawn_in_80_columns(players):
    phases = set()
    for table in positions(players, 23, 1, 19):
        phases.add(table.view()["phase"])
        for viewer in (0, OPEN) if players == 2 else (-1,):
            lines = draw(table, viewer).splitlines()
            assert max(len(line) for line in lines) <= 80
            assert not any("…" in line for line in lines if not line.startswith(("Deck", "Discard")))  # nothing cut off
    assert "finished" in phases


def test_a_drawing_shows_what_matters():
    table = Table(2).arrange([[12, 24], []], {0: [(60, 25, "ship")], 1: [(61, 26, "bus"), (10, 0, None)]}, steps=[3, 2])
    text = draw(table, 0)
    assert "Red may call an auction" in text
    assert "●●●○○○○" in text
    assert "card 24" in text
    assert "Red has baggage 60 by ship (25)" in text
    assert "Yellow has baggage 61 by bus (26), 10 face down" in text
    assert "card 24" not in draw(table, 1)
    table.play("auction", "bid 24")
    assert "laid" in draw(table, 1)
    assert "laid" not in draw(table, 0)
    table.play("bluff")
    assert "24 without carrier" in draw(table, 0)
