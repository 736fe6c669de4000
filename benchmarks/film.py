"""Time films of whole games: ``python -m benchmarks.film``. One core; processor time, as the machine may be shared."""

from __future__ import annotations

import time

import piazzetta
from piazzetta import Record
from piazzetta.bots import Position, bot
from piazzetta.films.cut import KINDS, Cut
from piazzetta.films.film import Film

GAMES = (("portobello", 4), ("viaggiatore", 4), ("viaggiatore", 6))


def played(name: str, players: int) -> Record:
    """A game of `medium` bots."""
    match, player = piazzetta.game(name, players=players).start(seed=1), bot("medium", 1)
    while not match.over:
        match.play(player.choose(Position.of(match)))
    return Record.of(match)


def main() -> None:
    for name, players in GAMES:
        record = played(name, players)
        Film(record, Cut(first=0, last=20)).make()  # loads everything
        for kind in KINDS:
            begun = time.process_time()
            film = Film(record, Cut(kind=kind))
            size = len(film.make())
            print(
                f"{name} {players} {kind}: {time.process_time() - begun:.1f} s, {len(film.positions)} pictures of "
                f"{film.size[0]} × {film.size[1]}, {size / 2**20:.1f} MiB, {sum(film.seconds):.0f} s long"
            )


if __name__ == "__main__":
    main()
