"""Studies in the page: the translated tree, files, cards and thoughts are those of Python, to the byte."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from piazzetta import BadInput, Record
from piazzetta.studies import Study
from piazzetta.studies.cards import Cards
from piazzetta.studies.open_draw import open_draw
from piazzetta.studies.thinking import Thinking
from tests.browser.engine import Host
from tests.studies.test_files import BAD_LINES, REFUSED, grown, played, scribbled
from tests.tables.driver import plain


@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
def test_the_same_study_in_both_languages(host: Host, name: str) -> None:
    study = Study.of(played(name))
    steps: list[list[Any]] = [["study", "open", played(name).dumps()]]
    expected: list[Any] = [None]
    chance = random.Random(7)

    def ask(question: str, answer: Any, *given: Any) -> None:
        steps.append(["study", question, *given])
        expected.append(plain(answer))

    for _ in range(30):
        node = study.node(chance.choice([one.number for one in study.in_order]))
        match = study.match(node)
        moves = [move for move, _ in study.outcomes(node)] or list(match.legal_moves)
        if moves:
            move = chance.choice(moves)
            ask("change", study.play(node, move, match.mover).number, {"node": node.number, "play": move})
    drawing = [node for node in study.in_order if study.outcomes(node)]
    for seed, node in enumerate(drawing[:6]):
        ask("change", study.draw(node, seed).number, {"node": node.number, "draw": seed})
    last = study.in_order[-1]
    study.rename(last, "Überall 🎲")
    study.remark(last, "Nobody.\n\n  Or?")
    study.entitle("Why?")
    study.mark(last, scribbled(study, 5))
    ask("change", last.number, {"node": last.number, "name": "Überall 🎲"})
    ask("change", last.number, {"node": last.number, "comment": "Nobody.\n\n  Or?"})
    ask("change", last.number, {"node": last.number, "title": "Why?"})
    ask("change", last.number, {"node": last.number, "marks": scribbled(study, 5)})
    study.make_main(last)
    ask("change", last.number, {"node": last.number, "main": True})
    gone = study.root.line[3].children[-1]
    ask("change", study.remove(gone).number, {"node": gone.number, "remove": True})
    cards = Cards(study)
    for viewer in (-2, -1, 1):
        ask("tree", cards.tree(viewer), viewer)
        for node in study.in_order[::6]:
            ask("position", cards.position(node.number, viewer), node.number, viewer)
    for node in drawing[:2]:
        ask("openDraw", open_draw(study.match(node)), node.number)
    ask("line", Record.of(study.match(study.root.line[4])).to_json(), study.root.line[4].number)
    ask("file", study.dumps(), "json")
    ask("file", study.to_text(), "text")
    refusal = study.match(study.root).why_not("end")
    assert refusal is not None
    told = {"code": "illegal", "sentence": str(refusal), "clause": refusal.clause}
    ask("why", {**told, "key": refusal.key, "params": refusal.params}, study.root.number, "end")
    steps += [["study", "open", study.to_text()], ["study", "file", "json"], ["study", "open", study.dumps()]]
    expected += [None, study.dumps(), None]
    steps.append(["study", "file", "text"])
    expected.append(study.to_text())
    for step, given, wanted in zip(steps, host.ask(host.new_table(), steps), expected, strict=True):
        assert wanted is None or given == wanted, step


def test_bad_studies_are_refused_in_the_same_words(host: Host) -> None:
    texts = []
    for change, _ in REFUSED.values():
        study = grown("portobello", 1, 2)
        study.rename(study.root, "start")
        data = json.loads(study.dumps())
        change(data)
        texts.append(json.dumps(data))
    head = Study(played().setting, []).to_text()
    texts += [f"{head}{line}\n" for line in BAD_LINES]
    for text, given in zip(texts, host.ask(host.new_table(), [["study", "open", one] for one in texts]), strict=True):
        with pytest.raises(BadInput) as refusal:
            Study.from_text(text) if text.startswith("#") else Study.loads(text)
        assert given == {"bad": str(refusal.value)}


@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
def test_the_same_thoughts(host: Host, name: str) -> None:
    study = Study.of(played(name))
    matches = [(node, study.match(node)) for node in study.root.line[5:]]
    node, match = next((node, one) for node, one in matches if one.mover >= 0 and len(one.legal_moves) > 2)
    follows = node.children[0].move
    thinking = Thinking(match, follows)
    wanted = [thinking.go_on() for _ in range(3)]
    ((*given,),) = host.ask(host.new_table(), [["pondered", Record.of(match).to_json(), follows, 3]])
    assert given == [plain({**one, "moves": [hint.to_json() for hint in one["moves"]]}) for one in wanted]
