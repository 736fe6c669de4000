"""A position is described at a node, looked at while it is edited, and a study begins from it."""

from __future__ import annotations

import pytest

import piazzetta
from piazzetta import BadInput, Record
from piazzetta.studies import Study
from piazzetta.studies.editing import begun_from, described, look_at
from tests.studies.test_files import played


@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
def test_a_study_begins_where_another_is(name: str) -> None:
    study = Study.of(played(name))
    study.extra["names"] = ["Ann", "Bo", "Cy"]
    node = study.root.line[30]
    position = described(study, node.number)
    assert look_at(study.setting, position)["problems"] == []
    begun = begun_from(study, position)
    assert begun.match(begun.root).state().tobytes() != study.match(study.root).state().tobytes()
    assert described(begun, 0) == position
    assert begun.extra == {"names": ["Ann", "Bo", "Cy"]}
    for again in (Study.loads(begun.dumps()), Study.from_text(begun.to_text())):
        assert described(again, 0) == position
        assert again.dumps() == begun.dumps()
    child = study.root.line[31]
    after = begun.play(begun.root, child.move)
    assert described(begun, after.number) == described(study, child.number)
    Record.loads(begun.dumps()).verify()


def test_problems_come_with_clause_key_and_place() -> None:
    study = Study.of(played())
    position = {**described(study, 0), "squares": {"A": "lord"}, "phase": "picking", "bobby": None}
    card = look_at(study.setting, position)
    assert card["problems"] == [
        {"clause": "5.4", "key": "lord_early", "params": {"square": "A", "placed": 0}},
        {"clause": "2.3", "key": "no_bobby", "params": {}},
    ]
    assert card["view"]["squares"]["A"] == "lord", "what cannot be is drawn all the same"
    with pytest.raises(BadInput, match=r"position: The lord is on .* \(clause 5.4\)"):
        begun_from(study, position)


def test_a_study_from_a_position_goes_on_from_another() -> None:
    first = piazzetta.game("portobello", players=2, position={"bobby": "D4"})
    begun = begun_from(Study(first, []), {"bobby": "D5", "seat": 1})
    assert described(begun, 0)["bobby"] == "D5"
