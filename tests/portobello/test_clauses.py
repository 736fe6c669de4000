"""Every clause and every worked example of the rulebook has a test named after it."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

from piazzetta.booklet.examples import examples_of

RULES = (resources.files("piazzetta") / "data" / "rules" / "portobello.md").read_text(encoding="utf-8")
TESTS = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.rglob("test_*.py")))


def test_every_clause_has_a_test() -> None:
    clauses = re.findall(r"^- (\d+)\.(\d+) ", RULES, re.MULTILINE)
    assert len(clauses) == 40
    names = [f"test_{chapter}_{clause}_" for chapter, clause in clauses]
    names += [f"test_6_2_{letter}_" for letter in "abcd"]
    assert [name for name in names if f"def {name}" not in TESTS] == []


def test_every_worked_example_is_played() -> None:
    """``tests/printed/test_examples.py`` plays them, and the rulebook draws them."""
    examples = re.findall(r"\b(E\d+) \(", RULES)
    assert examples == [f"E{number}" for number in range(1, 12)]
    assert list(examples_of("portobello")) == examples


def test_every_row_of_the_table_of_editions_has_a_test() -> None:
    rows = re.findall(r"^\| (\d+)(?:\.(\w+))? [^|]+\|", RULES, re.MULTILINE)
    names = ["_".join(part for part in ("test", *row) if part) + "_" for row in rows]
    assert len(names) == 12
    here = (Path(__file__).parent / "clauses" / "test_editions.py").read_text(encoding="utf-8")
    assert [name for name in names if f"def {name}" not in here] == []
