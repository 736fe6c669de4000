"""What a move does, as events and in words; what it would do, as a preview."""

from __future__ import annotations

import pytest

from piazzetta.games.base import SPECTATOR, Event, Preview
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.game import PORTOBELLO
from piazzetta.match.match import Match
from tests.messages import keys
from tests.portobello.table import TEN, last_events, new, play, position, strip

ALL = {**TEN, "K": "lord"}
NINE = {square: client for square, client in TEN.items() if square != "J"}
LAST_ROUND = {"A-H": "bbbbbb", "A-B": "bbbbb", "H-I": "bb", "D-I": "bbb"}


def told(match: Match) -> list[str]:
    """The last move in words."""
    return [match.setting.game.say(match.setting.components, event) for event in last_events(match)]


def test_bobby_set() -> None:
    match = play(new(4), "bobby D4")
    assert last_events(match) == [
        Event("bobby_set", {"seat": 3, "district": "D4", "name": "Fish Row"}),
        Event("turn", {"seat": 0}),
    ]
    assert told(match) == ["Blue places the Bobby in Fish Row (D4).", "Red’s turn."]


def test_tile_picked_and_turn_ended() -> None:
    match = play(position(edition="es"), "tile 3")
    assert last_events(match) == [Event("tile_picked", {"seat": 0, "tile": "3", "actions": 3})]
    assert told(match) == ["Red uses the 3 tile: 3 actions."]
    match.play("end")
    assert last_events(match) == [Event("turn_ended", {"seat": 0}), Event("turn", {"seat": 1})]
    assert told(match) == ["Red ends their turn.", "Yellow’s turn."]


@pytest.mark.parametrize(("end", "space"), [("A", 1), ("B", 3)])
def test_built(end: str, space: int) -> None:
    match = position(seat=1, tile="3", stalls={"A-B": "r----" if end == "A" else "----r"})
    match.play(f"build A-B@{end}")
    params = {"seat": 1, "alley": "A-B", "name": "Golborne Road", "end": end, "space": space, "left": 15}
    assert last_events(match) == [Event("built", params)]
    there = {"A": "St Charles Square", "B": "Golborne Cross"}[end]
    assert told(match) == [f"Yellow builds a stall in Golborne Road (A-B), from the {there} ({end}) end."]


def test_drawing_and_placing() -> None:
    match = play(position(tile="3"), "draw")
    assert last_events(match) == [Event("drawing", {"seat": 0})]
    assert told(match) == ["Red draws a customer."]
    match.play("burgher")
    assert last_events(match) == [Event("client_drawn", {"seat": 0, "client": "burgher"})]
    assert told(match) == ["Red draws a burgher."]
    match.play("place F")
    params = {"seat": 0, "client": "burgher", "square": "F", "name": "Powis Square"}
    assert last_events(match) == [Event("client_placed", params)]
    assert told(match) == ["Red places the burgher on Powis Square (F)."]


def test_queued_and_taken_from_the_row() -> None:
    match = play(new(2, rules={"clients": "queue"}), "servant")
    assert last_events(match) == [Event("client_queued", {"client": "servant", "place": 1})]
    assert told(match) == ["Customer 1 in the row is a servant."]
    play(match, "burgher")
    assert last_events(match) == [Event("client_queued", {"client": "burgher", "place": 2})]
    play(match, *["servant", "burgher"] * 4, "bobby D1", "tile 2", "draw")
    assert last_events(match) == [Event("client_drawn", {"seat": 0, "client": "servant"})]


def test_housed() -> None:
    match = play(new(2, rules={"clients": "house"}), "servant", "the lord")
    assert last_events(match) == [Event("client_housed", {"client": "lord", "square": "B"})]
    assert told(match) == ["The lord is on Golborne Cross (B)."]


def test_lord_came_after_the_tenth() -> None:
    match = play(position(tile="3", clients=NINE), "draw", "burgher", "place J")
    assert last_events(match) == [
        Event("client_placed", {"seat": 0, "client": "burgher", "square": "J", "name": "Notting Hill Gate"}),
        Event("lord_came", {"seat": 0, "client": "lord", "square": "K", "name": "Pembridge Square"}),
    ]
    assert told(match)[1] == "The lord comes to Pembridge Square (K)."


def test_lord_sent() -> None:
    match = play(position(tile="3", clients=TEN, edition="it"), "lord")
    params = {"seat": 0, "client": "lord", "square": "K", "name": "Pembridge Square"}
    assert last_events(match) == [Event("client_placed", params)]


def test_lord_in_hand_on_a_larger_map() -> None:
    sent = play(position(tile="3", clients=TEN, board=strip(12), edition="it"), "lord")
    assert last_events(sent) == [Event("lord_in_hand", {"seat": 0})]
    assert told(sent) == ["Red brings in the lord."]
    by_himself = play(position(tile="3", clients=NINE, board=strip(12)), "draw", "burgher", "place J")
    assert [event.key for event in last_events(by_himself)] == ["client_placed", "lord_in_hand"]
    by_himself.play("place L")
    assert last_events(by_himself) == [
        Event("client_placed", {"seat": 0, "client": "lord", "square": "L", "name": "L"}),
    ]


