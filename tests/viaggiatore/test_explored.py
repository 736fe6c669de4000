"""What an opening explorer counts together: what looks alike on the table, and moves that show the same."""

from __future__ import annotations

import piazzetta
from piazzetta.batch.visits import MOST_BITS
from piazzetta.games.viaggiatore.deck import Deck
from piazzetta.games.viaggiatore.state import PHASES
from piazzetta.games.viaggiatore.view import OF_A_SEAT, parts
from tests.viaggiatore.decks import odd_deck


def test_moves_are_counted_by_what_they_show() -> None:
    setting = piazzetta.game("viaggiatore", players=3)
    kinds = setting.game.explored_moves(setting.components)
    assert len(kinds) == setting.decision_count
    small = setting.game.explored_moves(Deck.read(odd_deck(60)))
    assert max(len(set(kinds)), len(set(small))) <= MOST_BITS, "each kind has a bit of a visit"
    assert small.count("nothing") == 5 * (96 - 60)  # to bid, to carry either way up, to travel with, to ride with
    face = setting.components.to_json()[7]
    told = dict(zip(setting.texts, kinds, strict=False))
    assert told["auction"] == "auction"
    assert told["bid 7"] == f"bid worth {face['bid']}"
    assert {told[f"carry 7 {side}"] for side in face["vehicles"]} == {f"carry by {side}" for side in face["vehicles"]}
    assert (told["travel 7"], told["ride 7"]) == (f"travel by {face['ticket']}", f"ride by {face['ticket']}")


def test_hands_and_objects_do_not_count() -> None:
    setting = piazzetta.game("viaggiatore", players=3)
    numbers = setting.game.explored_numbers(setting.components, 3)
    sizes = {name: size for name, size, _ in parts(3)}
    assert numbers[-1] < PHASES + sizes["seats"]
    one = {name: size for name, size, _ in OF_A_SEAT}
    assert len(numbers) == PHASES + 3 * (sum(one.values()) - one["latest"] - one["carriers"] - one["objects"])
