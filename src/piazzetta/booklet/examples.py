"""The worked examples of the documents, played by the engine: one source for the tests and for the drawings.

``data/rules/examples-NAME.json`` gives positions and moves; everything shown or said of them comes from the engine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import piazzetta
from piazzetta.games.base import OPEN
from piazzetta.games.illustrations import Example, Frame, Line
from piazzetta.games.registry import find_game
from piazzetta.match.match import Match
from piazzetta.match.setting import Setting


@cache
def examples_of(name: str, edition: str = "") -> Mapping[str, Example]:
    """The worked examples of a game as an edition plays them (the default one), by their keys in the rulebook.

    >>> examples_of("portobello")["E1"].lines[0].gains
    [12, 0, 8, 4]
    >>> examples_of("portobello", "es")["E8"].lines[0].gains
    [-1, 1, 0, 0]
    """
    text = files("piazzetta").joinpath(f"data/rules/examples-{name}.json").read_text("utf-8")
    given = json.loads(text)["examples"]
    chosen = edition or find_game(name).default_edition
    return {key: _example(name, key, given, chosen) for key in given}


def arranged(setting: Setting, given: Mapping[str, Any]) -> Match:
    """Return a match that begins in a described position."""
    match = Match(setting)
    setting.game.arrange(setting.components, setting.players, setting.starter, match._trail.states[0], given)
    match._legal = None
    match._mover = match._trail.mover(0)
    return match


def _example(name: str, key: str, given: Mapping[str, Any], edition: str) -> Example:
    example = given[key]
    lines = []
    for line in example["lines"]:
        match = _begin(name, example, given, edition)
        gains = line["gains"]
        if isinstance(gains, dict):
            gains = gains[edition] if edition in gains else gains["rest"]
        lines.append(_play(match, line["moves"], line["pictures"], gains))
    return Example(
        key,
        example["clause"],
        match.setting.components,
        lines,
        example.get("names", ()),
        example.get("show", {}),
        example.get("turn", False),
        example.get("printed_in", ()),
    )


def _begin(name: str, example: Mapping[str, Any], given: Mapping[str, Any], edition: str) -> Match:
    """Return where an example begins: in a described position, after an opening, or where another one ended."""
    if "after" in example:
        first = given[example["after"]]
        match = _begin(name, first, given, edition)
        for move in first["lines"][0]["moves"]:
            match.play(move)
        return match
    setting = piazzetta.game(name, edition=edition, **example["setting"])
    if "position" in example:
        return arranged(setting, example["position"])
    match = Match(setting)
    for action in setting.game.opening_from_json(setting.params_record, example["opening"]):
        match.play(setting.text(action))
    return match


def _play(match: Match, moves: Sequence[str], pictures: Sequence[Any], expected: Sequence[int]) -> Line:
    start, first = list(match.scores), len(match.log)
    shown = {number: (kind, told) for number, kind, told in map(_picture, pictures)}
    frames = []
    brought: list[list[Any]] = []  # the events of each move since the last picture
    before = match.view(OPEN)
    for number in range(len(moves) + 1):
        if number in shown:
            kind, told = shown[number]
            events = [event for of_move in brought[-told:] for event in of_move]
            frames.append(Frame(before, match.view(OPEN), events, [*match.legal_moves], kind))
            before, brought = match.view(OPEN), []
        if number < len(moves):
            match.play(moves[number])
            brought.append(match.events_of(first + number, OPEN))
    gains = [after - old for after, old in zip(match.scores, start, strict=True)]
    return Line(frames, gains, expected)


def _picture(given: Any) -> tuple[int, str, int]:
    """After how many moves to draw, what, and how many of the last moves to tell (0: all since the picture before)."""
    if isinstance(given, int):
        return given, "", 0
    number, kind, *told = given
    return number, kind, told[0] if told else 1
