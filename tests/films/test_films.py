"""Films of games: which positions they show, what is in the files, what is refused, and that they tell no secrets."""

from __future__ import annotations

import io
import re
from dataclasses import asdict
from functools import cache
from html import unescape
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from PIL import Image, ImageChops, ImageFont
from typer.testing import CliRunner

import piazzetta
from piazzetta import OPEN, SPECTATOR, BadInput, Match, Record
from piazzetta.bots import Position, bot
from piazzetta.cli import app, main
from piazzetta.films import __main__ as process
from piazzetta.films.cut import PACES, Cut
from piazzetta.films.film import Film
from piazzetta.films.picture import Pictures
from piazzetta.films.storyboard import Storyboard, lines_of, width_of
from piazzetta.games.rulebooks.rulebook import LANGUAGES
from piazzetta.games.scene import WholeScene
from piazzetta.kernel import CHANCE
from tests.tiers import tier

pytestmark = pytest.mark.interpreted_only

SHORT: dict[str, Any] = {"first": 12, "last": 30, "width": 240}


@cache
def played(game: str, players: int) -> Record:
    match, player = piazzetta.game(game, players=players).start(seed=1), bot("random", 1)
    while not match.over:
        match.play(player.choose(Position.of(match)))
    record = Record.of(match)
    record.extra["names"] = ["Marta", None, "A name too long for a panel"][:players]
    return record


@pytest.mark.parametrize("kind", ["webp", "gif"])
@pytest.mark.parametrize(("game", "players"), [("portobello", 2), ("viaggiatore", 3)])
def test_the_file_shows_every_position_for_its_time(game: str, players: int, kind: str) -> None:
    film = Film(played(game, players), Cut(kind=kind, **SHORT))
    done: list[tuple[int, int]] = []
    data = film.make(lambda *counts: done.append(counts))
    picture: Any = Image.open(io.BytesIO(data))
    assert picture.format == kind.upper()
    assert picture.size == film.size == (240, film.size[1])
    assert picture.n_frames == len(film.positions) == len(film.seconds) > 4
    assert done[-1] == (len(film.positions),) * 2
    shown = []
    for frame in range(picture.n_frames):
        picture.seek(frame)
        picture.load()
        shown.append(picture.info["duration"] if kind == "gif" else picture.info["timestamp"])
    wanted = [round(1000 * seconds) for seconds in film.seconds]
    assert shown == (wanted if kind == "gif" else [sum(wanted[:frame]) for frame in range(len(wanted))])
    assert picture.info["loop"] == 0


@pytest.mark.parametrize(("game", "players"), [("portobello", 3), ("viaggiatore", 2)])
@pytest.mark.parametrize("viewer", [SPECTATOR, OPEN, 1])
def test_a_picture_drawn_from_the_one_before_is_the_same(game: str, players: int, viewer: int) -> None:
    """Parts that are kept from earlier pictures are those that a new picture would have."""
    record, cut = played(game, players), Cut(viewer=viewer, width=300)
    board = Storyboard(record, cut)
    pictures = Pictures(board)
    for number in range(0, len(board.positions), tier(24, 12)):
        last = pictures.draw(number)
    again = Pictures(Storyboard(record, cut)).draw(number)
    assert ImageChops.difference(last, again).getbbox() is None


def test_positions_wait_for_chance_and_for_secret_choices() -> None:
    record = played("viaggiatore", 3)
    match = record.replay()
    cut = Cut().of(match, over=True)
    every = cut.positions(match, ())
    assert (every[0], every[-1]) == (len(record.opening) or every[0], match.length)
    for at in every[:-1]:
        assert match.log[at][0] != CHANCE
    asked = [len(match.setting.game.awaited(match.setting.params_record, match.state(at))) for at in every[:-1]]
    assert set(asked) == {1, 3}, "one seat decides, or all of them lay their bids: never some of them"
    few = cut.positions(match, ("auction_called", "bid_laid", "stayed", "waited", "drew", "turn", "auctions_closed"))
    assert {few[0], few[-1]} <= set(few) <= {*every}
    assert len(few) < 0.6 * len(every)


