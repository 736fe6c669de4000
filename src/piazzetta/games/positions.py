"""Positions laid out by hand, as data: what a game can say about them, how a description is read, and its form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from piazzetta.errors import BadInput

#: A limit of the program: no score and no count of rounds reaches it.
MOST = 9999


class Problem(NamedTuple):
    """Why a position cannot be: the clause it breaks, a message's key and its parameters, which also say where."""

    clause: str
    key: str
    params: dict[str, Any]


#: Where a field is in a description: names of fields, and places in lists. A game may have paths of its own.
Path = list[str | int]


class ChoiceCard(TypedDict):
    """A value that a field may take, and the message that names it."""

    value: Any  # JSON; None: nothing
    key: str
    params: dict[str, Any]


class FieldCard(TypedDict):
    """A field of a form, and the message that names it."""

    path: Path
    kind: str  # choice, number, flag, list (of choices, in order), or set (of choices, in any)
    key: str
    params: dict[str, Any]
    value: Any
    choices: str  # the name of those of a choice, a list or a set
    low: int  # of a number
    high: int
    place: str  # on the board, where it is edited too; empty: nowhere


class GroupCard(TypedDict):
    """Fields that belong together, and the message that names them."""

    key: str
    params: dict[str, Any]
    fields: list[FieldCard]


class FormCard(TypedDict):
    """What there is to edit in a position. Without groups a position is edited as JSON only."""

    choices: dict[str, list[ChoiceCard]]
    groups: list[GroupCard]


class Positions:
    """What a game knows of positions as data. ``given`` is a description, parsed from JSON.

    A description covers positions from the first decision on, the last one of a game too. Fields that the phase does
    not use are not read, so that a phase can be changed alone.
    """

    def describe(self, components: Any, params: Any, state: Any) -> dict[str, Any]:
        """Return the description of a position; ``BadInput`` before the first decision."""
        raise NotImplementedError

    def problems(self, components: Any, params: Any, given: object) -> list[Problem]:
        """Return every reason why the described position cannot be; ``BadInput`` if it is no description."""
        raise NotImplementedError

    def write(self, components: Any, params: Any, state: Any, given: object) -> None:
        """Write the described position into a record, possible or not; ``BadInput`` if it is no description."""
        raise NotImplementedError

    def form(self, components: Any, params: Any, given: object) -> FormCard:
        """Return the fields of a description with their values and what these may be."""
        return {"choices": {}, "groups": []}

    def changed(self, components: Any, params: Any, given: object, path: Path, value: Any) -> dict[str, Any]:
        """Return the description with another value of a field of the form, and with what follows from it."""
        raise BadInput("position: there are no fields to edit")


class FormWriter:
    """Writes a form group by group, field by field."""

    def __init__(self) -> None:
        self.form: FormCard = {"choices": {}, "groups": []}

    def choices(self, name: str, choices: list[ChoiceCard]) -> None:
        self.form["choices"][name] = choices

    def group(self, key: str, params: dict[str, Any]) -> None:
        """Begin a group: the following fields belong to it."""
        self.form["groups"].append({"key": f"form.{key}", "params": params, "fields": []})

    def number(self, path: Path, key: str, params: dict[str, Any], value: int, low: int, high: int) -> None:
        self._add({**_field("number", path, key, params, value), "low": low, "high": high})

    def flag(self, path: Path, key: str, params: dict[str, Any], value: bool, place: str = "") -> None:
        self._add({**_field("flag", path, key, params, value), "place": place})

    def choice(self, path: Path, key: str, params: dict[str, Any], value: Any, choices: str, place: str = "") -> None:
        self._add({**_field("choice", path, key, params, value), "choices": choices, "place": place})

    def listed(self, path: Path, key: str, params: dict[str, Any], value: list[Any], choices: str) -> None:
        self._add({**_field("list", path, key, params, value), "choices": choices})

    def held(self, path: Path, key: str, params: dict[str, Any], value: list[Any], choices: str) -> None:
        """A set, in which a value may be more than once."""
        self._add({**_field("set", path, key, params, value), "choices": choices})

    def _add(self, field: FieldCard) -> None:
        self.form["groups"][-1]["fields"].append(field)


def _field(kind: str, path: Path, key: str, params: dict[str, Any], value: Any) -> FieldCard:
    return {
        "path": path,
        "kind": kind,
        "key": f"form.{key}",
        "params": params,
        "value": value,
        "choices": "",
        "low": 0,
        "high": 0,
        "place": "",
    }


def option(value: Any, key: str, params: dict[str, Any] | None = None) -> ChoiceCard:
    """Return a value with its message."""
    return {"value": value, "key": key, "params": {} if params is None else params}


class Fields:
    """Reads a description field by field; ``BadInput`` names the field that is not of its kind."""

    def __init__(self, what: str, given: object, known: Sequence[str]) -> None:
        if not isinstance(given, Mapping):
            raise BadInput(f"{what} must be an object")
        for name in given:
            if name not in known:
                raise BadInput(f"{what} has no field {str(name)[:40]}; there is {', '.join(known)}")
        self.what = what
        self.given: Mapping[str, Any] = given

    def get(self, name: str, default: Any) -> Any:
        """The field as it is; the default for a field that is missing or null."""
        value = self.given.get(name)
        return default if value is None else value

    def whole(self, name: str, default: int, low: int, high: int) -> int:
        value = self.get(name, default)
        if not is_whole(value, low, high):
            raise BadInput(f"{self.what}: {name} must be a whole number from {low} to {high}")
        return int(value)

    def flag(self, name: str) -> bool:
        value = self.get(name, False)
        if not isinstance(value, bool):
            raise BadInput(f"{self.what}: {name} must be true or false")
        return value

    def choice(self, name: str, choices: Sequence[str], default: int) -> int:
        """The number of one of the choices; ``default`` if the field is missing or null."""
        value = self.given.get(name)
        return default if value is None else place_in(choices, value, f"{self.what}: {name}")

    def listed(self, name: str, count: int | None = None) -> list[Any]:
        """A list, of exactly so many entries; empty if the field is missing or null."""
        value = self.get(name, [])
        if not isinstance(value, list | tuple):
            raise BadInput(f"{self.what}: {name} must be a list")
        if count is not None and len(value) != count:
            raise BadInput(f"{self.what}: {name} must be a list of {count}, not of {len(value)}")
        return list(value)

    def keyed(self, name: str, keys: Sequence[str]) -> list[tuple[int, Any]]:
        """An object with some of these keys, as pairs of a key's number and its value; not those that are null."""
        value = self.get(name, {})
        if not isinstance(value, Mapping):
            raise BadInput(f"{self.what}: {name} must be an object")
        found = [(place_in(keys, key, f"{self.what}: {name}"), one) for key, one in value.items()]
        return sorted([(place, one) for place, one in found if one is not None], key=lambda pair: pair[0])


def is_whole(value: object, low: int, high: int) -> bool:
    """Whether a value is a whole number within limits."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def place_in(choices: Sequence[str], value: object, what: str) -> int:
    """The number of one of the choices; ``BadInput`` if it is none of them."""
    if not isinstance(value, str) or value not in choices:
        raise BadInput(f"{what} must be one of {', '.join(choices)}, not {str(value)[:40]}")
    return list(choices).index(value)
