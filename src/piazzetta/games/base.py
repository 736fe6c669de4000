"""What makes a game: a record, eleven functions over it, and the words for them.

Two fields of the records are read by everybody. ``params.players`` is the number of seats. ``state.turn`` counts the
turns begun so far, 0 or 1 in the first: a search looks so many turns ahead, rounds are turns per player, and clocks
count by the turn. A turn is whatever the rulebook calls one; several moves, also of several seats, may be part of it.

The functions are declared here as stand-ins, with their names and meanings. Generic algorithms (replaying, random
play, search, batches) call these names, and ``Game.bind`` compiles them with a game's own functions.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, NoReturn, cast

import numpy as np

from piazzetta.errors import BadInput
from piazzetta.games.facts import Difference as Difference
from piazzetta.games.facts import Event as Event
from piazzetta.games.facts import Parts as Parts
from piazzetta.games.facts import Preview as Preview
from piazzetta.games.facts import Refusal as Refusal
from piazzetta.games.illustrations import Illustrations
from piazzetta.games.knowledge import Bots, Knowledge
from piazzetta.games.listing import Listing, load
from piazzetta.games.page import Page
from piazzetta.games.positions import Positions
from piazzetta.games.scene import Scene, WholeScene
from piazzetta.games.seats import SEATS, Seat
from piazzetta.games.sources import PointSources
from piazzetta.games.switch import Switch as Switch
from piazzetta.games.switch import Value as Value
from piazzetta.games.words.messages import English, words_of
from piazzetta.games.words.speech import Reader, Speech
from piazzetta.kernel import compiled, foreign_digest, rebound

Array = np.ndarray[Any, Any]
#: Points in turn order, each with the weight of its lot; the likeliest first.
FairStart = tuple[tuple[int, tuple[int, ...]], ...]
#: A viewer is a seat, ``SPECTATOR`` (sees what everyone sees) or ``OPEN`` (sees everything, once the game is over).
Viewer = int
SPECTATOR = -1
OPEN = -2
#: A logged move: who made it (``CHANCE``: −1), the action, and who saw it at the time (``SPECTATOR``: everyone).
Move = tuple[int, int, Viewer]
UNTOLD = -1  # stands for an action that a viewer was not told


def _stand_in() -> NoReturn:
    raise NotImplementedError("a stand-in: Game.bind puts a game's own function in its place")


def setup(params: Any, state: Any) -> None:
    """Write the first position into ``state``."""
    _stand_in()


def mover(params: Any, state: Any) -> int:
    """Whose move it is: a seat, ``CHANCE`` or ``OVER``."""
    _stand_in()


def legal(params: Any, state: Any, out: Any) -> int:
    """Write the mover's legal actions into ``out``, which has room for one more, and return their number, maybe 0."""
    _stand_in()


def chances(params: Any, state: Any, out: Any, weight: Any) -> int:
    """At a chance node: write the outcomes and their weights (integers) and return their number."""
    _stand_in()


def apply(params: Any, state: Any, action: int) -> None:
    """Turn ``state`` into the next position. The action must be legal."""
    _stand_in()


def payoff(params: Any, state: Any, out: Any) -> None:
    """Write each seat's points into ``out``, then for each seat 1 if it has won, else 0."""
    _stand_in()


def observe(params: Any, state: Any, seat: int, out: Any) -> None:
    """Write what ``seat`` may know into ``out``, as numbers, from its point of view."""
    _stand_in()


def determinize(params: Any, state: Any, seat: int, rng: Any) -> None:
    """Turn ``state`` into one that ``seat`` cannot tell apart from it, drawn without using what it cannot know.

    ``seat`` may be −1, a spectator, who knows only what everyone has seen. Every possibility is equally likely, and the
    result depends on nothing but what the seat knows and ``rng``. Without secrets it does nothing.
    """
    _stand_in()


def why_not(params: Any, state: Any, action: int) -> int:
    """0 if the action is allowed now, else the number of the reason. ``legal`` is built on this predicate."""
    _stand_in()


def sample(params: Any, state: Any, rng: Any) -> int:
    """At a chance node: draw an outcome. Gives the same as ``pick`` over ``chances``, without listing them first."""
    _stand_in()


