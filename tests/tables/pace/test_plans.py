"""Moves that are chosen in advance: made when they can be, dropped when they cannot, seen by nobody else."""

from __future__ import annotations

from tests.tables.driver import Driver, Json
from tests.tables.pace.test_clocks import begin_turn, first_move, mover
from tests.tables.test_scenarios import NOON, code, kinds, play_first, seated, sight


def play_planned(driver: Driver, seat: int) -> Json:
    return driver.command("PlayPlanned", {"seat": seat, "asked": sight(driver, seat)["asked"]}, NOON)


def end_turn(driver: Driver, seat: int) -> None:
    while mover(driver) == seat:
        play_first(driver)


def pass_the_move_to(driver: Driver, seat: int) -> None:
    while mover(driver) != seat:
        play_first(driver)


def test_what_was_planned_is_played_step_by_step(driver: Driver) -> None:
    seated(driver, "portobello", 2)
    seat = 1 - begin_turn(driver, NOON)
    driver.plan(seat, [[{"move": "tile n3"}, {"move": "bobby D7"}, {"move": "tile 3"}], [{"move": "tile 2"}]])
    assert sight(driver, seat)["planned"] == {
        "steps": [[{"move": "tile n3"}, {"move": "bobby D7"}, {"move": "tile 3"}], [{"move": "tile 2"}]],
        "done": 0,
        "missed": False,
    }
    assert sight(driver, 1 - seat)["planned"] is None
    assert driver.update([])["sight"]["planned"] is None
    pass_the_move_to(driver, seat)
    first = sight(driver, seat)
    legal = [option["move"] for option in first["legal"]]
    expected = next((move for move in ("tile n3", "bobby D7", "tile 3") if move in legal), None)
    assert expected is not None, legal
    (event,) = play_planned(driver, seat)["events"]
    assert (event[1]["move"], event[1]["by"]) == (expected, "plan")
    assert sight(driver, seat)["planned"]["done"] == 1


def test_a_plan_may_depend_on_what_the_bag_brings(driver: Driver) -> None:
    """A client is drawn and placed by one seat: whoever plans a turn does not know what comes."""
    seated(driver, "portobello", 2)
    for _ in range(300):
        seat = mover(driver)
        legal = [option["move"] for option in sight(driver, seat)["legal"]]
        if "draw" in legal:
            break
        play_first(driver)
    driver.command("Play", {"seat": seat, "move": "draw", "at": 10**6}, NOON)
    brought = sight(driver, seat)["view"]["in_hand"]
    places = [option["move"] for option in sight(driver, seat)["legal"]]
    assert brought in ("servant", "burgher", "lord")
    assert places[0].startswith("place ")
    end_turn(driver, seat)
    alternatives: list[Json] = [
        {"move": f"place {square}", "when": "in_hand", "is": kind}
        for kind, square in (("servant", "K"), ("burgher", "J"), ("lord", "I"))
    ]
    driver.plan(seat, [[{"move": "tile 4"}], [{"move": "draw"}], alternatives])
    pass_the_move_to(driver, seat)
    for expected in ("tile 4", "draw"):
        assert play_planned(driver, seat)["events"][0][1]["move"] == expected
    brought = sight(driver, seat)["view"]["in_hand"]
    placed = {"servant": "place K", "burgher": "place J", "lord": "place I"}[brought]
    assert play_planned(driver, seat)["events"][0][1]["move"] == placed
    assert sight(driver, seat)["planned"] is None


def test_a_sealed_bid_waits_for_the_next_auction(driver: Driver) -> None:
    seated(driver, "viaggiatore", 3)
    caller = mover(driver)
    seat = (caller + 1) % 3
    card = sight(driver, seat)["view"]["seats"][seat]["hand"][0]
    number = card["number"] if isinstance(card, dict) else card
    driver.plan(seat, [[{"move": f"bid {number}"}, {"move": "bluff"}]])
    driver.command("Play", {"seat": caller, "move": "auction", "at": 10**6}, NOON)
    assert seat in driver.update([])["sight"]["awaited"]
    (event,) = play_planned(driver, seat)["events"]
    assert event[1]["move"] in (f"bid {number}", "bluff")
    assert sight(driver, seat)["planned"] is None, "all of it is done"


def test_what_cannot_be_done_is_dropped_and_told(driver: Driver) -> None:
    seated(driver, "portobello", 2)
    seat = 1 - begin_turn(driver, NOON)
    driver.plan(seat, [[{"move": "place A"}, {"move": "tile 2", "when": "phase", "is": "never"}]])
    pass_the_move_to(driver, seat)
    assert sight(driver, seat)["planned"]["missed"] is True
    assert play_planned(driver, seat) == {"events": []}
    driver.command("Play", {"seat": seat, "move": first_move(driver, seat), "at": 10**6}, NOON)
    assert sight(driver, seat)["planned"] is None, "whoever chooses something else gives the plan up"


def test_a_move_taken_back_withdraws_plans(driver: Driver) -> None:
    seated(driver, "portobello", 2)
    seat = 1 - begin_turn(driver, NOON)
    play_first(driver)
    driver.plan(seat, [[{"move": "tile 2"}]])
    assert sight(driver, seat)["planned"] is not None
    driver.command("Undo", {"seat": 1 - seat, "at": 10**6}, NOON)
    assert sight(driver, seat)["planned"] is None


def test_a_bot_that_takes_over_withdraws_a_plan_for_good(driver: Driver) -> None:
    seated(driver, "portobello", 2)
    seat = 1 - begin_turn(driver, NOON)
    driver.plan(seat, [[{"move": "tile 2"}]])
    driver.command("ChooseStandIn", {"seat": seat, "level": "easy", "now": True}, NOON)
    assert sight(driver, seat)["planned"] is None
    driver.command("TakeBackSeat", {"seat": seat}, NOON)
    assert sight(driver, seat)["planned"] is None, "its person did not choose it again"
    driver.plan(seat, [[{"move": "tile 2"}]])
    assert sight(driver, seat)["planned"] is not None


def test_what_can_be_planned(driver: Driver) -> None:
    seated(driver, "portobello", 2)
    seat = 1 - mover(driver)
    assert code(driver.plan(1 - seat, [[{"move": "tile 2"}]])) == "your_turn"
    assert code(driver.plan(seat, [[{"move": "fly away"}]])) == "illegal"
    assert code(driver.plan(seat, [[]])) == "bad"
    for field in ("nothing", "bag", "squares"):
        assert code(driver.plan(seat, [[{"move": "tile 2", "when": field, "is": "x"}]])) == "bad"
    driver.plan(seat, [[{"move": "tile 2"}]])
    driver.plan(seat, [])
    assert sight(driver, seat)["planned"] is None
    driver.command("Leave", {"seat": seat}, NOON)
    assert code(driver.plan(seat, [[{"move": "tile 2"}]])) == "bot_plays"


def test_the_record_does_not_tell_what_was_planned(driver: Driver) -> None:
    seated(driver, "viaggiatore", 3)
    caller = mover(driver)
    seat = (caller + 1) % 3
    driver.plan(seat, [[{"move": "bluff"}]])
    driver.command("Play", {"seat": caller, "move": "auction", "at": 10**6}, NOON)
    if kinds(play_planned(driver, seat)):
        told = driver.update([])["happened"][-1]
        assert told["kind"] == "sealed"
        assert "by" not in told
    for one in range(2):
        driver.command("Resign", {"seat": one}, NOON)
    assert "'plan'" not in str(driver.record())
