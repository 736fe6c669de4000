"""The opening explorer: what it counts is what was played, every order of moves meets, nothing hidden is told."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import piazzetta
from piazzetta.batch.playout import random_game
from piazzetta.bots.policy import play_portion
from piazzetta.cli import app, main
from piazzetta.errors import BadInput, BadRecord
from piazzetta.explorer.book import MAGIC, Book, books_by_game, head_of, packaged_book
from piazzetta.explorer.build import build_from, build_played
from piazzetta.explorer.count import count
from piazzetta.explorer.gather import PLAYER, Visitor, self_played
from piazzetta.explorer.lookup import look_up
from piazzetta.explorer.positions import key_of, kinds_of
from piazzetta.games.registry import NAMES
from piazzetta.kernel import as_records, random_stream
from piazzetta.match.match import Match
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting

pytestmark = pytest.mark.compiled_only

SETTINGS = [piazzetta.game("portobello", players=2), piazzetta.game("viaggiatore", players=2)]
GAMES = 96
DOCUMENT = Path(__file__).parents[2] / "docs" / "explorer.md"


def quiet(done: int, total: int) -> None:
    """Show nothing."""


@pytest.fixture(scope="module", params=SETTINGS, ids=NAMES)
def setting(request: pytest.FixtureRequest) -> Setting:
    found: Setting = request.param
    return found


@pytest.fixture(scope="module")
def book(setting: Setting) -> Book:
    return build_played([setting], GAMES, 5, 2, 1, 2, quiet)


@pytest.fixture(scope="module")
def logs(setting: Setting) -> list[tuple[Any, Any]]:
    """The same games: actions, and each seat's points and whether it won."""
    found = []
    for first in range(0, GAMES, 32):
        played = play_portion(setting, first, 32, 5, [[PLAYER] * setting.players], None, 32)
        found += [(log[0].tolist(), points) for log, points in zip(played.logs, played.points.tolist(), strict=True)]
    return found


def replayed(setting: Setting, actions: list[int], rounds: int = 2) -> Any:
    """The decisions of the first rounds by the game's own functions: state, seat, action, legal actions."""
    kernels, params = setting.game.kernels, setting.params_record
    state, choice = as_records(setting.states(1))[0], np.zeros(setting.game.most_legal, np.int32)
    kernels.setup(params, state)
    for action in actions:
        seat = kernels.mover(params, state)
        if int(state["turn"]) > rounds * setting.players:
            return
        if seat >= 0:
            legal = choice[: kernels.legal(params, state, choice)].tolist()
            if len(legal) > 1:
                yield state, seat, action, legal
        kernels.apply(params, state, action)


def test_a_lookup_is_what_a_plain_count_gives(setting: Setting, book: Book, logs: list[tuple[Any, Any]]) -> None:
    """Positions are told apart by what the mover observes; the plain count knows nothing of keys."""
    kinds = setting.game.explored_moves(setting.components)
    numbers = setting.game.explored_numbers(setting.components, setting.players)
    played: dict[Any, Counter[str]] = defaultdict(Counter)
    could: dict[Any, Counter[str]] = defaultdict(Counter)
    wins: dict[Any, Counter[str]] = defaultdict(Counter)
    points: dict[Any, Counter[str]] = defaultdict(Counter)
    keys: dict[Any, set[int]] = defaultdict(set)
    seen = np.zeros(setting.observation_size, np.int16)
    for actions, result in logs:
        won = result[setting.players :]
        for state, seat, action, legal in replayed(setting, actions):
            setting.game.kernels.observe(setting.params_record, state, seat, seen)
            at = (seat, *seen[numbers].tolist())  # two players, so the seat says how far away the start player is
            keys[at].add(key_of(setting, state, seat))
            played[at][kinds[action]] += 1
            could[at].update({kinds[one] for one in legal})
            wins[at][kinds[action]] += won[seat] / sum(won)
            points[at][kinds[action]] += result[seat]
    assert all(len(found) == 1 for found in keys.values())
    assert len(set.union(*keys.values())) == len(keys), "no two positions share a key"
    section = book.section(setting)
    assert section is not None
    assert section.head["positions"] == len(keys)
    assert max(map(Counter.total, played.values())) >= GAMES
    for at, (key,) in keys.items():
        found = section.find(key)
        assert found is not None
        assert found.visits == played[at].total()
        told = {kinds_of(setting)[move.kind]: move for move in found.moves}
        assert {name: move.played for name, move in told.items()} == played[at]
        for name, move in told.items():
            assert (move.could, move.points) == (could[at][name], points[at][name])
            assert move.wins == pytest.approx(wins[at][name])


