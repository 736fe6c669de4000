"""A custom map and a custom deck, to check that the page draws them as well as its own."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

#: A wheel of eight squares without coordinates: the engine finds where everything lies.
RIM = ("Porta Portese", "San Cosimato", "Campo de' Fiori", "Testaccio", "Piazza Vittorio", "Via Sannio", "Ponte Milvio")
HUB = "Piazza Navona"
SPOKES = ("Via del Corso", "Via Giulia", "Via dei Coronari", "Via Appia", "Via Margutta", "Via Condotti", "Via Sacra")
WHEEL = ("Lungotevere", "Via Ostiense", "Via Merulana", "Via Tuscolana", "Via Cassia", "Via Flaminia", "Via Aurelia")
QUARTERS = ("Ghetto", "Monti", "Prati", "Celio", "Trastevere", "Esquilino", "San Lorenzo")


def other_map() -> dict[str, Any]:
    letters = "BCDEFGH"
    values = ([1, 2, 1, 3], [2, 1, 2], [1, 1, 2, 2, 1], [3, 1], [1, 2, 3], [2, 2, 1, 1], [1, 3, 2])
    alleys: dict[str, Any] = {}
    districts: dict[str, Any] = {}
    for number, letter in enumerate(letters):
        after = letters[(number + 1) % len(letters)]
        alleys[f"A-{letter}"] = {"name": SPOKES[number], "values": values[number]}
        alleys["-".join(sorted((letter, after)))] = {"name": WHEEL[number], "values": values[-number]}
        districts[f"D{number + 1}"] = {"name": QUARTERS[number], "squares": ["A", letter, after]}
    squares = {"A": {"name": HUB}} | {letter: {"name": name} for letter, name in zip(letters, RIM, strict=True)}
    return {"name": "Roma, 1921", "squares": squares, "alleys": alleys, "districts": districts}


def other_deck() -> list[dict[str, Any]]:
    """Cards whose objects are all of one kind, shops that buy only one kind or all: no printed card is like that."""
    file = resources.files("piazzetta") / "data" / "viaggiatore-deck.json"
    deck: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    for number, card in enumerate(deck):
        card["objects"] = [5 - card["bid"] if kind == number % 4 else 0 for kind in range(4)]
        card["shop"] = [4 if kind == number % 4 else None for kind in range(4)] if number % 2 else [1, 2, 3, 4]
    return deck