def visible_to(params: Any, state: Any, action: int) -> int:
    """Who sees an action when it is made: a seat, or ``SPECTATOR`` for everybody."""
    _stand_in()


class Kernels(NamedTuple):
    """A game's own functions in place of the stand-ins."""

    setup: Callable[..., None]
    mover: Callable[..., int]
    legal: Callable[..., int]
    chances: Callable[..., int]
    apply: Callable[..., None]
    payoff: Callable[..., None]
    observe: Callable[..., None]
    determinize: Callable[..., None]
    why_not: Callable[..., int]
    sample: Callable[..., int]
    visible_to: Callable[..., int]


class Components(ABC):
    """What the game is played on, as validated, immutable data: a map or a deck."""

    @cached_property
    def _hash(self) -> int:
        return hash(repr(self))

    def __hash__(self) -> int:  # used every turn, so computed once
        return self._hash

    @abstractmethod
    def to_json(self) -> Any:
        """As stored in a record."""

    @property
    def differences(self) -> tuple[Difference, ...]:
        """How it differs from the printed game while still being playable."""
        return ()

    @property
    def warnings(self) -> tuple[str, ...]:
        """The differences as English sentences."""
        return tuple(words_of(self, "en").say(f"difference.{key}", params) for key, params in self.differences)

    def check_players(self, players: int) -> None:  # noqa: B027 — most components suit any number of players
        """Raise ``BadInput`` if it does not suit this number of players."""

    @abstractmethod
    def summary(self) -> str:
        """A short description of its contents."""

    def to_file(self) -> Any:
        """As stored in its own file, with everything needed to draw it."""
        return self.to_json()


