"""Set up a table, from a request or as a rematch. The result is the body of its first event."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import cast

from piazzetta.errors import BadInput
from piazzetta.match.provable_draws import FairDealer
from piazzetta.match.setting import Setting, game
from piazzetta.tables.conditions import Further, unknown_level
from piazzetta.tables.lessons import find_lesson, played_on, prepared, tour
from piazzetta.tables.log import Beginning, Created, CreatedSeat
from piazzetta.tables.messages import Json, JsonObject, SeatKind
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Options, Table

INVISIBLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def plain_text(text: str) -> str:
    """User input without invisible characters or ones that change the text direction."""
    return " ".join(INVISIBLE.sub(" ", text).split())


@dataclass(frozen=True)
class SeatWish:
    """Who should sit on a seat of a new table."""

    kind: str  # me, open, hotseat, bot; or person, whose token the creator does not get
    name: str | None = None
    level: str | None = None


@dataclass(frozen=True)
class Wish:
    """A request for a new table."""

    game: str
    seats: list[SeatWish]
    edition: str | None = None
    rules: dict[str, str | int] = field(default_factory=dict)
    players: int | None = None  # optional: defaults to the number of seats
    starter: int = 0
    components: Json = None  # a map or deck as parsed JSON; None: the one that comes with the game
    named: JsonObject = field(default_factory=dict)  # the same by the game's own name for it, such as board
    head_start: list[int] | None = None  # the points of a fair start in turn order, with the rule handicap fair
    options: Options = field(default_factory=Options)
    draw_starter: bool = False  # the fair draw decides who starts
    draw_seats: bool = False  # and who sits where
    tour: bool = False  # begin with the game's prepared position, for a guided first turn
    lesson: str | None = None  # begin with the position of this lesson
    record: Json = None  # begin with a position of this game
    at: int | None = None  # which: as the frames of its replay count; None: the last one

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Wish:
        """Read a request in the form of ``POST /tables``, which has already been checked.

        A field that is none of ours can only be a game's own name for its components.
        """
        own = [one.name for one in fields(cls)]
        made = {
            **{name: value for name, value in data.items() if name in own},
            "named": {name: value for name, value in data.items() if name not in own},
            "seats": [SeatWish(**seat) for seat in data["seats"]],
            "options": Options(**_with_hints(data.get("options", {}), data["seats"])),
        }
        return cls(**made)

    @property
    def own_seats(self) -> list[int]:
        """The seats of the table's creator, who gets a token for each."""
        return [number for number, seat in enumerate(self.seats) if seat.kind in ("me", "hotseat")]


def _with_hints(options: Mapping[str, Json], seats: Sequence[Mapping[str, Json]]) -> Mapping[str, Json]:
    """Return a table's options. Unless they say otherwise, hints are off where people play each other."""
    if options.get("hints") is not None:
        return options
    return {**options, "hints": all(seat["kind"] != "open" for seat in seats)}


def head_of(wish: Wish, seed: bytes, hashes: Mapping[int, str] | None, further: Further | None = None) -> Created:
    """Return the body of a new table's first event; ``BadInput`` says what is invalid.

    ``hashes``: of the tokens of the creator's seats. None: a table on one device, where nobody needs a token or a name.
    ``further``: the bots beside the levels.
    """
    players = len(wish.seats) if wish.players is None else wish.players
    if players != len(wish.seats):
        raise BadInput(f"players is {players}, but there are {len(wish.seats)} seats")
    setting, more = _beginning(wish, players)
    _check_own(wish)
    _check_clock(wish.options)
    _check_levels(wish, further or {})
    seats = [_seat(number, seat, hashes) for number, seat in enumerate(wish.seats)]
    return {**_head(setting.drawn(_lots(seed)), seats, wish.options, seed), **more}


def rematch_head(table: Table, seed: bytes, gone: Sequence[int] = ()) -> Created:
    """Return the body of the first event of a rematch: the same people, and the next seat starts.

    Tokens remain valid for their seats. ``gone``: the seats of people who have left; bots play for them until they take
    their seats back.
    """
    if table.status != "over":
        raise Refused("not_over", "a rematch comes after the end of the game.")
    following = (table.setting.starter + 1) % table.setting.players
    setting = replace(table.setting, starter=following, version=0, position=None)  # anew, by the newest rules
    seats: list[CreatedSeat] = [
        {"kind": seat.kind, "name": seat.name, "level": seat.level, "hash": seat.hash, "bot_plays": number in gone}
        for number, seat in enumerate(table.seats)
    ]
    for given, seat in zip(seats, table.seats, strict=True):
        if seat.program:
            given["program"] = True
    return _head(setting.redrawn(_lots(seed)), seats, table.options.unlisted, seed)


