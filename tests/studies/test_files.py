"""Studies are written and read as JSON and as text, and what cannot be is refused with its place."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import piazzetta
from piazzetta import BadRecord, Record
from piazzetta.studies import Node, Study
from piazzetta.studies.tree import COLOURS, LONGEST_COMMENT, LONGEST_NAME, MOST_MARKS

LINE = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters="\ufeff"), max_size=20)
COMMENT = st.lists(LINE, max_size=4).map("\n".join)


@cache
def played(name: str = "portobello") -> Record:
    """The first 40 moves of a game, draws among them."""
    match = piazzetta.game(name, players=3).start(seed=5)
    chance = random.Random(3)
    while match.length < 80:
        moves = list(match.legal_moves)
        match.play("draw" if "draw" in moves else chance.choice(moves))
    record = Record.of(match)
    return Record(record.setting, record.opening, record.moves[:40])


def grown(name: str, seed: int, branches: int) -> Study:
    """A study with variations at random nodes."""
    study, chance = Study.of(played(name)), random.Random(seed)
    for _ in range(branches):
        node = study.node(chance.randrange(len(study)))
        for _ in range(chance.randrange(1, 4)):
            moves = [move for move, _ in study.outcomes(node)] or list(study.match(node).legal_moves)
            if moves:
                node = study.play(node, chance.choice(moves))
    return study


def scribbled(study: Study, seed: int) -> list[list[str]]:
    """Some marks and arrows, all different."""
    chance, places = random.Random(seed), sorted(study.places)
    some = [chance.sample(places, chance.randrange(1, 3)) for _ in range(chance.randrange(4))]
    return [[colour, *ends] for colour, ends in zip(COLOURS, some, strict=False)]


def tree(study: Study) -> list[Any]:
    """All of a study but what its nodes are called."""
    order = study.in_order
    places = {node.number: place for place, node in enumerate(order)}

    def row(node: Node) -> list[Any]:
        parent = None if node.parent is None else places[node.parent.number]
        children = [places[child.number] for child in node.children]
        written = [node.name, node.comment, node.marks]
        return [parent, children, node.seat, node.move, *written, node.number in study.played]

    return [study.title, study.extra, study.setting.to_json(), *map(row, order)]


@given(
    name=st.sampled_from(["portobello", "viaggiatore"]),
    seed=st.integers(0, 1000),
    branches=st.integers(0, 6),
    title=LINE,
    notes=st.lists(st.tuples(st.integers(0, 50), LINE, COMMENT, st.integers(0, 1000)), max_size=5),
    main=st.integers(0, 60),
)
def test_files_round_trip(
    name: str, seed: int, branches: int, title: str, notes: list[tuple[int, str, str, int]], main: int
) -> None:
    study = grown(name, seed, branches)
    study.entitle(title)
    for at, called, comment, drawn in notes:
        node = study.node(at % len(study))
        study.rename(node, called)
        study.remark(node, comment)
        study.mark(node, scribbled(study, drawn))
    study.make_main(study.node(main % len(study)))
    for again in (Study.loads(study.dumps()), Study.from_text(study.to_text())):
        assert tree(again) == tree(study)
        assert again.dumps() == study.dumps()
        assert again.to_text() == study.to_text()
    Record.loads(study.dumps()).verify()  # any program that reads records reads the main line


def test_a_record_is_the_study_of_its_game() -> None:
    record = played()
    study = Study.loads(record.dumps())
    assert [(node.seat, node.move) for node in study.root.line[1:]] == record.moves
    assert study.game_end is study.root.line[-1]
    record = Record(record.setting, record.opening, record.moves, None, {"names": ["Ann"], "fair": {"seed": "…"}})
    assert Study.of(record).extra == {"names": ["Ann"]}, "nothing shows how the draws of a variation were made"


def test_the_text_is_for_people() -> None:
    study = Study.of(Record(played().setting, [], played().moves[:3]))
    study.entitle("Why I lost on Tuesday")
    first, second = study.root.line[1:3]
    other = study.play(first, next(move for move in study.match(first).legal_moves if move != second.move))
    study.rename(other, "Nearer")
    study.remark(other, "Nobody can finish it.\n\nOr can they?")
    study.mark(other, [["green", "alley A-B"], ["red", "square A", "space A-B/2"]])
    text = study.to_text()
    assert text.startswith('# Why I lost on Tuesday\nformat: "piazzetta/1"\ngame: "portobello"\nplayers: 3\n')
    assert text.partition("\n\n")[2].splitlines() == [
        f"{first.seat}: {first.move}",
        f"{second.seat}: {second.move}",
        f"  - {other.seat}: {other.move}",
        "    = Nearer",
        "    > Nobody can finish it.",
        "    >",
        "    > Or can they?",
        "    + green: alley A-B",
        "    + red: square A -> space A-B/2",
        f"{study.root.line[3].seat}: {study.root.line[3].move}",
    ]


Change = Callable[[dict[str, Any]], object]
REFUSED: dict[str, tuple[Change, str]] = {
    "version": (lambda data: data.update(study=2), "study must be 1, not 2"),
    "title": (lambda data: data.update(title=3), "title must be a text"),
    "title lines": (lambda data: data.update(title="a\nb"), "title must be one line"),
    "tree": (lambda data: data.update(tree=[]), "tree must be an object"),
    "lines": (lambda data: data["tree"].update(lines={}), "tree: lines must be a list"),
    "notes": (lambda data: data["tree"].update(notes=["a"]), "tree: notes must be a list of objects"),
    "after": (lambda data: data["tree"]["lines"][0].update(after=999), "tree: line 0: after must be the number of"),
    "no after": (lambda data: data["tree"]["lines"][0].pop("after"), "tree: line 0: after must be the number of"),
    "no moves": (lambda data: data["tree"]["lines"][0].update(moves=[]), "tree: line 0: moves must be a list"),
    "move": (lambda data: data["tree"]["lines"][0].update(moves=[[1]]), "tree: line 0, move 0 must be a pair"),
    "unknown move": (lambda data: data["tree"]["lines"][0].update(moves=[[0, "fly"]]), "tree: line 0, move 0: "),
    "twice": (lambda data: data["tree"]["lines"].append(data["tree"]["lines"][0]), "is in the study twice"),
    "note": (lambda data: data["tree"]["notes"][0].update(at=-1), "tree: note 0: at must be the number of a position"),
    "name": (lambda data: data["tree"]["notes"][0].update(name="x" * 81), "tree: note 0: name has at most 80"),
    "comment": (lambda data: data["tree"]["notes"][0].update(comment="\x07"), "tree: note 0: comment must not contain"),
    "marks": (lambda data: data["tree"]["notes"][0].update(marks={}), "tree: note 0: marks must be a list"),
    "mark": (lambda data: data["tree"]["notes"][0].update(marks=[["red"]]), "tree: note 0: mark 0 must be a list of"),
    "colour": (
        lambda data: data["tree"]["notes"][0].update(marks=[["red", "square A"], ["pink", "square A"]]),
        "tree: note 0: mark 1: the colour must be one of green, red, blue, yellow, not pink",
    ),
    "place": (
        lambda data: data["tree"]["notes"][0].update(marks=[["red", "square A", "space A-B/9"]]),
        "tree: note 0: mark 0: this board has no place space A-B/9",
    ),
    "arrow": (
        lambda data: data["tree"]["notes"][0].update(marks=[["red", "square A", "square A"]]),
        "tree: note 0: mark 0: an arrow leads to another place",
    ),
    "mark twice": (
        lambda data: data["tree"]["notes"][0].update(marks=[["red", "square A"]] * 2),
        "tree: note 0: mark 1 is there twice",
    ),
    "many marks": (
        lambda data: data["tree"]["notes"][0].update(marks=[["red", "square A"]] * (MOST_MARKS + 1)),
        "tree: note 0: marks: a position has at most 64, not 65",
    ),
    "played": (lambda data: data.update(played=999), "played must be the number of a position"),
    "main line": (lambda data: data["moves"].insert(0, [0, "end"]), "move 0: "),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_files_are_refused_with_their_place(name: str) -> None:
    study = grown("portobello", 1, 2)
    study.rename(study.root, "start")
    data = json.loads(study.dumps())
    change, reason = REFUSED[name]
    change(data)
    with pytest.raises(BadRecord) as refusal:
        Study.loads(json.dumps(data))
    assert reason in str(refusal.value)


def test_a_move_that_is_not_allowed_names_its_clause() -> None:
    data = json.loads(grown("portobello", 1, 1).dumps())
    data["tree"]["lines"] = [{"after": 0, "moves": [[data["moves"][0][0], "end"]]}]
    with pytest.raises(BadRecord, match=r"tree: line 0, move 0: end is not allowed\..*\(clause "):
        Study.loads(json.dumps(data))


BAD_LINES = {
    "2: fly": "fly",
    "fly": "a seat (or * for chance), a colon and a move belong here",
    "x: bobby D4": "a seat (or * for chance)",
    "      2: bobby D4": "its indentation fits no variation",
    "        2: bobby D4": "its indentation fits no variation",
    "- 2: bobby D4": "its indentation fits no variation",
    "  - 2: bobby D4": "a variation follows the move that it replaces",
    f"= {'x' * 81}": "name has at most 80",
    "+ red square A": "mark 0 must be a list of a colour and one place or two",
    "+ red: square Z": "this board has no place square Z",
    "0: bobby D4": "seat 0",
}


@pytest.mark.parametrize("line", BAD_LINES)
def test_bad_text_is_refused_with_its_line(line: str) -> None:
    head = Study(played().setting, []).to_text()
    with pytest.raises(BadRecord) as refusal:
        Study.from_text(f"{head}{line}\n")
    number = len(head.splitlines()) + 1
    assert str(refusal.value).startswith(f"line {number}: ")
    assert BAD_LINES[line] in str(refusal.value) or line == "0: bobby D4"


def test_a_text_needs_its_head() -> None:
    head = Study(played().setting, []).to_text()
    for text, reason in [
        ("", "line 1: a study begins with #"),
        ("#\ngame\n", "line 2: a field, a colon and its value as JSON"),
        (head.replace("study: 1\n", ""), "study is missing"),
        (head.replace("players: 3", "players: 9"), "2 to 4 players"),
    ]:
        with pytest.raises(BadRecord) as refusal:
            Study.from_text(text)
        assert reason in str(refusal.value)


def test_names_and_comments_have_limits() -> None:
    study = Study.of(played())
    study.rename(study.root, f" {'x' * LONGEST_NAME} ")
    study.remark(study.root, "a\r\nb")
    assert (len(study.root.name), study.root.comment) == (LONGEST_NAME, "a\nb")
    for change in (
        lambda: study.rename(study.root, "x" * (LONGEST_NAME + 1)),
        lambda: study.remark(study.root, "x" * (LONGEST_COMMENT + 1)),
        lambda: study.remark(study.root, "a\x00"),
        lambda: study.entitle("a\tb"),
    ):
        with pytest.raises(piazzetta.BadInput):
            change()
