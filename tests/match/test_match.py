"""One game in progress: playing, refusals, undo, views."""

from __future__ import annotations

import json
import random

import pytest

import piazzetta
from piazzetta import CHANCE, OPEN, SPECTATOR, BadInput, IllegalMove, Match, SeededDealer, SystemDealer
from piazzetta.batch.playout import random_game


def start(**options: object) -> Match:
    return piazzetta.game("portobello", **options).start(seed=1)  # type: ignore[arg-type]


def test_play_by_text_and_by_number() -> None:
    by_text, by_number = start(), start()
    for move in ("bobby D7", "tile 3", "build D-E@E"):
        by_text.play(move)
        by_number.play(by_number.setting.action(move))
    assert by_text.moves == by_number.moves == [(1, "bobby D7"), (0, "tile 3"), (0, "build D-E@E")]
    assert by_text.state().tobytes() == by_number.state().tobytes()


def test_legal_moves_are_iterable_and_a_container() -> None:
    match = start()
    moves = match.legal_moves
    assert len(moves) == 12 == len(list(moves))
    assert "bobby D1" in moves
    assert match.setting.action("bobby D1") in moves
    assert "tile 3" not in moves
    assert "nonsense" not in moves
    assert None not in moves
    assert repr(moves).startswith("LegalMoves(['bobby D1'")


def test_a_refusal_says_why_and_names_the_clause() -> None:
    match = start()
    with pytest.raises(IllegalMove) as refusal:
        match.play("tile 3")
    assert refusal.value.clause == "2.3"
    assert refusal.value.move == "tile 3"
    assert "Bobby" in str(refusal.value)
    assert match.moves == []


@pytest.mark.parametrize(
    ("move", "hint"), [("tile 33", "did you mean “tile 3”"), ("?" * 500, "is not a move"), ("", "is not a move")]
)
def test_unknown_moves_are_refused_with_a_hint(move: str, hint: str) -> None:
    with pytest.raises(IllegalMove, match=hint):
        start().play(move)


@pytest.mark.parametrize("number", [-1, 104, 10**12])
def test_unknown_numbers_are_refused(number: int) -> None:
    with pytest.raises(IllegalMove, match="is not a move of this game"):
        start().play(number)


def test_the_wrong_seat_is_refused() -> None:
    match = start()
    with pytest.raises(IllegalMove, match="It is Yellow’s turn") as refusal:
        match.play("bobby D1", seat=0)
    assert refusal.value.clause == "2.2"
    match.play("bobby D1", seat=1)


def test_undo_takes_back_own_moves_of_this_turn() -> None:
    match = start()
    match.play("bobby D7")
    with pytest.raises(IllegalMove, match="ended the turn"):
        match.undo()
    match.play("tile 2")
    match.play("build D-E@E")
    with pytest.raises(IllegalMove, match="another player’s"):
        match.undo(seat=1)
    assert match.undo(seat=0) == "build D-E@E"
    assert match.undo() == "tile 2"
    with pytest.raises(IllegalMove):
        match.undo()


def test_undo_never_goes_past_a_draw() -> None:
    match = start()
    for move in ("bobby D7", "tile 2", "draw"):
        match.play(move)
    with pytest.raises(IllegalMove, match="random draw cannot"):
        match.undo()
    match.play("place A")
    assert match.undo() == "place A"


def test_undo_of_a_draw_from_the_open_row() -> None:
    """With the open row (10.1) nothing is drawn blind, so a draw can be undone."""
    match = start(rules={"clients": "queue"})
    for move in ("bobby D7", "tile 2", "draw"):
        match.play(move)
    assert match.undo() == "draw"


def test_undo_never_goes_past_the_opening() -> None:
    match = start()
    assert match.why_not_undo() == "There is no move to undo."


def test_undo_of_a_bid_before_the_reveal_but_not_after() -> None:
    match = piazzetta.game("viaggiatore", players=2).start(seed=1)
    match.play("auction")
    match.play("bluff")
    assert match.undo(seat=0) == "bluff"
    match.play("bluff")
    match.play("bluff")
    with pytest.raises(IllegalMove, match="revealed"):
        match.undo(seat=1)


@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
def test_what_was_said_about_taking_back_is_said_anew_after_each_move(name: str) -> None:
    """Answers are kept until the next move: a copy of the game, which was asked nothing yet, gives the same ones."""
    match = piazzetta.game(name, players=3).start(seed=2)
    rng = random.Random(3)
    taken_back = 0
    for _ in range(120):
        assert match.length == len(match.log)
        asking: list[int | None] = [None, *range(3)]
        for seat in asking:
            kept, fresh = match.undo_refusal(seat), match.copy().undo_refusal(seat)
            assert (str(kept), getattr(kept, "params", None)) == (str(fresh), getattr(fresh, "params", None))
        back = [seat for seat in range(3) if match.undo_refusal(seat) is None]
        if back and rng.random() < 0.3:
            match.undo(rng.choice(back))
            taken_back += 1
        else:
            seat = rng.choice(match.awaited)
            match.choose(rng.choice(list(match.choices(seat))), seat)
    assert taken_back > 10


