"""A game as set up for a table: which game, how many players, who starts, which rules, which map or deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from piazzetta.errors import BadInput, OldRules
from piazzetta.games.base import Array, Components, FairStart, Game, Value
from piazzetta.games.positions import Positions
from piazzetta.games.registry import find_game
from piazzetta.kernel import as_records, records
from piazzetta.match.dealer import Dealer, SeededDealer

#: The most points that a fair start can give a player in any game.
MOST_GIVEN = 99
_LOTS = 0x107A  # tells the draw of a fair start from the draws of the game


@dataclass(frozen=True, eq=False)
class Setup:
    """What is played: everything about a game that is fixed before its first move. Immutable."""

    game: Game
    players: int
    starter: int
    edition: str
    rules: Mapping[str, Value]
    components: Components
    given: tuple[int, ...] | None = None  # the points of a fair start in turn order; None: as the game suggests
    version: int = 0  # of the rules; 0: the newest
    position: Mapping[str, Any] | None = None  # the first one, described (records.md); None: a new game's

    @property
    def rules_version(self) -> int:
        """The version of the rules under which the game is played."""
        return self.version or self.game.rules_version

    def check_rules(self) -> None:
        """``OldRules`` if the package does not play the version of the rules that the game was begun under."""
        known = self.game.rules_versions
        if self.rules_version in known:
            return
        sentence = f"this game of {self.game.title} was begun under version {self.rules_version} of the rules"
        if self.rules_version > self.game.rules_version:
            raise OldRules(f"{sentence}; this Piazzetta knows version {self.game.rules_version}. Install a newer one")
        changes = [text for version, text in known.items() if version > self.rules_version]
        raise OldRules(f"{sentence}, which this Piazzetta no longer plays. What has changed: {' '.join(changes)}")

    @cached_property
    def head_start(self) -> tuple[int, ...]:
        """The points given to each player in turn order before the game; empty without the switch ``handicap``.

        Where lots decide between several starts, this is the likeliest one until they are drawn.
        """
        if self.rules.get("handicap") != "fair":
            return ()
        return self._fair_start[0][1] if self.given is None else self.given

    @cached_property
    def _fair_start(self) -> FairStart:
        """What the game suggests, each with the weight of its lot."""
        return self.game.fair_start(self.edition, self.players, self.rules)

    def drawn(self, dealer: Dealer) -> Self:
        """Return this setup with the lots of a fair start drawn; itself if there is nothing to draw."""
        starts = self._fair_start
        if self.rules.get("handicap") != "fair" or self.given is not None or len(starts) == 1:
            return self
        which = dealer.draw(list(range(len(starts))), [weight for weight, _ in starts])
        return replace(self, given=starts[which][1])

    def of_game(self, seed: int, number: int = 0) -> Self:
        """Return this setup as game ``number`` of a seed is played: with the lots of a fair start drawn."""
        return self.drawn(SeededDealer(seed ^ _LOTS, number))

    def redrawn(self, dealer: Dealer) -> Self:
        """Return this setup with its lots drawn again, if its fair start is one that lots decide between."""
        known = [points for _, points in self._fair_start]
        return replace(self, given=None).drawn(dealer) if self.given is not None and self.given in known else self

    @property
    def chart(self) -> Components:
        """The former name of ``components``."""
        return self.components

    def __post_init__(self) -> None:
        seats = self.game.seats
        if self.players not in seats:
            raise BadInput(
                f"{self.game.title} is for {seats[0]} to {seats[-1]} players, not {self.players} (clause 1.1)"
            )
        if self.starter not in range(self.players):
            raise BadInput(f"starter must be a seat from 0 to {self.players - 1}, not {self.starter} (clause 2)")
        self.components.check_players(self.players)
        if self.given is not None:
            _check_given(self.given, self.players, self.rules)
        if self.position is not None:
            self._check_position(self.position)

    def _check_position(self, position: Any) -> None:
        """``BadInput`` with the first reason why the game cannot begin from this position."""
        found = self._positions.problems(self.components, self.params_record, position)
        if found:
            sentence = self.game.english(self.components).say("position", found[0].key, found[0].params)
            raise BadInput(f"position: {sentence[:-1]} (clause {found[0].clause}).")

    @property
    def _positions(self) -> Positions:
        if self.game.positions is None:
            raise BadInput(f"position: games of {self.game.title} cannot begin from a prepared position")
        return self.game.positions

    @property
    def opening_length(self) -> int:
        """How many chance outcomes come before the first decision; none in a game from a prepared position."""
        return self.game.opening_length(self.params_record) if self.position is None else 0

    def lay_out(self, first: Any) -> None:
        """Write the prepared position, if the game begins from one, over a new game's first position."""
        if self.position is not None:
            self._positions.write(self.components, self.params_record, first, self.position)

    # --- as data ---

    def to_json(self, full: bool = True) -> dict[str, Any]:
        """The setting as JSON.

        In full, as at the start of a record: the parts of the map or deck that matter to play, under the game's own
        key. Otherwise, as passed on within one version: ``components`` is the whole file of a custom map or deck, null
        for the package's own.
        """
        if full:
            return {**self.facts, self.game.components_key: self.components.to_json()}
        return {**self.facts, "components": self.components.to_file() if self.has_custom_components else None}

    @property
    def facts(self) -> dict[str, Any]:
        """Return the setting as JSON without its map or deck."""
        data: dict[str, Any] = {
            "game": self.game.name,
            "players": self.players,
            "starter": self.starter,
            "edition": self.edition,
            "rules": dict(self.rules),
        }
        if self.head_start:  # spelled out, so that a better table changes no game
            data["head_start"] = list(self.head_start)
        if self.rules_version > 1:
            data["rules_version"] = self.rules_version
        if self.position is not None:
            data["position"] = dict(self.position)
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the setting that either form of ``to_json`` describes. Before 0.2 ``components`` was ``chart``."""
        found = find_game(data["game"])
        file = data.get("components", data.get("chart"))
        if found.components_key in data:
            components = read_shared(found, data[found.components_key])
        elif file is None:
            components = found.default_components()
        else:
            components = _read_file(found, file)
        return cls.spelled_out(
            found,
            data["players"],
            data["starter"],
            data["edition"],
            data["rules"],
            components,
            data.get("head_start"),
            data.get("rules_version", 1),
            data.get("position"),
        )

    @classmethod
    def spelled_out(
        cls,
        game: Game,
        players: int,
        starter: int,
        edition: str,
        rules: Mapping[str, object],
        components: Components,
        given: object = None,
        version: int = 1,
        position: Any = None,
    ) -> Self:
        """Return a setting with every rule given, so that its edition may have any name.

        A switch newer than the record gets the value that was played before it existed. ``given`` are the points of a
        fair start; ``version`` is that of the rules, 1 for records that do not say it; ``position``, if the game began
        from a prepared one, describes it.
        """
        spelled = dict(rules)
        for name, switch in game.switches.items():
            if name not in spelled:
                if switch.before is None:
                    raise BadInput(f"rules must spell out every switch; {name} is missing")
                spelled[name] = switch.before
        known = edition if edition in game.editions else game.default_edition
        rules = game.rules(known, spelled)
        return cls(game, players, starter, edition, rules, components, read_given(given), version, position)

    @property
    def has_custom_components(self) -> bool:
        """Whether it uses a custom map or deck instead of the one in the package."""
        return self.components is not self.game.default_components()

    # --- for kernels ---

    @cached_property
    def params(self) -> Array:
        """Everything that stays constant during a game, as passed to kernels."""
        array = self.game.params(self.components, self.players, self.starter, self.rules)
        for place, points in enumerate(self.head_start):
            array[0]["head_start"][(self.starter + place) % self.players] = points
        self.game.play_by(self.rules_version, array)
        return array

    @cached_property
    def params_record(self) -> Any:
        """``params`` as a record with attributes, read once."""
        return as_records(self.params)[0].keep()

    def states(self, size: int) -> Array:
        """Room for ``size`` positions."""
        return records(self.game.state_dtype, size)

    @cached_property
    def action_count(self) -> int:
        """How many actions there are, numbered from 0, including chance outcomes."""
        return self.game.action_count(self.components)

    @cached_property
    def decision_count(self) -> int:
        """How many actions are decisions of a seat; chance outcomes are numbered after them."""
        return self.game.decision_count(self.components)

    @cached_property
    def observation_size(self) -> int:
        """How many numbers ``observe`` writes."""
        return self.game.observation_size(self.components, self.players)

    @cached_property
    def texts(self) -> Sequence[str]:
        """The text of every action, by number."""
        return self.game.texts(self.components)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of every action, by text."""
        return {text: number for number, text in enumerate(self.texts)}

    def text(self, action: int) -> str:
        """The text of an action.

        >>> import piazzetta
        >>> piazzetta.game("portobello").text(4)
        'tile 3'
        """
        if not 0 <= action < self.action_count:
            raise BadInput(f"actions are numbered from 0 to {self.action_count - 1}; there is no {action}")
        return self.texts[action]

    def action(self, text: str) -> int:
        """The number of an action, −1 if no action has that text.

        >>> import piazzetta
        >>> piazzetta.game("portobello").action("tile 3")
        4
        """
        return self.numbers.get(text, -1)

    def __repr__(self) -> str:
        parts = [repr(self.game.name), f"players={self.players}"]
        if self.starter:
            parts.append(f"starter={self.starter}")
        named = self.game.editions.get(self.edition)
        parts.append(f"edition={self.edition!r}")
        changed = {k: v for k, v in self.rules.items() if named is None or named[k] != v}
        if changed:
            parts.append(f"rules={changed!r}")
        if self.given is not None:
            parts.append(f"head_start={list(self.given)!r}")
        if self.position is not None:
            parts.append(f"position={dict(self.position)!r}")
        if self.has_custom_components:
            parts.append(f"{self.game.components_key}={self.components.to_json()!r}")
        return f"piazzetta.game({', '.join(parts)})"


def read_shared(game: Game, source: object) -> Components:
    """Read the map or deck of a record. If it equals the package's own, return that object with all its cached data."""
    components = game.read_components(source)
    default = game.default_components()
    return default if components.to_json() == default.to_json() else components


def _read_file(game: Game, source: object) -> Components:
    """Like ``read_shared``, for the whole file of a map or deck, drawing included, as in the log of a table."""
    components = game.read_components(source)
    default = game.default_components()
    return default if components.to_file() == default.to_file() else components


def read_given(source: object) -> tuple[int, ...] | None:
    if source is None:
        return None
    if not isinstance(source, list) or not all(isinstance(p, int) and 0 <= p <= MOST_GIVEN for p in source):
        raise BadInput(f"head_start must be a list of points from 0 to {MOST_GIVEN}, one for each player")
    return tuple(source)


def _check_given(given: tuple[int, ...], players: int, rules: Mapping[str, Value]) -> None:
    if rules.get("handicap") != "fair":
        raise BadInput("head_start goes with the rule handicap fair")
    if len(given) != players:
        raise BadInput(f"head_start must give points to each of the {players} players, not to {len(given)}")
