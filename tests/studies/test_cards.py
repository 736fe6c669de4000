"""What a viewer is told of a study: a seat only what was its own, unless all is open."""

from __future__ import annotations

import json

import pytest

from piazzetta import CHANCE, OPEN, SPECTATOR, BadInput
from piazzetta.studies import Study
from piazzetta.studies.cards import Cards
from piazzetta.tables.viewers.records import replay
from tests.studies.test_files import grown, played
from tests.tables.driver import plain


@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
@pytest.mark.parametrize("viewer", [OPEN, SPECTATOR, 0, 2])
def test_a_seat_sees_what_it_saw_in_the_game(name: str, viewer: int) -> None:
    """The same views and events as a replay shows that seat; a replay's are tested for secrets."""
    study = Study.of(played(name))
    cards, frames = Cards(study), replay(study.match(study.root.line[-1]), viewer, None)["frames"]
    opening = len(study.opening)
    for node, told in zip(study.root.line[1:], cards.tree(viewer)[1:], strict=True):
        frame = frames[opening + len(node.path)]
        assert (told["seat"], told["move"], plain(told["events"])) == (
            frame["seat"],
            frame["move"],
            plain(frame["events"]),
        )
    for place in range(0, 41, 8):
        node = study.root.line[place]
        assert plain(cards.position(node.number, viewer)["view"]) == plain(frames[opening + place]["view"])


def test_a_seat_is_not_told_what_others_can_choose_or_draw() -> None:
    study = grown("viaggiatore", 2, 6)
    cards = Cards(study)
    seen = set()
    for node in study.in_order:
        match = study.match(node)
        for viewer in (OPEN, SPECTATOR, 0, 1, 2):
            card = cards.position(node.number, viewer)
            knows = viewer == OPEN or (viewer == match.mover and match.mover >= 0) or match.over
            assert card["hidden"] is not knows
            assert [option["move"] for option in card["legal"]] == (
                list(match.legal_moves) if knows and match.mover >= 0 else []
            )
            assert bool(card["outcomes"]) is (viewer == OPEN and match.mover == CHANCE)
            seen.add((viewer == OPEN, match.mover == CHANCE, knows))
            if viewer >= 0 and match.mover != CHANCE:
                hands = [seat["hand"] for place, seat in enumerate(card["view"]["seats"]) if place != viewer]
                assert not any(isinstance(hand, list) for hand in hands)
    assert len(seen) == 5


def test_secret_moves_are_not_named() -> None:
    study = grown("viaggiatore", 2, 6)
    for viewer in (SPECTATOR, 0, 1, 2):
        tree = Cards(study).tree(viewer)
        assert {card["seat"] for card in tree if card["move"] is not None} <= {viewer}
        bids = [json.dumps(card["events"]) for card in tree if card["seat"] not in (viewer, CHANCE)]
        assert bids


def test_what_chance_may_bring_has_its_weight_and_words() -> None:
    study = Study.of(played())
    node = next(node for node in study.root.line if study.outcomes(node))
    card = Cards(study).position(node.number, 0)
    outcomes = card["outcomes"]
    assert [one["move"] for one in outcomes] == ["servant", "burgher"]
    assert {one["of"] for one in outcomes} == {sum(one["weight"] for one in outcomes)}
    assert [[event["key"] for event in one["events"]] for one in outcomes] == [["client_drawn"]] * 2
    assert (card["mover"], card["legal"], card["hidden"]) == (CHANCE, [], False)


def test_the_tree_tells_names_comments_and_the_game_played() -> None:
    study = grown("portobello", 3, 3)
    first = study.root.children[0]
    study.rename(first, "Start")
    study.remark(first, "Usual.")
    study.mark(first, [["blue", "square A", "district D4"]])
    tree = Cards(study).tree(OPEN)
    assert [card["number"] for card in tree] == [node.number for node in study.in_order]
    assert (tree[1].get("name"), tree[1].get("comment"), "name" in tree[2]) == ("Start", "Usual.", False)
    assert (tree[1].get("marks"), "marks" in tree[2]) == ([["blue", "square A", "district D4"]], False)
    assert [card["played"] for card in tree] == [False, *[True] * 40, *[False] * (len(tree) - 41)]
    for viewer in (3, -3):
        with pytest.raises(BadInput, match="viewer must be"):
            Cards(study).tree(viewer)
