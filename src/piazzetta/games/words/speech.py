"""Turns what a game reports (an event, a remark on a move, a refusal, a reason) into a message with its parameters.

The engine speaks in keys, seats and codes; a message needs names. Every engine parameter stays as it is, and others are
added: a seat gets ``who`` and ``who_is``, points by seat get ``shares``, and each game's own ``speech.py`` adds what
only that game has (places, cards). ``words/README.md`` lists them all.

The page runs this same code, translated (docs/browser.md): it imports nothing, so that it stays small there.
"""

from __future__ import annotations

from typing import Any, Protocol

#: Shares of a whole, formatted as percentages; and averages, formatted with one decimal as the language writes it.
_PERCENT = ("enough", "ahead")
_DECIMAL = ("average", "before", "after")


class Reader(Protocol):
    """The audience: knows the words of a language, and who sits where."""

    shows_keys: bool  # whether to show the keys of places and numbers of cards, for people who type moves

    def t(self, key: str, params: Any) -> str:
        """A message as text."""

    def listed(self, items: Any) -> str:
        """ "a, b and c"."""

    def decimal(self, value: float) -> str:
        """A number with one decimal."""

    def name(self, seat: int) -> str:
        """The name of a player."""

    def mine(self, seat: int) -> bool:
        """Whether a seat is the reader's own."""


class Speech:
    """Talks about a game to a reader. ``components``: the map or deck, for lookups by the game's own part."""

    def __init__(self, reader: Reader, components: Any) -> None:
        self.reader = reader
        self.components = components

    def say(self, kind: str, key: str, given: Any) -> str:
        """An "event", a "note" on a move or a "refusal" as text."""
        return self.reader.t(kind + "." + key, self.params(given))

    # --- who ---

    def about(self, seat: int) -> dict[str, Any]:
        """A player as a message names them."""
        if seat < 0:
            return {"who": "", "who_is": "none", "who_count": 0}
        return {"who": self.reader.name(seat), "who_is": self.who_is(seat), "who_count": 1}

    def who_is(self, seat: int) -> str:
        return "you" if self.reader.mine(seat) else "other"

    def about_all(self, seats: Any) -> dict[str, Any]:
        """Several players; a single one as in ``about``."""
        if len(seats) == 1:
            return self.about(seats[0])
        return {"who": self.named(seats), "who_is": "other", "who_count": len(seats)}

    def named(self, seats: Any) -> str:
        """A list of players, with "you" as it reads after a preposition."""
        return self.reader.listed([self._name(seat, "you.to") for seat in seats])

    def _name(self, seat: int, you: str) -> str:
        return self.reader.t(you, {}) if self.reader.mine(seat) else self.reader.name(seat)

    def shares(self, points: Any, everyone: bool) -> dict[str, Any]:
        """Who got how many points, the reader first; leaves out those with none unless ``everyone`` is set."""
        first, others = [], []
        for seat, gain in enumerate(points):
            if gain or everyone:
                text = self._name(seat, "you") + " " + str(gain)
                if self.reader.mine(seat):
                    first.append(text)
                else:
                    others.append(text)
        texts = [*first, *others]
        return {"shares": ", ".join(texts), "shares_count": len(texts)}

    # --- parameters ---

    def params(self, given: Any) -> dict[str, Any]:
        """The parameters of a message, from those of the engine."""
        found: dict[str, Any] = {"bid": "none", "card": "none", "meant": "none"}  # absent: the reader may not know
        for name, value in given.items():
            if isinstance(value, list | tuple):
                found.update(self.several(name, value))
            elif value is not None:
                found.update(self.single(name, value))
        return found

    def single(self, name: str, value: Any) -> dict[str, Any]:
        """A number, a boolean or a code, with the parameters derived from it."""
        found = {name: value}
        if isinstance(value, bool):
            found[name] = "true" if value else "false"
        elif value == "":
            found[name] = "none"
        elif name == "seat" or name == "mover":
            found.update(self.about(value))
        return found

    def several(self, name: str, values: Any) -> dict[str, Any]:
        """The parameters derived from a list."""
        if name == "seats" or name == "winners":
            return self.about_all(values)
        if name == "receivers":
            return {"to": self.named(values), "to_count": len(values)}
        if name == "scores":
            return self.shares(values, True)
        return {}

    # --- moves and reasons ---

    def move(self, text: str, setting: bool = False, row: bool = False) -> Any:
        """The key of a message and its parameters, for a move as written in records ("build A-B@B", "carry 12 train").

        ``setting`` and ``row`` distinguish moves that look the same: Portobello's speech says which.
        """
        return "move." + text.split(" ")[0], self.params({})

    def move_text(self, text: str, setting: bool = False, row: bool = False) -> str:
        key, params = self.move(text, setting, row)
        return self.reader.t(key, params)

    def reason(self, given: Any, seat: int) -> dict[str, Any]:
        """The parameters of a reason for a move of a seat."""
        found = self.params(given)
        found["me"] = self.reader.name(seat)
        found["me_is"] = self.who_is(seat)
        for name, value in given.items():
            if name in _PERCENT:
                found[name] = int(100 * value + 0.5)
            elif name in _DECIMAL:
                found[name] = self.reader.decimal(value)
            elif name == "winners":
                found["outcome"] = "lost" if seat not in value else "shared" if len(value) > 1 else "won"
            elif name == "move":
                found["move_text"] = self.move_text(value)
        return found
