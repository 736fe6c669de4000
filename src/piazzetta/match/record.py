"""A game as text: read, write, replay, verify. The format is public: `data/rules/records.md`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from piazzetta.errors import BadInput, BadRecord, IllegalMove, OldRules
from piazzetta.games.base import Components, Game
from piazzetta.games.registry import find_game
from piazzetta.kernel import CHANCE
from piazzetta.match.match import MOST_MOVES, Match, Setting
from piazzetta.match.position_history import play_through
from piazzetta.match.provable_draws import check_kept, check_seating, dealer_of
from piazzetta.match.setup import read_shared

FORMAT = "piazzetta/1"
MOST_BYTES = 16 * 2**20
_SETTING = {"game", "players", "starter", "edition", "rules", "head_start", "rules_version", "position"}
_KNOWN = {"format", "moves", "result"} | _SETTING

# A record is decoded field by field, each with its own type: errors can name the field, and what many records share
# (the map or deck, the rules) is not parsed again.
_Fields = Mapping[str, msgspec.Raw]
_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_TEXT = msgspec.json.Decoder(str)
_NUMBER = msgspec.json.Decoder(int)
_MOVES = msgspec.json.Decoder(list[tuple[int, str]])
_RESULT = msgspec.json.Decoder(dict[str, list[int]] | None)
_ANYTHING = msgspec.json.Decoder()


def _take(fields: _Fields, name: str, decoder: msgspec.json.Decoder[Any], kind: str) -> Any:
    """A field of a record; ``BadInput`` if it is missing or has the wrong type."""
    if name not in fields:
        raise BadInput(f"{name} is missing")
    try:
        return decoder.decode(fields[name])
    except msgspec.ValidationError:
        given = bytes(fields[name])[:40].decode(errors="replace")
        raise BadInput(f"{name} must be {kind}, not {given}") from None


@lru_cache(maxsize=64)
def _components(game: Game, source: bytes) -> Components:
    """Read a map or deck. Many records share the same one, so it is checked only once."""
    return read_shared(game, _ANYTHING.decode(source))


@lru_cache(maxsize=256)
def _setting(
    game: Game,
    players: int,
    starter: int,
    edition: str,
    rules: bytes,
    components: Components,
    given: bytes,
    version: int,
    position: bytes,
) -> Setting:
    spelled = _ANYTHING.decode(rules)
    if not isinstance(spelled, dict):
        raise BadInput("rules must be an object that spells out every switch")
    start, first = _ANYTHING.decode(given), _ANYTHING.decode(position)
    return Setting.spelled_out(game, players, starter, edition, spelled, components, start, version, first)


def _read_setting(fields: _Fields) -> Setting:
    game = find_game(_take(fields, "game", _TEXT, "the name of a game"))
    players = _take(fields, "players", _NUMBER, "a whole number")
    starter = _take(fields, "starter", _NUMBER, "a whole number")
    edition = _take(fields, "edition", _TEXT, "a name") if "edition" in fields else game.default_edition
    for name in (game.components_key, "rules"):
        if name not in fields:
            raise BadInput(f"{name} is missing")
    components = _components(game, bytes(fields[game.components_key]))
    given = bytes(fields.get("head_start", b"null"))
    version = _take(fields, "rules_version", _NUMBER, "a whole number") if "rules_version" in fields else 1
    if version < 1:
        raise BadInput(f"rules_version must be 1 or more, not {version}")
    first = bytes(fields.get("position", b"null"))
    return _setting(game, players, starter, edition[:40], bytes(fields["rules"]), components, given, version, first)


def _read_moves(fields: _Fields) -> list[tuple[int, str]]:
    if "moves" not in fields:
        raise BadInput("moves is missing")
    try:
        moves: list[tuple[int, str]] = _MOVES.decode(fields["moves"])
    except msgspec.ValidationError as error:
        place = re.search(r"at `\$\[(\d+)\]", str(error))
        if place is None:
            raise BadInput("moves must be a list of pairs of seat and move") from None
        raise BadRecord("a move is a pair of seat and text", int(place[1])) from None
    if len(moves) > MOST_MOVES:
        raise BadRecord(f"a record holds at most {MOST_MOVES} moves, this one {len(moves)}", MOST_MOVES)
    return moves


@dataclass
class Record:
    """A game as it is stored and shared: its setting, the chance outcomes of the opening, the moves, the result.

    >>> import piazzetta
    >>> match = piazzetta.game("portobello").start(seed=1)
    >>> match.play("bobby D1")
    >>> record = piazzetta.Record.of(match)
    >>> record.moves
    [(1, 'bobby D1')]
    >>> piazzetta.Record.loads(record.dumps()).replay().mover
    0
    """

    setting: Setting
    opening: list[int]  # action numbers
    moves: list[tuple[int, str]]
    result: dict[str, list[int]] | None = None
    extra: dict[str, Any] = field(default_factory=dict)  # fields from later versions and other programs, preserved

    # --- from a match, and back ---

    @classmethod
    def of(cls, match: Match) -> Record:
        """The record of a match, finished or not."""
        result = {"scores": match.scores, "winners": match.winners} if match.over else None
        return cls.from_log(match.setting, match.log, result)

    @classmethod
    def from_log(cls, setting: Setting, log: list[tuple[int, int]], result: dict[str, list[int]] | None) -> Record:
        """The record of a game whose moves are given as pairs of seat and action number."""
        length = setting.opening_length
        texts = setting.texts
        opening = [action for _, action in log[:length]]
        return cls(setting, opening, [(seat, texts[action]) for seat, action in log[length:]], result)

    def replay(self, at: int | None = None) -> Match:
        """The match after ``at`` of its moves (None: all). Chance waits for its moves to be played.

        ``BadRecord`` with the index of the first offending move if a move is not allowed.
        """
        try:
            match = Match(self.setting)
        except OldRules as problem:
            raise BadRecord(str(problem)) from problem
        for place, action in enumerate(self.opening):
            try:
                match.play(action)
            except IllegalMove as refusal:
                key = self.setting.game.opening_key
                raise BadRecord(f"{key}: number {place} cannot come by chance: {refusal}") from refusal
        for index, (seat, text) in enumerate(self.moves[:at]):
            try:
                match.play(text, seat)
            except IllegalMove as refusal:
                raise BadRecord(str(refusal), index) from refusal
        return match

    # --- text ---

    def to_json(self) -> dict[str, Any]:
        setting = self.setting
        return {
            "format": FORMAT,
            **setting.to_json(),
            **(setting.game.opening_to_json(setting.params_record, self.opening) if setting.position is None else {}),
            **self.extra,
            "moves": [list(move) for move in self.moves],
            "result": self.result,
        }

    def dumps(self) -> str:
        """One line of JSON."""
        return msgspec.json.encode(self.to_json()).decode()

    def write(self, path: str | Path) -> None:
        Path(path).write_text(self.dumps() + "\n", encoding="utf-8")

    @classmethod
    def loads(cls, text: str | bytes) -> Record:
        """Read a record. This checks its form; ``replay`` and ``verify`` check its moves."""
        if len(text) > MOST_BYTES:
            raise BadRecord(f"the record is longer than {MOST_BYTES // 2**20} MiB")
        try:
            return cls._read_fields(_FIELDS.decode(text))
        except BadRecord:
            raise
        except BadInput as error:
            raise BadRecord(str(error)) from error
        except RecursionError:
            raise BadRecord("the record is nested too deeply") from None
        except msgspec.ValidationError:
            raise BadRecord("a record is a JSON object") from None
        except (msgspec.DecodeError, UnicodeError) as error:
            raise BadRecord(f"the record is not JSON: {error}") from None

    @classmethod
    def _read_fields(cls, fields: _Fields) -> Record:
        given = _take(fields, "format", _TEXT, repr(FORMAT))
        if given != FORMAT:
            raise BadInput(f"format must be {FORMAT!r}, not {given[:40]!r}")
        setting = _read_setting(fields)
        game = setting.game
        dealt = {game.opening_key: _ANYTHING.decode(fields[game.opening_key])} if game.opening_key in fields else {}
        opening = game.opening_from_json(setting.params_record, dealt) if setting.position is None else []
        result = _take(
            fields, "result", _RESULT, 'null while the game is going on, then {"scores": […], "winners": […]}'
        )
        keys = _KNOWN | {game.components_key, game.opening_key}
        extra = {key: _ANYTHING.decode(value) for key, value in fields.items() if key not in keys}
        return cls(setting, opening, _read_moves(fields), result, extra)

    @classmethod
    def read(cls, path: str | Path) -> Record:
        with open(path, "rb") as file:
            return cls.loads(file.read(MOST_BYTES + 1))

    # --- checking ---

    def verify(self, commitment: str | None = None, contributions: Sequence[str] = ()) -> None:
        """Check every move, the result and the draws; ``BadRecord`` says what is invalid, and at which move.

        ``commitment`` and ``contributions``: what a player kept from the game (``docs/protocol.md``, *Fair draws*). The
        record must rest on them.
        """
        try:
            self.setting.check_rules()
        except OldRules as problem:
            raise BadRecord(str(problem)) from problem
        allowed, expected = play_through(self.setting, self.opening, self.moves)
        if not allowed:
            self.replay()  # raises with the reason
            raise AssertionError("replay accepted what the kernel refused")
        if self.result != expected:
            raise BadRecord(f"the result is {self.result}, but the moves give {expected}")
        if "fair" in self.extra:
            self._verify_draws(commitment, contributions)
        elif commitment is not None or contributions:
            raise BadRecord("fair is missing: nothing shows how the draws were made")

    def _verify_draws(self, commitment: str | None, contributions: Sequence[str]) -> None:
        """Repeat every draw from the seed and the contributions in ``fair``; the moves are already verified."""
        setting = self.setting
        actions = [*self.opening, *(setting.action(text) for _, text in self.moves)]
        seats = [CHANCE] * len(self.opening) + [seat for seat, _ in self.moves]
        chance = [action for seat, action in zip(seats, actions, strict=True) if seat == CHANCE]
        try:
            dealer = dealer_of(self.extra["fair"], setting.players, chance)
            check_kept(self.extra["fair"], commitment, contributions)
            check_seating(self.extra["fair"])
        except BadInput as error:
            raise BadRecord(str(error)) from error
        drawn = dealer.starter(setting.players) if self.extra["fair"].get("starter_drawn") else setting.starter
        if drawn != setting.starter:
            raise BadRecord(f"seat {setting.starter} started, but the draw chose seat {drawn}")
        match = Match(setting, dealer)
        checked = 0
        while checked < len(actions):
            log = match.log
            if len(log) == checked:
                match.play(actions[checked])
                checked += 1
                continue
            for at in range(checked, min(len(log), len(actions))):
                if log[at][1] != actions[at]:
                    brought, given = setting.text(log[at][1]), setting.text(actions[at])
                    index = at - len(self.opening)
                    sentence = f"chance brought {given}, but the seed and the contributions give {brought}"
                    raise BadRecord(sentence, index if index >= 0 else None)
            checked = len(log)
