"""The messages of both games in five languages: nothing missing, nothing superfluous, nothing lost in translation."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import piazzetta
from piazzetta import IllegalMove
from piazzetta.bots.reasons import GENERAL
from piazzetta.games.base import Game
from piazzetta.games.portobello import board, board_check, board_drawing
from piazzetta.games.portobello.bots import reasons as reasons_portobello
from piazzetta.games.portobello.positions import check as portobello_positions
from piazzetta.games.portobello.positions import form as portobello_form
from piazzetta.games.portobello.view import PHASES
from piazzetta.games.portobello.words import events as portobello_events
from piazzetta.games.portobello.words import refusals as portobello_refusals
from piazzetta.games.registry import NAMES, find_game
from piazzetta.games.viaggiatore import deck as viaggiatore_deck
from piazzetta.games.viaggiatore.bots import reasons as reasons_viaggiatore
from piazzetta.games.viaggiatore.deck import Deck
from piazzetta.games.viaggiatore.positions import check as viaggiatore_positions
from piazzetta.games.viaggiatore.positions import form as viaggiatore_form
from piazzetta.games.viaggiatore.view import PHASE_NAMES
from piazzetta.games.viaggiatore.words import events as viaggiatore_events
from piazzetta.games.viaggiatore.words import preview as viaggiatore_preview
from piazzetta.games.viaggiatore.words import refusals as viaggiatore_refusals
from piazzetta.match import match
from tests import said
from tests.messages import FILES, LANGUAGES, Reader, game_words, keys, words
from tests.portobello.maps import loose_board, odd_board
from tests.viaggiatore.decks import odd_deck

pytestmark = pytest.mark.interpreted_only

#: Messages without a key in the engine: names of things, the guided bar.
OTHERS = re.compile(
    r"title|tagline|puzzle|players|factors?|you(\.to)?|"
    r"(credits|basis|tile|seat|card|objects|kind|vehicle|bid|bar|wait|part|place)\..+|"
    r"term\.(alleys|squares|districts?|stall|client|servants?|burghers?|lord|bobby)|"
    r"term\.(auction|bluff|baggage|shop|deck|discard)|count\.(stalls_left|servants|burghers|cards)"
)
PHASES_OF = {"portobello": PHASES, "viaggiatore": PHASE_NAMES}


def made(*modules: ModuleType) -> set[str]:
    """The keys of events, remarks or reasons that are spelled out in modules."""
    found = set()
    for module in modules:
        found |= set(re.findall(r'(?:Event|made|_alley_event|walked)\(\s*"(\w+)"', inspect.getsource(module)))
    return found


def faults(*modules: ModuleType) -> set[str]:
    """What can be wrong with a map or deck."""
    source = "".join(map(inspect.getsource, modules))
    return set(re.findall(r'raise (?:check\.|_)?fault\("(\w+)"', source))


def problems(module: ModuleType) -> set[str]:
    """Why a position laid out by hand cannot be."""
    found = set(re.findall(r'\bno\("[\d.]+", "(\w+)"', inspect.getsource(module)))
    assert len(found) > 20
    return found


def form_keys(module: ModuleType) -> set[str]:
    """What there is to edit in a position, and values that have a name only there."""
    source = inspect.getsource(module)
    found = set(re.findall(r'"form\.(\w+)"', source)) | set(re.findall(r'writer\.group\("(\w+)"', source))
    fields = set(re.findall(r'writer\.(?:number|flag|choice|listed|held)\(\[[^\[\]]*\], "(\w+)"', source))
    faces = {"neutral_up", "neutral_down"} if "neutral_{face_name}" in source else set()
    assert len(fields) > 10
    return found | fields | faces


def match_refusals() -> set[str]:
    """The keys of refusals by a match or its table, whatever the game."""
    source = inspect.getsource(match)
    found = set(re.findall(r'"(unknown_move|wrong_seat|too_long|undo_\w+)"', source))
    assert len(found) == 7
    return found | {"undo_spectator", "undo_never", "undo_no_game", "undo_clock"}


def expected(game: Game) -> dict[str, set[str]]:
    """Every key of the engine, by kind."""
    portobello = game.name == "portobello"
    verbs = {text.split()[0] for text in game.texts(game.default_components())}
    if portobello:
        verbs = verbs - {"nobody", "servant", "burgher", "the"} | {"chance", "draw_row", "bobby_set"}
        events = made(portobello_events) | {"client_placed", "lord_came"}
        notes, reasons = set(portobello_events.REMARKS), made(reasons_portobello)
        poorer = {"cheap_bobby", "leads_less", "overpays", "seats_less", "spends_tile", "takes_less"}
        drawbacks = {"lets_score", "gives", "gives_up"} | poorer
    else:
        events = (
            made(viaggiatore_events) | {"dealt", "drew", "rode", "travelled"} | set(viaggiatore_events._PLAIN.values())
        )
        notes = made(viaggiatore_preview) - {"rode", "travelled"} | set(viaggiatore_preview._PLAIN.values())
        reasons = made(reasons_viaggiatore)
        drawbacks = {
            "misses_sale",
            "falls_short",
            "lets_ride",
            "misses_baggage",
            "sells_less",
            "beaten_by",
            "ticket_steps",
        }
    kinds = set(game.explored_moves(game.default_components())) - set(game.texts(game.default_components()))
    verbs |= {"_".join(kind.split()[:2]) for kind in kinds - {"nothing"}}
    second_clues = set() if portobello else {f"{verb}.more" for verb in ("bid", "carry", "travel", "ride")}
    switches = set()
    for name, switch in game.switches.items():
        values = {"value"} if isinstance(switch.choices, range) else set(switch.choices)
        switches |= {name, f"{name}.short"} | {f"{name}.{value}" for value in values}
    odds = (odd_board(), loose_board()) if portobello else (Deck.read(odd_deck(60)),)
    refusals = portobello_refusals.KEYS if portobello else viaggiatore_refusals.KEYS
    return {
        "event": events,
        "note": notes | {"nothing"},
        "refusal": set(refusals.values()) | match_refusals(),
        "reason": reasons | set(GENERAL),
        "difference": {key for odd in odds for key, _ in odd.differences},
        "fault": faults(board, board_check, board_drawing) if portobello else faults(viaggiatore_deck),
        "position": problems(portobello_positions if portobello else viaggiatore_positions),
        "form": form_keys(portobello_form if portobello else viaggiatore_form),
        "phase": set(PHASES_OF[game.name]),
        "move": verbs,
        # what a moment to learn from is called: by what speaks against a move
        "moment": drawbacks | {"wins_less"},
        "clue": {verb for verb in verbs if "_" not in verb} - {"chance", "card", "shop"} | second_clues,
        "switch": switches,
        "edition": {key for edition in game.editions for key in (edition, f"{edition}.about")},
        "temperament": set(game.bots.temperaments),
    }


@pytest.mark.parametrize("name", NAMES)
def test_english_has_every_key_of_the_engine_and_no_other(name: str) -> None:
    found = set(game_words(name))
    wanted = {f"{kind}.{key}" for kind, names in expected(find_game(name)).items() for key in names}
    assert wanted - found == set(), "without words"
    assert {key for key in found - wanted if not OTHERS.fullmatch(key)} == set(), "words for nothing"


@pytest.mark.parametrize("name", NAMES)
def test_every_seat_has_a_name(name: str) -> None:
    assert keys(name, "seat") == {f"{seat}.name" for seat in range(max(find_game(name).seats))}


@pytest.mark.parametrize("name", NAMES)
def test_the_guided_bar_has_a_sentence_for_every_phase(name: str) -> None:
    found = set(game_words(name))
    for phase in PHASES_OF[name]:
        assert {f"bar.{phase}", f"bar.{phase}.more"} <= found


@pytest.mark.parametrize(("folder", "name"), FILES)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_language_has_the_keys_and_parameters_of_english(folder: Path, name: str, language: str) -> None:
    english, other = words("en", folder, name), words(language, folder, name)
    assert set(other) == set(english)
    for key, message in other.items():
        assert Reader(message).names == Reader(english[key]).names, key


@pytest.mark.parametrize(("folder", "name"), FILES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_are_whole(folder: Path, name: str, language: str) -> None:
    english = words("en", folder, name)
    for key, message in words(language, folder, name).items():
        reader = Reader(message)
        assert list(reader.problems()) == [], key
        selects = {(choice, tuple(sorted(found))) for choice, how, found in reader.choices if how == "select"}
        known = {name for name, _ in selects}
        for choice, how, found in Reader(english[key]).choices:
            if how == "select" and choice in known:
                assert (choice, tuple(sorted(found))) in selects, key


def _own_text(message: str) -> str:
    """A message without its parameters and choices."""
    return re.sub(r"\{\w+(, (plural|select),)?|[\w=.]+ \{|\}", "", message)


@pytest.mark.parametrize(("folder", "name"), FILES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_typography(folder: Path, name: str, language: str) -> None:
    for key, message in words(language, folder, name).items():
        text = _own_text(message)
        assert not re.search(r"""["'`]""", text), f"{key}: straight quotes or apostrophes: {message}"
        assert "..." not in text, key
        assert message.strip(), f"{key} is empty"
        if language == "fr":
            assert not re.search(r"(?<=\w) ?[;!?»]|(?<=\w) :|« ", text), (
                f"{key}: a no-break space is missing: {message}"
            )
        if language == "es":
            assert text.count("?") == text.count("¿"), key
            said = text.replace("Bluff!", "")  # as printed on the card
            assert said.count("!") == said.count("¡"), key