def _lots(seed: bytes) -> FairDealer:
    """Return the dealer that draws the points of a fair start from the seed alone, before anyone has joined."""
    return FairDealer(seed, ["head start"])


def _head(setting: Setting, seats: list[CreatedSeat], options: Options, seed: bytes) -> Created:
    """Return the first event. It holds even the package's own map or deck, so that a new release cannot change it."""
    written = {**setting.facts, "components": setting.components.to_file()}
    allowed = asdict(replace(options, by_turn=options.timed))
    return cast("Created", {**written, "seats": seats, "options": allowed, "seed": seed.hex()})


def _setting(wish: Wish, players: int) -> Setting:
    return game(
        wish.game,
        players=players,
        starter=wish.starter,
        edition=wish.edition,
        rules=wish.rules,
        head_start=wish.head_start,
        components=wish.components,
        **wish.named,
    )


def _beginning(wish: Wish, players: int) -> tuple[Setting, Beginning]:
    """Return the game to play, and what the first event says about its beginning."""
    if wish.record is None and wish.at is not None:
        raise BadInput("at says which position of a record: give the record too")
    kinds = {"lesson": wish.lesson is not None, "tour": wish.tour, "record": wish.record is not None}
    wanted = [kind for kind, given in kinds.items() if given]
    if not wanted:
        return _setting(wish, players), _drawn(wish)
    kind = wanted[0]
    _check_bare(wish, kind, wanted[1:])
    setting, more = _begun(wish)
    if setting.game.name != wish.game:
        raise BadInput(f"this {kind} is of {setting.game.name}, not {wish.game}")
    if setting.players != players:
        raise BadInput(f"this {kind} is for {setting.players} players, not {players}")
    return setting, more


def _drawn(wish: Wish) -> Beginning:
    """Return what the draw decides before the game."""
    found = Beginning()
    if wish.draw_starter:
        found["draw_starter"] = True
    if wish.draw_seats:
        found["draw_seats"] = True
    return found


def _begun(wish: Wish) -> tuple[Setting, Beginning]:
    """Return the game and its beginning for a lesson, a tour, or a record that is played on."""
    if wish.lesson is not None:
        taught = find_lesson(wish.game, wish.lesson)
        return taught.setting, Beginning(prepared=taught.prepared, lesson={"id": taught.id, "goal": taught.goal})
    record = tour(wish.game) if wish.tour else played_on(wish.record, wish.at)
    return record.setting, Beginning(prepared=prepared(record, wish.at))


def _check_bare(wish: Wish, kind: str, others: list[str]) -> None:
    """Check that a wish for a begun game says nothing that the game itself says."""
    given = {
        "edition": wish.edition,
        "rules": wish.rules,
        "components": wish.components,
        **wish.named,
        "head_start": wish.head_start,
        "starter": wish.starter,
        "draw_starter": wish.draw_starter,
        "draw_seats": wish.draw_seats,
    }
    own = others + [name for name, value in given.items() if value]
    if own:
        raise BadInput(f"a {kind} brings its own rules and position: leave out {', '.join(own)}")


def _check_own(wish: Wish) -> None:
    kinds = [seat.kind for seat in wish.seats]
    if kinds.count("me") > 1:
        raise BadInput("only one seat can be me; others at the same device are hotseat")
    if "hotseat" in kinds and "me" not in kinds:
        raise BadInput("a hotseat is a further seat at my device: one seat has to be me")


def _check_levels(wish: Wish, further: Further) -> None:
    for seat in wish.seats:
        if seat.kind == "bot" and seat.level:
            problem = unknown_level(seat.level, wish.game, further)
            if problem:
                raise BadInput(problem)


def _check_clock(options: Options) -> None:
    if options.clock is not None and options.bank is not None:
        raise BadInput("clock is for each move and bank for the whole game: give one of them")
    if options.increment and options.bank is None:
        raise BadInput("increment is added to a bank: give bank too")


def _seat(number: int, wish: SeatWish, hashes: Mapping[int, str] | None) -> CreatedSeat:
    name = plain_text(wish.name or "") or None
    if wish.kind == "open":
        return {"kind": "open"}
    if wish.kind == "bot":
        return {"kind": "bot", "name": name, "level": wish.level or "medium"}
    kind: SeatKind = "hotseat" if wish.kind == "hotseat" else "person"
    if hashes is None:
        return {"kind": kind, "name": name}
    return {"kind": kind, "name": name or f"Player {number + 1}", "hash": hashes[number]}