def test_positions_that_few_games_reach_are_left_out(setting: Setting, book: Book) -> None:
    everything = book.sections[0].counts
    few = count(self_played(setting, GAMES, 5, 2, 1, lambda games: None), 20)
    visits = np.add.reduceat(
        everything.played, np.cumsum(everything.moves, dtype=np.int64) - everything.moves.astype(np.int64)
    )
    assert few.key.tolist() == everything.key[visits >= 20].tolist()
    assert few.played.sum() == visits[visits >= 20].sum()
    assert book.sections[0].find(12345) is None


def test_a_key_tells_nothing_that_the_mover_does_not_know(setting: Setting, logs: list[tuple[Any, Any]]) -> None:
    dice = random_stream(3)
    for actions, _ in logs[:4]:
        for state, seat, _, _ in replayed(setting, actions):
            other = state.copy()
            setting.game.kernels.determinize(setting.params_record, other, seat, dice)
            assert key_of(setting, other, seat) == key_of(setting, state, seat)


def test_a_file_comes_back_whole(book: Book, tmp_path: Path) -> None:
    file = tmp_path / "book.bin"
    file.write_bytes(book.dumps())
    again = Book.read(file)
    assert (again.game, again.games) == (book.game, GAMES)
    for one, other in zip(again.sections[0].counts, book.sections[0].counts, strict=True):
        assert one.tolist() == other.tolist()
    data = book.dumps()
    header = len(MAGIC) + 4
    for damaged in (b"", b"PNG", data[:header], data[:-1], data[: header + 9] + b"?" + data[header + 10 :]):
        with pytest.raises(BadInput, match="explorer's file"):
            Book.loads(damaged)
    at = len(data) - len(book.sections[0].data) // 2
    file.write_bytes(data[:at] + bytes([data[at] ^ 255]) + data[at + 1 :])
    with pytest.raises(BadInput, match="damaged"):
        Book.read(file).sections[0].find(0)


LINE = ["bobby D5", "tile 4", "build C-F@F", "build F-G@G"]


def line(moves: list[str], **given: Any) -> Match:
    match = Match(piazzetta.game("portobello", **given))
    for move in moves:
        match.play(move)
    return match


def test_every_order_of_moves_leads_to_one_position() -> None:
    swapped = [*LINE[:2], LINE[3], LINE[2]]
    setting = SETTINGS[0]
    visitor = Visitor(setting, 2)
    one, other = line(LINE), line(swapped)
    key = key_of(setting, one.state(), one.mover)
    assert key == key_of(setting, other.state(), other.mover)
    nothing = np.zeros(2, np.int64)
    logs = [[action for _, action in line([*moves, "build C-F@F"]).log] for moves in (LINE, LINE, swapped)]
    counts = count(np.concatenate([visitor.notes(np.array(log), nothing, nothing) for log in logs]), 1)
    at = counts.key.tolist().index(key)
    assert counts.ways[at] == 2
    assert counts.played[counts.moves[:at].sum() :][: counts.moves[at]].tolist() == [3]