def test_what_scores_stays_longer() -> None:
    record = played("portobello", 2)
    film = Film(record, Cut(pace="fast"))
    match = record.replay()
    scores = [match.scores_at(at) for at in film.positions]
    slower = [now != then for then, now in pairwise(scores)]
    assert [seconds > PACES["fast"] for seconds in film.seconds[1:-1]] == slower[:-1]
    assert film.seconds[-1] == 3


def test_a_turn_alone() -> None:
    record = played("portobello", 2)
    match = record.replay()
    film = Film(record, Cut(turn=3))
    assert [int(match.state(at)["turn"]) for at in film.positions[:-1]] == [3] * (len(film.positions) - 1)
    assert int(match.state(film.positions[-1])["turn"]) == 4
    with pytest.raises(BadInput, match="this game has turns 0 to"):
        Film(record, Cut(turn=1000))


@pytest.mark.parametrize(
    ("wish", "problem"),
    [
        ({"kind": "mp4"}, "a film is a webp or a gif"),
        ({"pace": "hasty"}, "the pace is slow, normal, fast"),
        ({"width": 20}, "240 to 1600 pixels"),
        ({"lang": "nl"}, "films speak en, "),
        ({"viewer": 2}, "no seat 2"),
        ({"first": 9, "last": 8}, "in this order"),
        ({"last": 100_000}, "moves from 0 to"),
        ({"turn": 1, "first": 2}, "either the turn or the moves"),
    ],
)
def test_bad_wishes_are_refused(wish: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        Film(played("portobello", 2), Cut(**wish))


def asked_for(monkeypatch: pytest.MonkeyPatch, **cut: Any) -> None:
    """Ask the server's film process for a film, in this one."""
    wish = {"record": played("portobello", 2).dumps(), "cut": asdict(Cut(**cut)), "niceness": 0}
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(msgspec.json.encode(wish))))
    process.main()


