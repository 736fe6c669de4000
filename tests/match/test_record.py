"""Records: valid ones are accepted, errors are reported at the right place, and nothing crashes or hangs."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import piazzetta
from piazzetta import BadRecord, Record
from piazzetta.batch.playout import random_game


@cache
def text(name: str = "portobello", **rules: str) -> str:
    setting = piazzetta.game(name, players=3, rules=dict(rules))
    return Record.of(Record.from_log(setting, random_game(setting, 1, 0), None).replay()).dumps()


def changed(change: Callable[[dict[str, Any]], object], name: str = "portobello", **rules: str) -> str:
    head = json.loads(text(name, **rules))
    change(head)
    return json.dumps(head)


def check(record: str | bytes) -> None:
    Record.loads(record).verify()


def test_the_example_of_the_format_has_these_fields() -> None:
    head = json.loads(text())
    assert list(head) == ["format", "game", "players", "starter", "edition", "rules", "board", "moves", "result"]
    assert head["rules"] == {
        "start_score": 10,
        "bobby_set_by": "right",
        "handicap": "off",
        "actions": "must",
        "lord": "free",
        "shared_majority": "bank",
        "credit": "refused",
        "new_tile": "up",
        "scoring": "at once",
        "ending": "round",
        "lord_alleys": "all",
        "clients": "bag",
    }
    assert head["board"]["alleys"]["A-B"] == [1, 3, 1, 1, 1]
    assert "clients" in json.loads(text(clients="queue"))
    viaggiatore = json.loads(text("viaggiatore"))
    assert viaggiatore["rules"] == {
        "handicap": "off",
        "bonus": "each",
        "in_city": "may bluff",
        "target": 5,
        "ending": "at once",
    }
    assert len(viaggiatore["deck"]) == 96
    assert [len(hand) for hand in viaggiatore["dealt"]] == [5, 5, 5]


def put(*path: Any, value: Any) -> Callable[[dict[str, Any]], object]:
    """A change that puts a value somewhere in the record."""

    def change(head: dict[str, Any]) -> None:
        place: Any = head
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


def drop(*path: Any) -> Callable[[dict[str, Any]], object]:
    def change(head: dict[str, Any]) -> None:
        place: Any = head
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]

    return change


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (put("format", value="piazzetta/2"), "format must be 'piazzetta/1'"),
        (put("game", value="chess"), "unknown game 'chess'"),
        (put("game", value=["portobello"]), "game must be the name"),
        (put("players", value=2), "move 0"),
        (put("players", value=9), "2 to 4 players"),
        (put("players", value="3"), "players must be a whole number"),
        (put("players", value=True), "players must be a whole number"),
        (put("starter", value=3), "starter must be a seat"),
        (put("starter", value=None), "starter must be a whole number"),
        (put("edition", value=7), "edition must be a name"),
        (put("rules", "king", value="x"), "no rule 'king'"),
        (put("rules", "lord", value="never"), "lord must be one of"),
        (drop("rules", "lord"), "lord is missing"),
        (put("rules", value=[]), "rules must be an object"),
        (drop("rules"), "rules is missing"),
        (drop("board"), "board is missing"),
        (put("board", "alleys", "A-B", value=[1, 8]), "A-B"),
        (put("board", "alleys", "A-B", 0, value=True), "A-B"),
        (put("board", "districts", "D1", 0, value="Z"), "D1"),
        (put("board", value=[]), "map|board"),
        (put("clients", value=["servant"]), "nothing is laid out"),
        (put("moves", value={}), "moves must be a list"),
        (put("result", value=None), "but the moves give"),
        (put("result", "scores", 0, value=999), "but the moves give"),
        (put("result", "winners", value=[]), "but the moves give"),
        (put("result", value=[1]), "result must be null"),
        (put("result", "scores", 0, value="1"), "result must be null"),
        (drop("result"), "result is missing"),
    ],
)
def test_a_wrong_head_is_refused(change: Callable[[dict[str, Any]], object], sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        check(changed(change))


@pytest.mark.parametrize(
    ("name", "rules", "change", "sentence"),
    [
        ("portobello", {"clients": "queue"}, drop("clients"), "ten|10 clients"),
        ("portobello", {"clients": "queue"}, put("clients", 0, value="lord"), "clients: number 0"),
        ("portobello", {"clients": "queue"}, put("clients", 3, value="baker"), "number 3 is 'baker'"),
        ("portobello", {"clients": "queue"}, put("clients", value=["servant"] * 10), "clients: number 5"),
        ("portobello", {"clients": "house"}, put("clients", 3, value=None), "clients: number 3"),
        ("viaggiatore", {}, drop("dealt"), "dealt"),
        ("viaggiatore", {}, put("dealt", 0, 0, value=96), "dealt"),
        ("viaggiatore", {}, put("dealt", 0, value=[]), "dealt"),
        ("viaggiatore", {}, put("dealt", 0, value=[1, 1, 2, 3, 4]), "dealt"),
        ("viaggiatore", {}, drop("deck"), "deck is missing"),
        ("viaggiatore", {}, drop("deck", 7), "is not a move|dealt"),
        ("viaggiatore", {}, put("deck", 7, "bid", value=5), "card 7"),
        ("viaggiatore", {}, put("rules", "target", value=0), "target"),
    ],
)
def test_a_wrong_opening_or_deck_is_refused(
    name: str, rules: dict[str, str], change: Callable[[dict[str, Any]], object], sentence: str
) -> None:
    with pytest.raises(BadRecord, match=sentence):
        check(changed(change, name, **rules))


@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
@pytest.mark.parametrize(
    "wrong",
    [
        [0, "end of the world"],
        [7, "end"],
        [10**30, "end"],
        [-1, "servant"],
        [0, 5],
        [True, "end"],
        ["0", "end"],
        "x",
        [],
    ],
)
@pytest.mark.parametrize("index", [0, 11, -1])
def test_a_wrong_move_is_refused_with_its_index(name: str, wrong: Any, index: int) -> None:
    head = json.loads(text(name))
    at = index % len(head["moves"])
    head["moves"][at] = wrong
    with pytest.raises(BadRecord) as refusal:
        check(json.dumps(head))
    assert refusal.value.index == at
    assert f"move {at}: " in str(refusal.value)


def test_a_wrong_seat_is_refused_with_its_index() -> None:
    head = json.loads(text())
    head["moves"][20][0] = (head["moves"][20][0] + 1) % 3
    with pytest.raises(BadRecord, match="move 20: It is"):
        check(json.dumps(head))


def test_an_impossible_draw_is_refused_with_its_index() -> None:
    head = json.loads(text())
    draws = [index for index, move in enumerate(head["moves"]) if move[0] == -1]
    for index in draws:
        head["moves"][index][1] = "servant"
    with pytest.raises(BadRecord, match="No servant is left") as refusal:
        check(json.dumps(head))
    assert refusal.value.index in draws


def test_moves_after_the_end_are_refused() -> None:
    head = json.loads(text())
    head["moves"].append([0, "end"])
    with pytest.raises(BadRecord, match="game is over") as refusal:
        check(json.dumps(head))
    assert refusal.value.index == len(head["moves"]) - 1


def test_a_hundred_thousand_moves_are_refused() -> None:
    head = json.loads(text())
    moves = len(head["moves"])
    head["moves"] += [[0, "end"]] * 100_000
    with pytest.raises(BadRecord, match="at most 32000 moves"):
        check(json.dumps(head))
    del head["moves"][moves + 500 :]
    with pytest.raises(BadRecord, match=f"move {moves}: "):
        check(json.dumps(head))


def test_an_unfinished_game_has_no_result() -> None:
    head = json.loads(text())
    del head["moves"][50:]
    with pytest.raises(BadRecord, match="but the moves give None"):
        check(json.dumps(head))
    head["result"] = None
    check(json.dumps(head))
    assert Record.loads(json.dumps(head)).replay().mover >= -1


@pytest.mark.parametrize(
    "junk",
    [
        "",
        "null",
        "[]",
        "42",
        "{",
        "not json",
        "\ufeff{}",
        "[" * 200_000,
        '{"a":' * 200_000,
        '{"format": "piazzetta/1", "game": "portobello", "board": ' + "[" * 990 + "]" * 990 + "}",
        "9" * 10_000,
        b"\xff\xfe\x00",
        b"{\x80}",
        " " * (17 * 2**20),
    ],
    ids=range(14),
)
def test_junk_is_refused(junk: str | bytes) -> None:
    with pytest.raises(BadRecord):
        check(junk)


@given(st.data())
def test_one_wrong_byte_never_crashes(data: st.DataObject) -> None:
    good = text(data.draw(st.sampled_from(["portobello", "viaggiatore"]))).encode()
    at = data.draw(st.integers(0, len(good) - 1))
    what = data.draw(st.sampled_from(["change", "drop", "cut"]))
    byte = bytes([data.draw(st.integers(0, 255))])
    bad = {"change": good[:at] + byte + good[at + 1 :], "drop": good[:at] + good[at + 1 :], "cut": good[:at]}[what]
    try:
        check(bad)
    except BadRecord as refusal:
        assert str(refusal)


def test_fields_of_other_programs_are_kept() -> None:
    head = json.loads(text())
    head["players_names"] = ["Ada", "Bo", "Cy"]
    record = Record.loads(json.dumps(head))
    record.verify()
    assert json.loads(record.dumps())["players_names"] == ["Ada", "Bo", "Cy"]


def test_a_record_means_the_same_whatever_the_edition_is_called() -> None:
    check(changed(put("edition", value="my house rules")))
    check(changed(drop("edition")))


def test_write_and_read(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    record = Record.loads(text())
    record.write(path)
    assert Record.read(path).dumps() == record.dumps()
    assert path.read_text().count("\n") == 1


def test_true_is_not_one_even_after_the_same_map_was_read() -> None:
    check(text())
    with pytest.raises(BadRecord):
        check(changed(put("board", "alleys", "A-B", 0, value=1.0)))


def test_a_record_keeps_the_points_of_a_fair_start_whatever_the_table_says() -> None:
    setting = piazzetta.game("portobello", players=3, starter=1, rules={"handicap": "fair"}, head_start=[0, 5, 11])
    match = setting.start(seed=2)
    match.play(next(iter(match.legal_moves)))
    data = Record.of(match).to_json()
    assert data["rules"]["handicap"] == "fair"
    assert data["head_start"] == [0, 5, 11]
    again = Record.loads(json.dumps(data))
    assert again.replay().scores == match.scores == [21, 10, 15]
    assert again.to_json() == data
    plain = Record.of(piazzetta.game("portobello").start(seed=2)).to_json()
    assert "head_start" not in plain
    del plain["rules"]["handicap"]  # a record from before the switch existed
    assert Record.loads(json.dumps(plain)).setting.rules["handicap"] == "off"
    for wrong in ([0, 5], [0, 5, -1], "fair"):
        with pytest.raises(BadRecord, match="head_start"):
            Record.loads(json.dumps({**data, "head_start": wrong}))
