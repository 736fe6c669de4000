"""The columns of the tables, each declared once: schema, document (``docs/data.md``) and tests follow from here."""

from __future__ import annotations

from typing import NamedTuple


class Column(NamedTuple):
    """A column: its name, its type in Arrow, and what it says."""

    name: str
    type: str
    meaning: str


_GAME = Column("game", "string", "which game: its file and line, or its name on the server")

GAMES = (
    _GAME,
    Column("name", "string", "`portobello`, `viaggiatore`, or the name of another game"),
    Column("players", "int8", "number of players"),
    Column("starter", "int8", "seat of the start player"),
    Column("edition", "string", "the printed rulebook"),
    Column("rules", "string", "every rule with its value, as JSON"),
    Column("rules_version", "int16", "version of the rules under which it was played"),
    Column("head_start", "list<int16>", "points given before the game, in turn order from the starter; empty: none"),
    Column("components", "string", "which map or deck: a key of the table `components`"),
    Column("opening", "list<int16>", "action numbers of what chance laid out before the first move"),
    Column("finished", "bool", "whether the game was played to its end"),
    Column("moves", "int32", "number of rows in `decisions`"),
    Column("turns", "int16", "number of turns"),
)

SEATS = (
    _GAME,
    Column("seat", "int8", "the seat, from 0, clockwise"),
    Column("order", "int8", "its place in turn order: 0 for the start player"),
    Column("player", "string", "who sat there, if the record says so"),
    Column("bot", "string", "the bot's level or name, if bots played each other"),
    Column("points", "int16", "points at the end; of an unfinished game, points so far"),
    Column("won", "bool", "whether it won; null while the game is unfinished"),
    Column("share", "float64", "share of the win: 1 divided by the number of winners, 0 for others; null like `won`"),
    Column("choices", "int32", "how often it had more than one legal move"),
    Column("start", "float64", "with `--analyse`: its winning chance over all openings"),
    Column("gave_away", "float64", "with `--analyse`: winning chance that its own decisions gave away, in total"),
    Column("luck", "float64", "with `--analyse`: what all draws, the opening too, added to its winning chance"),
    Column("luck_spread", "float64", "with `--analyse`: standard deviation of the luck of such draws"),
)

DECISIONS = (
    _GAME,
    Column("at", "int32", "place in the game, from 0: the number of moves of its record before this one"),
    Column("turn", "int16", "the turn in which it was made, as the game counts them"),
    Column("seat", "int8", "who moved; −1 is chance"),
    Column("kind", "string", "first word of the move, such as `build`, `bid` or `card`"),
    Column("move", "string", "the move as in a record"),
    Column("action", "int16", "its number, as in environments and batches"),
    Column("choices", "int16", "number of legal moves, or of possible outcomes of a draw"),
    Column("points", "int16", "the seat's points before the move; null for chance"),
    Column("gain", "int16", "points that the move brought its seat at once; null for chance"),
    Column(
        "position", "string", "with `--analyse`: key of the position before the move; equal positions have equal keys"
    ),
    Column(
        "wins", "list<float64>", "with `--analyse`: each seat's winning chance before it, if the best move is played"
    ),
    Column("best", "string", "with `--analyse`: the best move; like `wins`, null where there was no choice"),
    Column("gave_away", "float64", "with `--analyse`: winning chance that the move gave away, compared with the best"),
    Column(
        "luck", "list<float64>", "with `--analyse`: what a draw added to each seat's winning chance; null for moves"
    ),
)

COMPONENTS = (
    Column("components", "string", "the key: the beginning of a SHA-256 digest of `data`"),
    Column("name", "string", "the game it belongs to"),
    Column("data", "string", "the map or deck as it stands in records, as JSON"),
)

#: Every table by its name, which is also that of its file.
TABLES: dict[str, tuple[Column, ...]] = {
    "games": GAMES,
    "seats": SEATS,
    "decisions": DECISIONS,
    "components": COMPONENTS,
}


def markdown() -> str:
    """The columns as the document shows them."""
    parts = []
    for table, columns in TABLES.items():
        rows = "\n".join(f"| `{column.name}` | {column.type} | {column.meaning} |" for column in columns)
        parts.append(f"### {table}\n\n| column | type | meaning |\n|---|---|---|\n{rows}\n")
    return "\n".join(parts)