def test_the_servers_process_refuses_what_would_take_too_long(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    asked_for(monkeypatch, **SHORT)
    assert capsysbinary.readouterr().out[8:12] == b"WEBP"
    film = Film(played("portobello", 2), Cut())
    pixels = len(film.positions) * film.size[0] * film.size[1]
    assert pixels < process.MOST_PIXELS / 2, "a whole game at the page's medium size is far below the limit"
    monkeypatch.setattr(process, "MOST_PIXELS", pixels - 1)
    with pytest.raises(SystemExit) as ended:
        asked_for(monkeypatch)
    assert ended.value.code == 2
    assert b"choose a smaller width, or a part" in capsysbinary.readouterr().err


@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
def test_only_what_the_viewer_may_know_is_asked_for(monkeypatch: pytest.MonkeyPatch, viewer: int) -> None:
    record = played("viaggiatore", 3)
    film = Film(record, Cut(viewer=viewer, **SHORT))
    asked: set[int] = set()

    def spied(function: Any, place: int) -> Any:
        def told(*given: Any) -> Any:
            asked.add(given[place])
            return function(*given)

        return told

    monkeypatch.setattr(Match, "view", spied(Match.view, 1))
    monkeypatch.setattr(Match, "events_of", spied(Match.events_of, 2))
    film.make()
    assert asked == {viewer}


def test_open_cards_are_shown_only_when_the_game_is_over() -> None:
    record = played("viaggiatore", 3)
    running = Record(record.setting, record.opening, record.moves[:40])
    with pytest.raises(BadInput, match="when the game is over"):
        Film(running, Cut(viewer=OPEN))
    running.extra["ended"] = {"by": "agreed"}
    assert Film(running, Cut(viewer=OPEN)).positions[-1] == len(record.opening) + 40
    assert Film(Record(record.setting, record.opening, []), Cut(width=240)).make(), "a film of one picture"


def test_a_game_without_a_scene_of_its_own_shows_its_whole_picture() -> None:
    """As those of other packages do: what they draw for the table is what is filmed."""
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="120"><rect width="9" height="9"/></svg>'
    scene = WholeScene(lambda view: drawing.replace("9", str(view["side"])), {"side": 9})
    assert (scene.width, scene.height) == (200, 120)
    (part,) = scene.parts({"side": 7}, [])
    assert 'width="7"' in part.inside


@pytest.mark.parametrize("lang", ["de", "fr"])
def test_captions_speak_the_language_and_keep_the_end(lang: str) -> None:
    board = Storyboard(played("portobello", 2), Cut(lang=lang))
    caption = board.parts(len(board.positions) - 1)[-1].inside
    assert {"de": "Das Spiel ist aus", "fr": "La partie est finie"}[lang] in caption
    long = [f"{word} " * 20 for word in ("first", "second", "third")]
    lines = lines_of(long, 3400)
    assert len(lines) <= 3
    assert "third" in lines[-1]
    assert "first" not in " ".join(lines)
    assert lines_of(["word " * 99], 1300)[-1].endswith("…")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_are_as_wide_as_the_font_says(lang: str) -> None:
    """Widths are whole numbers of our own, so that the page breaks lines at the same words; nothing is cut off."""
    font = ImageFont.truetype(str(files("piazzetta").joinpath("data/fonts/cabin.ttf")), 100)
    board = Storyboard(played("viaggiatore", 3), Cut(lang=lang))
    told = "".join(board.parts(number)[-1].inside for number in range(len(board.positions)))
    lines = [unescape(line) for line in re.findall(r"<text[^>]*>([^<]+)</text>", told)]
    assert len(lines) > 40
    for line in lines:
        wide = font.getlength(line)
        assert wide <= width_of(line) + 2 <= 1.3 * wide + 60, line


@pytest.mark.parametrize(("game", "players"), [("portobello", 2), ("viaggiatore", 3)])
def test_each_part_is_a_picture_of_its_own(game: str, players: int) -> None:
    board = Storyboard(played(game, players), Cut(viewer=OPEN))
    for part in board.parts(len(board.positions) - 1):
        svg = board.svg(part)
        defined = re.findall(r'<(?:symbol|pattern|\w+Gradient) id="([\w-]+)"', svg)
        assert len(defined) == len(set(defined))
        used = {one or other for one, other in re.findall(r'href="#([\w-]+)"|url\(#([\w-]+)\)', svg)}
        assert used <= {*defined, *re.findall(r'id="([\w-]+)"', svg)}
        assert ElementTree.fromstring(svg).get("viewBox")
        left, top, right, bottom = board.box(part)
        assert 0 <= left < right <= board.size[0]
        assert 0 <= top < bottom <= board.size[1]


def test_the_command(tmp_path: Path) -> None:
    file, out = tmp_path / "game.json", tmp_path / "game.gif"
    played("portobello", 2).write(file)
    wish = ["film", str(file), "--out", str(out), "--from", "5", "--to", "12", "--width", "240", "--lang", "it"]
    result = CliRunner().invoke(app, wish)
    assert result.exit_code == 0, result.output
    assert f"{out}: " in result.output
    assert " × " in result.output
    with Image.open(out) as picture:
        assert picture.size[0] == 240


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--out", "game.mp4"], "such as game.webp or game.gif"),
        (["--out", "game.gif", "--seat", "red"], "a seat from 0, spectator or open"),
        (["--out", "game.gif", "--seat", "5"], "no seat 5"),
        (["--out", "game.gif", "--from", "100000"], "moves from 0 to"),
    ],
)
def test_the_command_refuses_bad_input(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    problem: str,
) -> None:
    file = tmp_path / "game.json"
    played("portobello", 2).write(file)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["piazzetta", "film", str(file), *options])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert problem in capsys.readouterr().err
    assert not (tmp_path / "game.gif").exists()


def test_without_pillow_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piazzetta.terminal.film.find_spec", lambda name: None)
    file = tmp_path / "game.json"
    played("portobello", 2).write(file)
    result = CliRunner().invoke(app, ["film", str(file), "--out", str(tmp_path / "game.gif")])
    assert isinstance(result.exception, BadInput)
    assert "film]" in str(result.exception)