def test_alley_scored() -> None:
    match = position(tile="3", stalls={"A-D": "ry-"}, clients={"A": "servant", "D": "burgher"})
    match.play("build A-D@A")
    params = {"alley": "A-D", "name": "Oxford Gardens", "clients": ["servant", "burgher"], "points": [6, 4, 0, 0]}
    assert last_events(match)[1] == Event("alley_scored", params)
    assert told(match)[1] == "Oxford Gardens (A-D) is complete and scores: Red 6, Yellow 4."


@pytest.mark.parametrize(
    ("row", "edition", "toll", "receivers", "words"),
    [
        ("----", "de", 1, [], "costs 1 point"),
        ("r---", "de", 0, [], "free"),
        ("ry--", "de", 1, [], "costs 1 point"),
        ("rygb", "es", 3, [1, 2, 3], "costs 3 points, paid to Yellow, Green, and Blue"),
        ("ry--", "fr-memo", 0, [], "free"),
        ("yg--", "de", 2, [1, 2], "costs 2 points, paid to Yellow and Green"),
    ],
)
def test_bobby_crossed(row: str, edition: str, toll: int, receivers: list[int], words: str) -> None:
    match = position(tile="3", stalls={"B-D": row}, edition=edition)
    match.play("bobby D2")
    params = {
        "seat": 0,
        "from": "D1",
        "district": "D2",
        "name": "Costers Row",
        "alley": "B-D",
        "alley_name": "Lancaster Road",
        "toll": toll,
        "receivers": receivers,
    }
    assert last_events(match) == [Event("bobby_crossed", params)]
    assert told(match) == [f"Red moves the Bobby across Lancaster Road to Costers Row (D2): {words}."]


def test_district_marked() -> None:
    match = play(position(stalls={"A-B": "rrr--"}), "mark D1 x4")
    params = {"seat": 0, "district": "D1", "name": "Rag Fair", "factor": 4, "stalls": 3, "points": 12}
    assert last_events(match) == [Event("district_marked", params), Event("turn", {"seat": 1})]
    assert told(match)[0] == "Red marks the district Rag Fair (D1): 3 stalls × 4 = 12 points."


def test_last_round() -> None:
    stalls = {**LAST_ROUND, "D-I": "-bb"}
    match = play(position(seat=3, tile="2", bobby="D10", stalls=stalls), "build D-I@I")
    assert last_events(match)[1] == Event("last_round", {"seat": 3, "ends": "round"})
    assert told(match)[1] == "Blue has built their last stall. This is the last round."


def test_lord_scored_and_game_over() -> None:
    stalls = {**LAST_ROUND, "J-K": "yrr--", "F-K": "g--"}
    match = play(position(seat=3, tile="2", bobby="D10", clients=ALL, stalls=stalls, edition="es"), "end")
    params = {"name": "Chepstow Villas", "clients": ["burgher", "lord"], "alley": "J-K", "points": [20, 4, 0, 0]}
    assert last_events(match) == [
        Event("turn_ended", {"seat": 3}),
        Event("lord_scored", {**params, "alley": "F-K", "name": "Westbourne Grove", "points": [0, 0, 8, 0]}),
        Event("lord_scored", params),
        Event("game_over", {"scores": [30, 14, 18, 10], "winners": [0], "clause": "9.1"}),
    ]
    assert told(match)[1:] == [
        "The lord scores Westbourne Grove (F-K): Green 8.",
        "The lord scores Chepstow Villas (J-K): Red 20, Yellow 4.",
        "The game is over. Red wins: Red 30, Yellow 14, Green 18, Blue 10.",
    ]


def test_several_win() -> None:
    match = play(position(2, seat=1, tile="2", edition="it", rules={"actions": "may"}, idle_rounds=2), "end")
    assert told(match)[-1] == (
        "Three rounds have passed without a stall, a customer or a mark, so the game is over. "
        "Red and Yellow share the win: Red 0, Yellow 0."
    )


def everything() -> list[Event]:
    """Events from positions that cover every kind."""
    matches = [
        play(new(2, rules={"clients": "queue"}), "servant"),
        play(new(2, rules={"clients": "house"}), "burgher"),
        play(new(2), "bobby D1", "tile 2", "bobby D2", "build B-D@B", "draw", "servant", "place A", "end"),
        play(position(tile="3", clients=NINE, stalls={"J-K": "rrrrr"}), "draw", "burgher", "place J"),
        play(position(tile="3", clients=TEN, board=strip(12), edition="it"), "lord"),
        play(position(seat=3, clients=ALL, stalls={**LAST_ROUND, "J-K": "yrr--"}), "mark D1 x2"),
        play(position(seat=3, tile="2", bobby="D10", stalls={**LAST_ROUND, "D-I": "-bb"}), "build D-I@I"),
    ]
    return [event for match in matches for event in match.events(SPECTATOR)]


