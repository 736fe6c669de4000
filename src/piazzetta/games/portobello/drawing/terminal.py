"""A view of Portobello Market as a picture for the terminal: the map, and below it everything next to the board.

The signs carry all information (◆ ● ▲ ■ are the players, s b L the clients); colour only repeats it. What does not fit
into the picture of a crowded map is listed below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.drawing.terminal_colours import ASCII, BOBBY, CLIENT_SIGNS, SIGNS, theme_for
from piazzetta.games.portobello.drawing.terminal_map import Picture
from piazzetta.games.portobello.moves import COLOURS


class Drawing:
    """A renderable in the game's colours, limited to ASCII where the console supports nothing else."""

    def __init__(self, parts: Iterable[RenderableType], width: int) -> None:
        self._content = Group(*parts)
        self._width = width

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        fitting = options.update(width=min(self._width, options.max_width))
        with console.use_theme(theme_for(console)):
            segments = list(console.render(self._content, fitting))
        for segment in segments:
            text = segment.text.translate(ASCII) if options.ascii_only else segment.text
            yield Segment(text, segment.style, segment.control)


def drawing(board: Board, view: Mapping[str, Any], width: int = 80) -> Drawing:
    """The position as a picture, at most ``width`` columns wide."""
    picture = Picture(board, view, width)
    parts: list[RenderableType] = [_heading(view), *picture.lines(), _beside(board, view, width)]
    parts += _listed(board, view) if picture.crowded else []
    return Drawing([*parts, _legend()], width)


def _player(seat: int) -> Text:
    return Text.assemble((f" {SIGNS[seat]} ", f"stall{seat}"), " ", (COLOURS[seat].capitalize(), "bold"))


def _client(client: str) -> tuple[str, str]:
    return CLIENT_SIGNS[client], client


def _count(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _heading(view: Mapping[str, Any]) -> Text:
    """The state of the game, and what is expected now."""
    over = view["phase"] == "finished"
    heading = Text.assemble(("Portobello Market", "bold"), "  ")
    if view["turn"]:
        heading.append(f"round {(view['turn'] - 1 - over) // view['players'] + 1}")
        heading.append(", the last  " if view["last_round"] else "  ")
    if over:
        best = max(view["scores"])
        winners = [seat for seat, score in enumerate(view["scores"]) if score == best]  # 9.4
        heading.append_text(Text(" and ").join(_player(seat) for seat in winners))
        return heading.append(f" {'wins' if len(winners) == 1 else 'win'} with {_count(best, 'point')}.")
    if view["phase"] == "arranging":
        return heading.append("the customers are laid out.")
    return heading.append_text(_player(view["seat"])).append(f" {_expected(view)}")


def _expected(view: Mapping[str, Any]) -> str:
    match view["phase"]:
        case "setting":
            return "places the Bobby in a district."
        case "picking":
            return "picks a tile, or marks a district."
        case "drawing":
            return "draws a customer."
        case "placing":
            return f"places the {view['in_hand']} on a free square."
    tile, left = view["tile_in_use"], view["actions_left"]
    return f"uses tile {tile}: {_count(left, 'action') if left else 'no action'} left."


def _beside(board: Board, view: Mapping[str, Any], width: int) -> RenderableType:
    """The players, and the pieces next to the board."""
    players = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    players.add_column("", no_wrap=True)
    players.add_column("points", justify="right", no_wrap=True)
    players.add_column("stalls", justify="right", no_wrap=True)
    players.add_column("tiles up", no_wrap=True)
    players.add_column("down", no_wrap=True, style="dim")
    for seat in range(view["players"]):
        tiles = view["tiles"][seat]
        players.add_row(
            Text("▸" if seat == view["mover"] else " ").append_text(_player(seat)),
            Text(str(view["scores"][seat]), "bold").append(_given(view["head_start"][seat]), "not bold dim"),
            str(view["stalls_left"][seat]),
            " ".join(tiles["up"]) or "–",
            " ".join(tiles["down"]) or "–",
        )
    supply = Table.grid(padding=(0, 1, 0, 0))
    supply.add_column(style="dim", no_wrap=True)
    supply.add_column()
    for label, content in _supply(board, view):
        supply.add_row(label, content)
    if width < 70:
        return Group(players, supply)
    both = Table.grid(padding=(0, 1, 0, 0))
    both.add_column(no_wrap=True)  # the other column shrinks
    both.add_column()
    both.add_row(players, Group("", supply))
    return both


def _given(points: int) -> str:
    """2.5: what a fair start gave this player, as part of the points."""
    return f" (+{points})" if points else ""


def _supply(board: Board, view: Mapping[str, Any]) -> list[tuple[str, Text]]:
    bobby = Text("not on the board yet")
    if view["bobby"] is not None:
        district = board.districts[board.district_index(view["bobby"])]
        bobby = Text(district.key if district.name == district.key else f"{district.key} {district.name}")
        walk = [key for key in view["walk"] if key != view["bobby"]]
        bobby.append(f", was in {' '.join(walk)}" if walk and view["phase"] == "acting" else "")  # 6.4
    row = view["row"]
    if row is None:
        kinds = [(kind, view["bag"][kind]) for kind in ("servant", "burgher", "lord")]
        left = [Text.assemble(_client(kind), f" × {count}") for kind, count in kinds if count]
        clients = Text(", ").join(left) if left else Text("empty")
    else:
        clients = Text(" ").join(Text.assemble(_client(client)) for client in row) if row else Text("–")
    stack = " ".join(str(value) for value in view["neutral_stack"])
    return [
        ("neutral tiles", Text(stack or "–")),
        ("bag" if row is None else "row", clients),
        (f"{BOBBY} Bobby", bobby),
    ]


def _legend() -> Text:
    words: list[tuple[str, str]] = []
    for client in CLIENT_SIGNS:
        words += [_client(client), (f" {client} ", "dim")]
    words += [(" 3", "value3"), (" space of value 3  ", "dim"), ("◆3", "stall0"), (" stall on it  ", "dim")]
    return Text.assemble(*words, ("n2 neutral tile", "dim"))


def _listed(board: Board, view: Mapping[str, Any]) -> list[RenderableType]:
    """The map as lists, with every key in full."""
    squares, districts, alleys = [], [], []
    for square in board.squares:
        client = view["squares"][square.key]
        squares.append(Text.assemble(f"{square.key} ", _client(client) if client else "–"))
    for district in board.districts:
        corners = " ".join(board.squares[square].key for square in district.squares)
        line = Text(f"{BOBBY} " if district.key == view["bobby"] else "")
        line.append(district.key, "bold").append(f" ({corners})")
        mark = view["districts"][district.key]
        if mark is not None:
            line.append(" ").append(f"{SIGNS[mark['seat']]}×{mark['factor']}", f"stall{mark['seat']}")
        districts.append(line)
    for alley in board.alleys:
        line = Text(alley.key, "bold")
        for value, seat in zip(alley.values, view["alleys"][alley.key]["stalls"], strict=True):
            stall = (f" {value}", f"value{value}") if seat is None else (f"{SIGNS[seat]}{value}", f"stall{seat}")
            line.append(" ").append(*stall)
        alleys.append(line)
    lists: list[RenderableType] = []
    for title, cells in (("Squares", squares), ("Districts", districts), ("Alleys", alleys)):
        lists += [Text(title, "dim"), Columns(cells, padding=(0, 2))]
    return lists
