"""What a game's module exports, kernel by kernel.

To add one for all games, add its line here; those of a single game are in that game's ``page.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from piazzetta import kernel
from piazzetta.batch.playout import playout, playout_of, playouts_of
from piazzetta.batch.visits import position_key, position_key_of
from piazzetta.bots.draws import draws_of
from piazzetta.bots.knowledge import has_network
from piazzetta.bots.policy import policy_games_of
from piazzetta.bots.search import outlook_of, search_of
from piazzetta.browser.signature import Signature, parse
from piazzetta.games.base import Game
from piazzetta.games.registry import find_game, names
from piazzetta.match.steps import steps_of

#: For all games: the functions of a game.
_COMMON = (
    "setup(params, state!)",
    "mover(params, state) -> int",
    "legal(params, state, out: int32[]!) -> int",
    "chances(params, state, out: int32[]!, weight: int32[]!) -> int",
    "apply(params, state!, action)",
    "payoff(params, state, out: int16[]!)",
    "observe(params, state, seat, out: int16[]!)",
    "determinize(params, state!, seat, rng: int64[]!)",
    "why_not(params, state, action) -> int",
    "sample(params, state, rng: int64[]!) -> int",
    "visible_to(params, state, action) -> int",
)

#: The random stream.
_RANDOM = (
    "start_stream(rng: int64[]!, seed: uint32, stream: uint32, block: uint32)",
    "next_word(rng: int64[]!) -> uint32",
    "below(rng: int64[]!, bound: uint32) -> uint32",
    "pick(rng: int64[]!, weight: int32[], count) -> int",
)

#: Whole games, the search and the judge of maps and decks, by name: built separately for each game.
_MADE = (
    "replay(params[1], state[1]!, seats: int32[], actions: int32[]) -> int",
    "retrace(params[1], states: state[]!, actions: int32[])",
    "random_game(params, state!, rng: int64[]!, choice: int32[]!, seats: int32[]!, actions: int32[]!) -> int",
    "random_games(params[1], state[1]!, rng: int64[]!, seed: uint32, first: uint32, choice: int32[]!, "
    "nothing: int32[]!, out: int16[,]!, moves: int32[]!, decisions: int32[]!)",
    "outlook(params, state, weights: float64[,], scratch: float64[,]!, net: int16[], seen: uint8[]!, lanes: int32[]!, "
    "values: float64[]!)",
    "search(params[1], root[1], work[1]!, words = work, tree: Tree!, weights: float64[,], scratch: float64[,]!, "
    "net: int16[], seen: uint8[]!, lanes: int32[]!, rng: int64[]!, choice: int32[]!, values: float64[]!, "
    "options: Options, simulations)",
    "weigh_draw(params[1], root[1], work: state[]!, weights: float64[,], scratch: float64[,]!, net: int16[], "
    "seen: uint8[]!, lanes: int32[]!, rng: int64[]!, samples, choice: int32[]!, weight: int32[]!, points: int16[]!, "
    "values: float64[]!, own: float64[]!, out: float64[,]!) -> int",
    "weigh_openings(params[1], work: state[]!, weights: float64[,], scratch: float64[,]!, net: int16[], "
    "seen: uint8[]!, lanes: int32[]!, rng: int64[]!, length, points: int16[]!, values: float64[]!, own: float64[]!, "
    "out: float64[,]!)",
    "policy_games(params[1], states: state[]!, net: int16[], seen: uint8[,]!, lanes: int32[,]!, chance: int64[]!, "
    "dice: int64[]!, keys: int64[], first: uint32, choice: int32[]!, powers: float64[,], cuts: float64[,], "
    "barred: uint8[,,], points: int16[,]!, uses: int64[]!, facts: facts[]!, log: int16[,,]!)",
    "note_position(params[1], state[1], seat, starter, told: int32[], seen: int16[]!, key: int64[]!)",
)


def games_of_page() -> list[Game]:
    """The games that the page includes."""
    return [game for game in map(find_game, names()) if game.page() is not None]


@dataclass(frozen=True)
class Export:
    """A kernel and how it is called from outside."""

    signature: Signature
    kernel: Callable[..., Any]


def random_game(params, state, rng, choice, seats, actions):
    """Play a game of random moves; returns their number. ``seats`` and ``actions`` get the moves, if there is room."""
    return playout(params, state, rng, choice, seats, actions)[0]


def note_position(params, state, seat, starter, told, seen, key):
    """Write the key by which an opening explorer knows a position; ``told``: which numbers of ``seen`` make it."""
    key[0] = position_key(params, state, seat, starter, told, seen)


def _made(game: Game) -> dict[str, Any]:
    one = playout_of(game)
    return {
        "replay": steps_of(game).replay,
        "retrace": steps_of(game).retrace,
        "random_game": game.bind(random_game, playout=one),
        "random_games": playouts_of(game),
        "outlook": outlook_of(game),
        "weigh_draw": draws_of(game)[0],
        "weigh_openings": draws_of(game)[1],
        "search": search_of(game),
        "note_position": game.bind(note_position, position_key=position_key_of(game)),
        **({"policy_games": policy_games_of(game)} if has_network(game) else {}),
    }


def exports_of(game: Game) -> list[Export]:
    """Everything a game's module exports."""
    lines = {line: game.kernels._asdict() for line in _COMMON}
    lines |= {line: vars(kernel) for line in _RANDOM}
    page = game.page()
    for home, helpers in (page.helpers if page else {}).items():
        lines |= {line: vars(import_module(home)) for line in helpers}
    made = _made(game)
    lines |= {line: made for line in _MADE if parse(line).name in made}
    signatures = {parse(line): found for line, found in lines.items()}
    return [Export(signature, found[signature.name]) for signature, found in signatures.items()]


def shared_names() -> set[str]:
    """The names that the modules of all games export."""
    common = {parse(line).name for line in (*_COMMON, *_RANDOM, *_MADE)}
    return common.intersection(*({one.signature.name for one in exports_of(game)} for game in games_of_page()))