def test_every_event_happens_and_has_a_sentence() -> None:
    happened = everything()
    words = PORTOBELLO.english(Board.default())
    assert {event.key for event in happened} == keys("portobello", "event")
    for event in happened:
        sentence = words.say("event", event.key, event.params)
        assert sentence.endswith(".")
        assert sentence[0].isupper()
        assert "{" not in sentence


def test_an_event_that_is_none() -> None:
    with pytest.raises(KeyError):
        PORTOBELLO.say(Board.default(), Event("rain", {}))


# --- previews ---


@pytest.mark.parametrize(
    ("row", "edition", "points", "words"),
    [
        ("----", "de", (-1, 0, 0, 0), "Costs 1 point"),
        ("y---", "de", (-1, 1, 0, 0), "Costs 1 point, paid to Yellow"),
        ("ygb-", "de", (-3, 1, 1, 1), "Costs 3 points, paid to Yellow, Green, and Blue"),
        ("rrb-", "de", (0, 0, 0, 0), "Free"),
        ("rb--", "de", (-1, 0, 0, 0), "Costs 1 point"),
        ("rb--", "es", (-1, 0, 0, 1), "Costs 1 point, paid to Blue"),
        ("rb--", "fr-memo", (0, 0, 0, 0), "Free"),
    ],
)
def test_preview_of_a_crossing_says_what_it_costs_and_to_whom(
    row: str, edition: str, points: tuple[int, ...], words: str
) -> None:
    match = position(tile="3", stalls={"B-D": row}, edition=edition)
    before = match.state().tobytes()
    preview = match.preview("bobby D2")
    assert preview.move == "bobby D2"
    assert preview.points == points
    assert preview.notes == (words,)
    assert str(preview) == words
    assert match.state().tobytes() == before, "looking ahead changes nothing"
    match.play("bobby D2")
    assert preview.events == tuple(last_events(match))


def test_preview_of_a_stall_that_completes_an_alley() -> None:
    stalls = {"A-D": "by-"}
    match = position(seat=1, tile="3", stalls=stalls, clients={"A": "servant", "D": "burgher"})
    preview = match.preview("build A-D@A")
    assert preview.points == (0, 6, 0, 4)
    assert str(preview) == "Completes Oxford Gardens (A-D): you 6, Blue 4"


def test_preview_of_a_client_that_completes_alleys() -> None:
    match = position(tile="3", stalls={"A-D": "rrr", "A-B": "yyyyy"}, clients={"B": "servant", "D": "servant"},
                     hand="servant")  # fmt: skip
    preview = match.preview("place A")
    assert preview.points == (5, 7, 0, 0)
    assert preview.notes == ("Completes Golborne Road (A-B): Yellow 7", "Completes Oxford Gardens (A-D): you 5")
    assert match.preview("place K") == Preview("place K", (0, 0, 0, 0), match.preview("place K").events)
    assert str(match.preview("place K")) == "No points change hands."


def test_preview_of_marking() -> None:
    preview = position(stalls={"A-B": "rrr--", "A-D": "r--"}).preview("mark D1 x4")
    assert preview.points == (16, 0, 0, 0)
    assert str(preview) == "Brings 16 points (4 × 4)"


def test_preview_of_the_last_stall() -> None:
    stalls = {**LAST_ROUND, "D-I": "-bb"}
    preview = position(seat=3, tile="2", bobby="D10", stalls=stalls).preview("build D-I@I")
    assert str(preview) == "Your last stall: this becomes the last round"


def test_preview_of_a_tile() -> None:
    assert str(position().preview("tile 4")) == "4 actions"
    marked = {"D1": "y2", "D2": "y4", "D3": "g2", "D4": "g4", "D5": "r2"}
    assert str(position(marked=marked).preview("tile n1")) == "1 action"


def test_preview_of_a_draw_tells_nothing() -> None:
    preview = position(tile="3").preview("draw")
    assert preview.points == (0, 0, 0, 0)
    assert preview.events == (Event("drawing", {"seat": 0}),)
    assert str(preview) == "No points change hands."


def test_preview_of_the_end_of_the_game() -> None:
    stalls = {**LAST_ROUND, "J-K": "yrr--"}
    preview = position(seat=3, tile="2", bobby="D10", clients=ALL, stalls=stalls, edition="es").preview("end")
    assert preview.points == (20, 4, 0, 0)
    assert preview.notes == ("The lord scores Chepstow Villas (J-K): Red 20, Yellow 4", "Ends the game")


def test_no_preview_of_what_is_not_allowed() -> None:
    match = position(tile="3")
    with pytest.raises(ValueError, match=r"clause 3\.3"):
        match.preview("end")