def test_it_does_not_matter_who_starts_nor_what_a_fair_start_gives(book: Book) -> None:
    if book.game != SETTINGS[0].game.name:
        pytest.skip("lines of the other game depend on the deal")
    told = [look_up(book, line(LINE[:2], players=2, starter=starter)) for starter in (0, 1)]
    fair = look_up(book, line(LINE[:2], rules={"handicap": "fair"}))
    assert told[0].visits > 0
    assert told[0].moves == told[1].moves == fair.moves
    assert (told[0].seat, told[1].seat) == (0, 1)
    assert all(move.low <= move.wins <= move.high for move in told[0].moves)
    assert sum(move.chosen for move in told[0].moves) == pytest.approx(1)
    with pytest.raises(BadInput, match="with 3 players; it has de for 2"):
        look_up(book, line(LINE[:2], players=3))
    with pytest.raises(BadInput, match="is of Portobello Market, not of Il Commercio Viaggiatore"):
        look_up(book, SETTINGS[1].start(seed=1))


def records_of(setting: Setting, games: int) -> list[Record]:
    return [Record.of(Record.from_log(setting, random_game(setting, 1, n), None).replay()) for n in range(games)]


def test_a_host_counts_their_own_games(tmp_path: Path) -> None:
    """Games with and without a fair start, whoever starts, are one setting; unfinished and other games are left out."""
    fair = {"handicap": "fair"}
    mine = records_of(piazzetta.game("portobello", players=2, starter=1, rules=fair), 3)
    mine += records_of(piazzetta.game("portobello", players=2), 3)
    begun = Record.of(line(LINE))
    others = records_of(SETTINGS[1], 1)
    file = tmp_path / "games.jsonl"
    file.write_text("".join(one.dumps() + "\n" for one in (*mine, begun, *others)))
    out = tmp_path / "ours.bin"
    done = CliRunner().invoke(
        app, ["build-explorer", "portobello", "--from", str(file), "--least", "1", "-o", str(out)]
    )
    assert done.exit_code == 0, done.output
    assert "6 games" in done.stdout
    (section,) = Book.read(out).sections
    assert (section.head["games"], section.head["by"]) == (6, "records")
    shown = CliRunner().invoke(app, ["explore", "portobello", "--book", str(out), "--json"])
    told = json.loads(shown.stdout)
    assert told["visits"] == sum(move["played"] for move in told["moves"]) == 6
    alone = build_from("portobello", [("", one) for one in mine[:3]], 2, 1, quiet, 3).sections[0]
    plain = [one.result["scores"] for one in mine[:3] if one.result]
    ((_, given),) = SETTINGS[0].game.fair_starts["de"][2]
    first = alone.find(key_of(SETTINGS[0], Match(piazzetta.game("portobello")).state(), 1))
    assert first is not None
    assert sum(move.points for move in first.moves) == sum(scores[0] for scores in plain) - 3 * given[1]
    damaged = Record(mine[0].setting, mine[0].opening, mine[0].moves[:-1], mine[0].result)
    with pytest.raises(BadRecord, match="game 7"):
        build_from("portobello", [("game 7", damaged)], 2, 1, quiet, 1)


def test_a_server_takes_one_file_of_each_game(book: Book, tmp_path: Path) -> None:
    ours, again, other = (tmp_path / name for name in ("ours.bin", "again.bin", "other.bin"))
    for file in (ours, again):
        file.write_bytes(book.dumps())
    other.write_bytes(b"nothing")
    assert books_by_game([ours]) == {book.game: ours}
    with pytest.raises(BadInput, match=rf"again.bin: .*ours.bin is an explorer of {book.game} too"):
        books_by_game([ours, again])
    with pytest.raises(BadInput, match=r"other.bin: an explorer's file begins with"):
        books_by_game([other])


