"""The difference between two JSON values as a JSON Patch (RFC 6902) of ``add``, ``remove`` and ``replace``.

A patch between two messages to the same reader depends on nothing else, so it tells that reader nothing that the whole
second message would not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from piazzetta.tables.messages import ChangeMessage, Json, JsonObject, Patch, UpdateMessage

#: Parts of an update that are new each time, or gone: replaced, never compared field by field.
_WHOLE = ("happened", "legal")
_NESTED = (dict, list)


class Changes:
    """Compares messages of one moment, which have parts in common: each pair of parts is compared once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, str], Patch] = {}

    def message(self, last: UpdateMessage, update: UpdateMessage) -> ChangeMessage:
        """The message ``change``, which turns the last update that a client got into the next one."""
        return {"type": "change", "from": last["at"], "at": update["at"], "patch": self.patch(last, update)}

    def patch(self, before: object, after: object) -> Patch:
        """The operations that turn ``before`` into ``after``; both have to stay alive and as they are.

        A field that was 1 must not become true, nor 0 false: they count as equal.
        """
        return [] if before == after else self._between(before, after, "")

    def _between(self, before: object, after: object, path: str) -> Patch:
        """Return the operations between two values that differ."""
        if type(after) is not type(before) or type(after) not in _NESTED:
            return [{"op": "replace", "path": path, "value": after}]
        key = (id(before), id(after), path)
        found = self._known.get(key)
        if found is None:
            compare: Callable[..., Patch] = self._objects if type(after) is dict else self._lists
            found = self._known[key] = compare(before, after, path)
        return found

    def _objects(self, before: JsonObject, after: JsonObject, path: str) -> Patch:
        if before.keys() != after.keys():
            return self._fields(before, after, path)
        found: Patch = []
        for key, value in after.items():
            old = before[key]
            if value is not old and value != old:
                if type(value) in _NESTED and key not in _WHOLE:
                    found += self._between(old, value, path + _step(key))
                else:
                    found.append({"op": "replace", "path": path + _step(key), "value": value})
        return found

    def _fields(self, before: JsonObject, after: JsonObject, path: str) -> Patch:
        """Return the operations between two objects that have not the same fields."""
        both = [key for key in after if key in before]
        found = self._objects({key: before[key] for key in both}, {key: after[key] for key in both}, path)
        found += [{"op": "add", "path": path + _step(key), "value": after[key]} for key in after if key not in before]
        return found + [{"op": "remove", "path": path + _step(key)} for key in before if key not in after]

    def _lists(self, before: list[Json], after: list[Json], path: str) -> Patch:
        """A list that grows or shrinks at its end, or whose elements have changed; otherwise it is replaced."""
        shared = min(len(before), len(after))
        if before[:shared] == after[:shared]:
            found: Patch = [{"op": "add", "path": f"{path}/-", "value": value} for value in after[shared:]]
            found += [{"op": "remove", "path": f"{path}/{index}"} for index in range(len(before) - 1, shared - 1, -1)]
        elif len(before) == len(after) and isinstance(after[0], dict):
            pairs = enumerate(zip(before, after, strict=True))
            found = [one for at, (old, new) in pairs if old != new for one in self._between(old, new, f"{path}/{at}")]
        else:
            found = [{"op": "replace", "path": path, "value": after}]
        return found


@lru_cache(maxsize=4096)
def _step(key: str) -> str:
    """The path into a field, its name escaped as a JSON Pointer needs it."""
    return "/" + key.replace("~", "~0").replace("/", "~1")
