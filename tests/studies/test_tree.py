"""A study's tree: playing, drawing, removing, the main line; every move in it is allowed by the rules."""

from __future__ import annotations

import pytest

import piazzetta
from piazzetta import BadInput, BadRecord, IllegalMove, Record
from piazzetta.studies import Study
from tests.studies.test_files import grown, played


def test_a_move_is_in_the_tree_once() -> None:
    study = Study.of(played())
    first = study.root.children[0]
    count = len(study)
    assert study.play(study.root, first.move) is first
    other = study.play(study.root, "bobby D9")
    assert study.play(study.root, "bobby D9", seat=first.seat) is other
    assert (len(study), [child.move for child in study.root.children]) == (count + 1, [first.move, "bobby D9"])
    assert study.match(other).moves == [(first.seat, "bobby D9")]
    assert study.node(other.number) is other


def test_a_way_leads_as_far_as_there_are_moves() -> None:
    study = Study.of(played())
    first = study.root.children[0]
    other = study.play(first, next(move for move in study.match(first).legal_moves if move != first.children[0].move))
    assert study.at([]) is study.root
    assert study.at([0, 1]) is other
    assert study.at([0, 1, 0]) is other
    assert study.at([0] * 99) is study.root.line[-1]
    assert study.at([5]) is study.root


def test_what_is_not_allowed_is_refused_with_its_clause() -> None:
    study = Study.of(played())
    with pytest.raises(IllegalMove) as refusal:
        study.play(study.root, "end")
    assert refusal.value.clause
    with pytest.raises(IllegalMove):
        study.play(study.root, study.root.children[0].move, seat=0)
    with pytest.raises(BadInput, match="node: there is no node 9999"):
        study.node(9999)
    with pytest.raises(BadInput, match="node: nothing is drawn here"):
        study.draw(study.root, 1)
    assert len(study) == 41


def test_a_match_of_a_study_is_a_copy() -> None:
    study = Study.of(played())
    match = study.match(study.root)
    match.play("bobby D9")
    assert study.match(study.root).length == 0


@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
def test_chance_is_chosen_or_drawn(name: str) -> None:
    study = Study.of(played(name))
    node = next(node for node in study.root.line if study.outcomes(node))
    outcomes = study.outcomes(node)
    assert node.children[0].move in [move for move, _ in outcomes]
    for move, _ in outcomes[:3]:
        assert study.play(node, move).seat == piazzetta.CHANCE
    drawn = [study.draw(node, seed).move for seed in range(8)]
    assert drawn == [study.draw(node, seed).move for seed in range(8)], "a seed draws the same again"
    assert len(set(drawn)) > 1
    assert len({child.move for child in node.children}) == len(node.children)
    with pytest.raises(IllegalMove):
        study.play(node, "end")


def test_a_branch_is_removed_whole() -> None:
    study = Study.of(played())
    line = study.root.line
    assert study.remove(line[30]) is line[29]
    assert (len(study), line[29].children) == (30, [])
    assert study.game_end is line[29], "what is left of the game that was played"
    with pytest.raises(BadInput, match="no node"):
        study.node(line[35].number)
    with pytest.raises(BadInput, match="first position"):
        study.remove(study.root)
    other = study.play(line[10], next(iter(set(study.match(line[10]).legal_moves) - {line[11].move})))
    study.remove(other)
    assert line[10].children == [line[11]]
    study.remove(line[1])
    assert len(study) == 1
    assert study.game_end is None
    assert study.played == set()


def test_any_line_becomes_the_main_line() -> None:
    study = grown("portobello", 4, 8)
    node = study.node(len(study) - 1)
    study.make_main(node)
    assert study.root.line[: len(node.path) + 1] == [study.root, *node.path]
    assert [number in study.played for number in range(1, 41)] == [True] * 40, (
        "the game is still the one that was played"
    )
    assert Record.loads(study.dumps()).moves == [(one.seat, one.move) for one in study.root.line[1:]]


@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
def test_a_study_without_a_game(name: str) -> None:
    setting = piazzetta.game(name, players=2, rules={"handicap": "fair"})
    study = Study.new(setting, seed=3)
    assert study.match(study.root).mover >= 0
    assert (study.opening, study.game_end) == (Study.new(setting, seed=3).opening, None)
    assert Study.loads(study.dumps()).opening == study.opening


def test_a_game_that_cannot_have_happened_is_refused() -> None:
    record = played("viaggiatore")
    with pytest.raises(BadRecord, match="dealt"):
        Study.of(Record(record.setting, [0] * len(record.opening), record.moves))
    with pytest.raises(BadRecord, match="move 1: "):
        Study.of(Record(record.setting, record.opening, [record.moves[0], record.moves[0]]))