def test_preview_says_what_a_move_brings_and_refuses_what_is_not_allowed() -> None:
    match = start()
    match.play("bobby D7")
    match.play("tile 3")
    preview = match.preview("bobby D2")
    assert preview.points == (-1, 0)
    assert str(preview) == "Costs 1 point"
    assert str(match.preview("build D-E@E")) == "Space 3, up to × 4: up to 12 points"
    with pytest.raises(IllegalMove, match=r"4\.1"):
        match.preview("build A-B@A")


def test_same_seed_same_game_and_another_seed_another() -> None:
    def deal(seed: int) -> list[tuple[int, str]]:
        return piazzetta.game("viaggiatore", players=6).start(seed=seed).moves

    assert deal(5) == deal(5) != deal(6)
    assert deal(5)[:3] == [(-1, "card 30"), (-1, "card 7"), (-1, "card 0")]  # on every machine


def test_the_system_dealer_deals_what_is_there() -> None:
    match = piazzetta.game("viaggiatore").start()
    assert len({action for _, action in match.log}) == 10
    assert match.mover == 0


def test_without_a_dealer_chance_waits() -> None:
    match = Match(piazzetta.game("viaggiatore"))
    assert match.mover == CHANCE
    match.play("card 3", seat=CHANCE)
    match.deal_with(SeededDealer(1))
    assert match.mover == 0
    assert match.view(0)["game"] == "viaggiatore"


def test_views_are_plain_data() -> None:
    for name in ("portobello", "viaggiatore"):
        match = piazzetta.game(name).start(seed=1)
        for viewer in (0, 1, SPECTATOR, OPEN):
            assert json.loads(json.dumps(match.view(viewer))) == match.view(viewer)


def test_printing_a_match_draws_it() -> None:
    for name in ("portobello", "viaggiatore"):
        lines = str(piazzetta.game(name).start(seed=1)).splitlines()
        assert len(lines) > 5
        assert max(map(len, lines)) <= 80


def test_repr_of_a_setting_can_be_evaluated() -> None:
    made = piazzetta.game("portobello", players=4, starter=2, edition="it", rules={"lord": "free"})
    again = eval(repr(made))
    assert repr(again) == repr(made)
    assert again.rules == made.rules
    assert again.params.tobytes() == made.params.tobytes()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"name": "chess"}, "unknown game 'chess'"),
        ({"name": "portobello", "players": 5}, r"2 to 4 players, not 5 \(clause 1.1\)"),
        ({"name": "viaggiatore", "players": 1}, "2 to 6 players"),
        ({"name": "portobello", "starter": 2}, "starter must be a seat from 0 to 1"),
        ({"name": "portobello", "edition": "nl"}, "no edition 'nl'; there is de, it, fr, es, fr-memo"),
        ({"name": "portobello", "rules": {"king": "x"}}, "no rule 'king'"),
        ({"name": "portobello", "rules": {"lord": "never"}}, "lord must be one of free, action"),
        ({"name": "portobello", "rules": {"start_score": -1}}, "start_score must be a whole number from 0"),
        ({"name": "portobello", "rules": {"start_score": True}}, "start_score must be a whole number"),
        ({"name": "viaggiatore", "rules": {"target": "21"}}, r"target must be a whole number from 1 to 20.*7\.1"),
        ({"name": "portobello", "deck": []}, "takes no deck"),
        ({"name": "viaggiatore", "board": {}}, "takes no board"),
    ],
)
def test_a_bad_setting_is_refused_in_a_sentence(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        piazzetta.game(**options)  # type: ignore[arg-type]


def test_numbers_outside_the_numbering_have_no_text() -> None:
    with pytest.raises(BadInput, match="numbered"):
        piazzetta.game("portobello").text(104)


def test_a_long_game_grows_its_room() -> None:
    setting = piazzetta.game("viaggiatore", players=6)
    log = random_game(setting, 1, 0)
    assert len(log) > 256
    match = Match(setting)
    for _, action in log:
        match.play(action)
    assert match.over
    assert match.winners
    with pytest.raises(IllegalMove, match="over"):
        match.play("auction")
    with pytest.raises(IllegalMove, match="over"):
        match.play("auction", seat=0)


def test_dealers_choose_by_weight() -> None:
    assert SystemDealer().draw([7, 8, 9], [0, 3, 0]) == 8
    assert SeededDealer(1).draw([7, 8, 9], [0, 3, 0]) == 8
