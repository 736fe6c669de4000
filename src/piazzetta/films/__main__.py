"""Makes one film in a process of its own, for the server: a request as JSON on stdin, the film on stdout.

Bad input ends with a sentence on stderr and exit status 2.
"""

from __future__ import annotations

import contextlib
import os
import sys

import msgspec

from piazzetta.errors import BadInput
from piazzetta.films.cut import Cut
from piazzetta.films.film import Film
from piazzetta.match.record import Record

#: Pictures times pixels: about half a minute of one core.
MOST_PIXELS = 400_000_000


class Request(msgspec.Struct):
    """A film to make, and how much of the processor others get before it."""

    record: str
    cut: dict[str, str | int | None]
    niceness: int


def main() -> None:
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=Request)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(asked.niceness)
    try:
        film = Film(Record.loads(asked.record), msgspec.convert(asked.cut, Cut))
        if len(film.positions) * film.size[0] * film.size[1] > MOST_PIXELS:
            raise BadInput("this film is too long for its size: choose a smaller width, or a part of the game")
    except (BadInput, msgspec.ValidationError) as problem:
        print(problem, file=sys.stderr)
        sys.exit(2)
    sys.stdout.buffer.write(film.make())


if __name__ == "__main__":
    main()