def test_the_commands_show_a_table(tmp_path: Path) -> None:
    out = tmp_path / "book.bin"
    command = ["build-explorer", "portobello", "-n", "2", "--editions", "it", "--games", "64", "--least", "2"]
    made = CliRunner().invoke(app, [*command, "-o", str(out), "--workers", "1"])
    assert made.exit_code == 0, made.output
    own = ["explore", "portobello", "--edition", "it", "--book", str(out)]
    shown = CliRunner().invoke(app, own, env={"COLUMNS": "120"}).stdout
    assert "2 players, edition it: Yellow to move" in shown
    assert "64 of 64 games reached this position" in shown
    rare = CliRunner().invoke(app, [*own, "bobby D7", "tile 2"], env={"COLUMNS": "120"}).stdout
    assert "Fewer than 2 of 64 games reached this position" in rare
    record = tmp_path / "game.json"
    Record.of(line(["bobby D5"], edition="it")).write(record)
    found = json.loads(CliRunner().invoke(app, [*own, "--record", str(record), "--at", "1", "--json"]).stdout)
    assert (found["seat"], found["turn"], found["games"]) == (0, 1, 64)
    cards = CliRunner().invoke(app, ["explore", "viaggiatore", "auction", "-n", "2", "--json"])
    assert {"bid worth 4"} < {move["move"] for move in json.loads(cards.stdout)["moves"]}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("explore", "chess"), "unknown game 'chess'"),
        (("explore", "portobello", "bobby D5", "--record", "x.json"), "not both"),
        (("explore", "portobello", "--at", "3"), "--at goes with --record"),
        (("explore", "portobello", "fly"), "fly"),
        (("explore", "portobello", "tile 4"), "(clause"),
        (("explore", "portobello", "bobby D5", "tile 4", "draw"), "a random draw comes next"),
        (("explore", "portobello", "--rule", "lord=action", "-n", "2", "-r", "credit=granted"), "has no games"),
        (("explore", "portobello", "--book", "/dev/null"), "/dev/null: an explorer's file begins with"),
        (("explore", "portobello", "--book", "/no/such"), "/no/such"),
        (("build-explorer", "portobello", "-o", "x", "--players", "9"), "is for 2 to 4 players, not 9"),
        (("build-explorer", "portobello", "-o", "x", "--players", "two"), "--players takes all"),
        (("build-explorer", "portobello", "-o", "x", "--editions", "xx"), "has no edition 'xx'"),
        (("build-explorer", "portobello", "-o", "x", "--games", "0"), "games must be at least 1"),
        (("build-explorer", "portobello", "-o", "x", "--games", "3"), "need at least as many games"),
        (("build-explorer", "portobello", "-o", "x", "--from", "/no/such"), "/no/such"),
    ],
)
def test_bad_input_is_a_sentence_and_status_2(
    options: tuple[str, ...], sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["piazzetta", *options])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("name", NAMES)
def test_the_book_of_the_package(name: str) -> None:
    """Every edition and number of players is there; a change of what is observed would lose the first position."""
    book = packaged_book(name)
    assert book is not None
    size, positions = len(book.dumps()), sum(section.head["positions"] for section in book.sections)
    assert size <= 1_500_000
    assert book.games == 500_000
    game = SETTINGS[NAMES.index(name)].game
    assert f"| {game.title} | {book.games:,} | {positions:,} | {size:,} |" in DOCUMENT.read_text("utf-8")
    assert {(one.head["rounds"], one.head["least"]) for one in book.sections} == {
        (3, {"portobello": 50, "viaggiatore": 100}[name])
    }
    for edition in game.editions:
        for players in game.seats:
            match = piazzetta.game(name, players=players, edition=edition).start(seed=1)
            section = book.section(match.setting)
            assert section is not None
            assert section.head.items() >= head_of(match.setting).items()
            section.find(0)  # unpacks it
            begun = time.perf_counter()
            told = look_up(book, match)
            assert time.perf_counter() - begun < 0.05 * 20  # on a busy machine; measured: docs/explorer.md
            assert told.visits == told.games == section.head["games"]
            assert len(told.moves) >= 1