@pytest.mark.parametrize(("language", "formal"), [("it", r"\bLei\b"), ("es", r"\b[Uu]sted"), ("fr", r"\b[Vv]ous\b")])
def test_the_reader_is_a_friend(language: str, formal: str) -> None:
    for folder, name in FILES:
        assert not [message for message in words(language, folder, name).values() if re.search(formal, message)]


def test_what_a_match_refuses_has_a_key_and_parameters() -> None:
    table = piazzetta.game("portobello", players=2).start(seed=1)

    def refused(move: str, seat: int | None = None) -> tuple[str, dict[str, Any]]:
        with pytest.raises(IllegalMove) as caught:
            table.play(move, seat)
        return caught.value.key, caught.value.params

    nothing = table.undo_refusal()
    assert nothing is not None
    assert (nothing.key, table.why_not_undo()) == ("undo_nothing", "There is no move to undo.")
    assert refused("bobbi D1") == ("unknown_move", {"move": "bobbi D1", "meant": "bobby D1"})
    assert refused("fly") == ("unknown_move", {"move": "fly", "meant": ""})
    assert refused("bobby D1", 0) == ("wrong_seat", {"mover": 1})
    assert refused("tile 3") == ("set_bobby_first", {})
    table.play("bobby D7")
    late = table.undo_refusal()
    assert late is not None
    assert (late.key, late.params) == ("undo_too_late", {"move": "bobby D7"})
    table.play("tile 3")
    assert refused("end") == ("actions_remain", {"left": 3})
    other = table.undo_refusal(1)
    assert other is not None
    assert other.key == "undo_other_seat"
    assert table.undo_refusal(0) is None
    table.play("draw")
    chance = table.undo_refusal()
    assert chance is not None
    assert chance.key == "undo_chance"


def test_the_pages_examples_are_what_the_engine_says() -> None:
    """Vitest says each of them in every language, and English must be exactly the engine's."""
    assert said.FILE.read_text(encoding="utf-8") == said.text(), "python -m tests.said writes them anew"


def test_the_examples_have_every_event() -> None:
    examples: dict[str, list[dict[str, Any]]] = json.loads(said.FILE.read_text(encoding="utf-8"))
    for name in NAMES:
        assert {piece["key"] for piece in examples["events"] if piece["game"] == name} == keys(name, "event")