class Game(ABC):
    """A game: its functions, their sizes, its names and its switches."""

    listing: ClassVar[Listing]
    bots: ClassVar[Bots]
    editions: ClassVar[Mapping[str, Mapping[str, Value]]]
    switches: ClassVar[Mapping[str, Switch]]
    fair_starts: ClassVar[Mapping[str, Mapping[int, FairStart]]] = {}  # by edition and players: ``handicap`` gives this
    judged_starts: ClassVar[Mapping[str, Sequence[int]]] = {}  # by edition: for how many players they are even
    #: The versions of the rules that the kernels play, each with what it changed; new games play the last one.
    rules_versions: ClassVar[Mapping[int, str]] = {1: ""}
    kernels: ClassVar[Kernels]
    state_dtype: ClassVar[np.dtype[Any]]
    opening_key: ClassVar[str] = "opening"  # the record's field for the chance outcomes before the first move
    turn_clause: ClassVar[str]  # the clause that says whose turn it is
    has_secrets: ClassVar[bool]  # whether seats know different things; if not, one view fits all
    looks_ahead: ClassVar[bool] = True  # whether ``preview`` makes use of the next position
    most_legal: ClassVar[int]  # room for the legal actions of any position, and one more
    most_outcomes: ClassVar[int]  # the most outcomes of any chance node
    moves_a_seat: ClassVar[int] = 200  # in a long game, chance included: OpenSpiel's limit
    seat_looks: ClassVar[tuple[Seat, ...]] = SEATS
    private_parts: ClassVar[tuple[str, ...]] = ()  # of an observation: what only the observer knows
    positions: ClassVar[Positions | None] = None  # as data, to begin a game from one; None: it begins anew

    @property
    def name(self) -> str:
        return self.listing.name

    @property
    def title(self) -> str:
        return self.listing.title

    @property
    def seats(self) -> range:
        return self.listing.seats

    @property
    def components_key(self) -> str:
        """The record's field for the map or deck."""
        return self.listing.components_key

    def bind(self, function: Callable[..., Any], compiler: Any = compiled, version: str = "", **others: Any) -> Any:
        """Compile a generic algorithm with this game's functions and ``others``; bound twice it needs a ``version``."""
        name = f"{self.name}{version}{foreign_digest(inspect.getfile(type(self)))}"  # compiled code is cached by name
        return compiler(rebound(function, name, **self.kernels._asdict(), **others))

    @property
    def default_edition(self) -> str:
        return next(iter(self.editions))

    def rules(self, edition: str, changes: Mapping[str, object]) -> dict[str, Value]:
        """Every switch of an edition, with the given changes applied."""
        if edition not in self.editions:
            raise BadInput(f"{self.title} has no edition {edition!r}; there is {', '.join(self.editions)}")
        rules = dict(self.editions[edition])
        for name, value in changes.items():
            if name not in self.switches:
                raise BadInput(f"{self.title} has no rule {name!r}; there is {', '.join(self.switches)}")
            rules[name] = self.switches[name].read(name, value)
        return rules

    @property
    def rules_version(self) -> int:
        """The version of the rules that new games play."""
        return max(self.rules_versions)

    def fair_start(self, edition: str, players: int, rules: Mapping[str, Value]) -> FairStart:
        """What a fair start may give each player in turn order; for an unknown edition, the default one's."""
        known = self.fair_starts.get(edition, self.fair_starts.get(self.default_edition, {}))
        return known.get(players, ((1, (0,) * players),))

    def most_given(self, rules: Mapping[str, Value]) -> int:
        """The most points that a fair start can give a player."""
        return 99

    @abstractmethod
    def default_components(self) -> Components:
        """The map or deck that comes with the package."""

    @abstractmethod
    def read_components(self, source: object) -> Components:
        """A map or deck from parsed JSON (its own file, or a record's field); ``BadInput`` if it is invalid."""

    @abstractmethod
    def params(self, components: Any, players: int, starter: int, rules: Mapping[str, Value]) -> Array:
        """Everything that stays constant during a game, as an array of one record."""

    def play_by(self, version: int, params: Array) -> None:  # noqa: B027 — most games have one version
        """Tell the kernels which version of the rules to play. A game with several has a field for it in its params."""

    @abstractmethod
    def action_count(self, components: Any) -> int:
        """How many actions there are, numbered from 0, including chance outcomes."""

    @abstractmethod
    def decision_count(self, components: Any) -> int:
        """How many of the actions are decisions of a seat; chance outcomes are numbered after them."""

    @abstractmethod
    def observation_parts(self, components: Any, players: int) -> list[tuple[str, int, str]]:
        """What ``observe`` writes, part by part: name, count of numbers, meaning."""

    def observation_size(self, components: Any, players: int) -> int:
        return sum(size for _, size, _ in self.observation_parts(components, players))

    @abstractmethod
    def texts(self, components: Any) -> Sequence[str]:
        """The text of every action, by number."""

    def explored_numbers(self, components: Any, players: int) -> list[int]:
        """The places in an observation by which an opening explorer tells positions apart; by default all of them."""
        return list(range(self.observation_size(components, players)))

    def explored_moves(self, components: Any) -> Sequence[str]:
        """What an opening explorer counts each decision as, by number: its text, or a kind of moves."""
        return self.texts(components)[: self.decision_count(components)]

    def places(self, components: Any, players: int) -> list[str]:
        """The places of the board that somebody can mark in a study: a kind, and a key where there are several."""
        return [f"seat {seat}" for seat in range(players)]

    def opening_length(self, params: Any) -> int:
        """How many chance outcomes come before the first decision; a record keeps them apart from the moves."""
        return 0

    def opening_to_json(self, params: Any, actions: Sequence[int]) -> dict[str, Any]:
        """The chance outcomes before the first decision, as stored in a record (``{}`` if there are none)."""
        return {}

    def opening_from_json(self, params: Any, head: Mapping[str, Any]) -> list[int]:
        """The same, read back; ``BadInput`` if they are invalid."""
        return []

    def awaited(self, params: Any, state: Any) -> list[int]:
        """The seats that may decide now: the mover, or, where all choose secretly at once, those yet to choose."""
        seat = int(self.kernels.mover(params, state))
        return [seat] if seat >= 0 else []

    def asking(self, params: Any, state: Any, seat: int) -> Any:
        """The position as it will be when this awaited seat is asked, without what others choose until then."""
        return state

    @abstractmethod
    def undo_barrier(self, state: Any) -> int:
        """A number that changes once a move can no longer be taken back (a new turn, a reveal)."""

    @abstractmethod
    def why(self, components: Any, params: Any, state: Any, action: int, code: int) -> tuple[str, str, dict[str, Any]]:
        """For a ``why_not`` code: the clause behind it, the key of its message, and the message's parameters."""

    def refusal(self, components: Any, params: Any, state: Any, action: int, code: int) -> Refusal:
        """For a ``why_not`` code: a sentence, the clause behind it, and both as data."""
        clause, key, facts = self.why(components, params, state, action, code)
        sentence = f"{self.english(components).say('refusal', key, facts)[:-1]} (clause {clause})."
        before = "" if key == "no_such_move" else f"{self.texts(components)[action]} is not allowed. "
        return Refusal(f"{before}{sentence}", clause, key, facts)

    @abstractmethod
    def view(self, components: Any, params: Any, state: Any, viewer: Viewer) -> dict[str, Any]:
        """What the viewer may know of a position, as plain data. Built as an allowlist of what is shown."""

    def views(
        self, components: Any, params: Any, state: Any, viewers: Sequence[Viewer], parts: Parts
    ) -> list[dict[str, Any]]:
        """The same for several viewers, who may share what is equal, and ``parts`` with earlier views of the game."""
        return [self.view(components, params, state, one) for one in viewers]

    @abstractmethod
    def events(self, components: Any, params: Any, before: Any, action: int, after: Any, viewer: Viewer) -> list[Event]:
        """What happened between two positions: what spectators are told, unless ``visible_to`` names this viewer."""

    def history_for(self, players: int, log: Sequence[Move], viewer: Viewer) -> list[tuple[int, int]]:
        """The moves as the viewer was told them, pairs of seat and action; ``UNTOLD`` for what it did not see."""
        return [(mover, action if by in (SPECTATOR, viewer) or viewer == OPEN else UNTOLD) for mover, action, by in log]

    def resample_history(self, log: Sequence[Move], true: Any, determinized: Any, seat: int, shuffle: Any) -> list[int]:
        """The actions of a game that ends in ``determinized`` and gives ``seat`` the same history."""
        return [action for _, action, _ in log]

    @abstractmethod
    def preview(self, components: Any, params: Any, state: Any, action: int, after: Any = None) -> Preview:
        """What a legal move costs and gains for all the mover knows, without notes; ``after``: the next position."""

    @abstractmethod
    def speech(self, reader: Reader, components: Any) -> Speech:
        """How to talk about the game to a reader, who knows a language and who sits where."""

    def english(self, components: Any, seat: int = -1) -> Speech:
        """The same in English; ``seat`` is then "you"."""
        return self.speech(English(self, seat), components)

    def say(self, components: Any, event: Event) -> str:
        """An event in English words."""
        return self.english(components).say("event", event.key, event.params)

    @abstractmethod
    def sources(self) -> PointSources:
        """Where points come from."""

    # Everything below is loaded on demand and left out of the browser's page. A game may name other places.

    def _part(self, where: str) -> Any:
        return load(f"{type(self).__module__.rpartition('.')[0]}.{where}")

    def drawing(self, components: Any, view: Mapping[str, Any], width: int = 80) -> Any:
        """A view as a picture for the terminal (a ``rich`` renderable)."""
        return self._part("drawing.terminal:drawing")(components, view, width)

    def svg(self, components: Any, view: Mapping[str, Any], names: Sequence[str] = ()) -> str:
        """A view as an SVG picture; without the players' names, seats go by their colours."""
        return str(self._part("drawing.svg:svg")(components, view, names))

    def scene(self, components: Any, view: Mapping[str, Any], names: Sequence[str]) -> Scene:
        """What a film of a game shows, from a first view on; a game without a table of its own: its whole pictures."""
        if not self.listing.own_table:
            return WholeScene(lambda shown: self.svg(components, shown, names), view)
        return cast(Scene, self._part("drawing.scene:scene")(components, view, names))

    def knowledge(self) -> Knowledge:
        """What a search knows about the game."""
        return cast(Knowledge, self._part("bots.knowledge:KNOWLEDGE"))

    def page(self) -> Page | None:
        """What the browser's page needs; None if the page does not include the game."""
        return self._part("page:PAGE") if self.listing.own_table else None

    def illustrations(self) -> type[Illustrations] | None:
        """What the illustrated rulebook shows of the game; None if it has none."""
        return self._part("drawing.booklet:Pictures") if self.listing.own_table else None

    def arrange(self, components: Any, players: int, starter: int, state: Any, given: Mapping[str, Any]) -> None:
        """Turn a first position into one described by hand, for examples and tests."""
        raise BadInput(f"{self.title} has no positions laid out by hand")
