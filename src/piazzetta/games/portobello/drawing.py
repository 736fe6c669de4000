"""A view of Portobello Market as a picture for the terminal: the map, and below it what lies beside the board.

Signs say everything (◆ ● ▲ ■ are the players, s b L the clients); colour only repeats it. What a crowded map
leaves no room for in the picture is listed below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.moves import COLOURS
from piazzetta.games.portobello.picture import CLIENT_SIGNS, CLIENT_STYLES, SIGNS, STALL_STYLES, VALUE_STYLES, Picture

_PLAIN = str.maketrans("◆●▲■☻▸·×–", "RYGB@>.x-")  # for a console that has only ASCII


class Drawing:
    """A renderable that keeps to ASCII where the console can show nothing else."""

    def __init__(self, parts: Iterable[RenderableType], width: int) -> None:
        self._content = Group(*parts)
        self._width = width

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        fitting = options.update(width=min(self._width, options.max_width))
        for segment in console.render(self._content, fitting):
            text = segment.text.translate(_PLAIN) if options.ascii_only else segment.text
            yield Segment(text, segment.style, segment.control)


def drawing(board: Board, view: Mapping[str, Any], width: int = 80) -> Drawing:
    """The position as a picture, at most ``width`` columns wide."""
    picture = Picture(board, view, width)
    parts: list[RenderableType] = [_heading(view), *picture.lines(), _beside(board, view), _legend()]
    if picture.crowded:
        parts.append(_listed(board, view))
    return Drawing(parts, width)


def _player(seat: int) -> Text:
    return Text.assemble((f" {SIGNS[seat]} ", STALL_STYLES[seat]), " ", (COLOURS[seat].capitalize(), "bold"))


def _plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _heading(view: Mapping[str, Any]) -> Text:
    """Where the game stands and what is expected now."""
    phase, turn, players = view["phase"], view["turn"], view["players"]
    heading = Text("Portobello Market", style="bold")
    over = phase == "finished"
    if turn:
        heading.append(f"  round {(turn - 1 - over) // players + 1}", style="not bold")
    if view["last_round"] and not over:
        heading.append(", the last", style="not bold")
    heading.append("  ")
    if over:
        best = max(view["scores"])
        winners = [seat for seat, score in enumerate(view["scores"]) if score == best]  # 9.4
        for place, seat in enumerate(winners):
            heading.append(" and " if place else "", style="not bold").append_text(_player(seat))
        verb = "wins" if len(winners) == 1 else "win"
        return heading.append(f" {verb} with {_plural(best, 'point')}.", style="not bold")
    if phase == "arranging":
        return heading.append("The clients are laid out.", style="not bold")
    return heading.append_text(_player(view["seat"])).append(f" {_expected(view)}", style="not bold")


def _expected(view: Mapping[str, Any]) -> str:
    left = view["actions_left"]
    match view["phase"]:
        case "setting":
            return "puts the Bobby into a district."
        case "picking":
            return "picks a tile, or marks a district."
        case "drawing":
            return "draws a client."
        case "placing":
            return f"puts the {view['in_hand']} on a free square."
    if not left:
        return f"has used tile {view['tile_in_use']}: the Bobby may move, or the turn ends."
    return f"uses tile {view['tile_in_use']}: {_plural(left, 'action')} left."


def _beside(board: Board, view: Mapping[str, Any]) -> Table:
    """The players, and what lies beside the board."""
    players = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    players.add_column("", no_wrap=True)
    for title in ("points", "stalls"):
        players.add_column(title, justify="right", no_wrap=True)
    players.add_column("tiles up", no_wrap=True)
    players.add_column("down", no_wrap=True, style="dim")
    for seat in range(view["players"]):
        tiles = view["tiles"][seat]
        players.add_row(
            Text("▸" if seat == view["mover"] else " ").append_text(_player(seat)),
            Text(str(view["scores"][seat]), style="bold"),
            str(view["stalls_left"][seat]),
            " ".join(tiles["up"]) or "–",
            " ".join(tiles["down"]) or "–",
        )
    supply = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    supply.add_column("", style="dim", no_wrap=True)
    supply.add_column("", overflow="fold")
    for label, content in _supply(board, view):
        supply.add_row(label, content)
    both = Table.grid(padding=(0, 2, 0, 0))
    both.add_row(players, supply)
    return both


def _supply(board: Board, view: Mapping[str, Any]) -> list[tuple[str, Text]]:
    bobby = Text("not yet on the board")
    if view["bobby"] is not None:
        bobby = Text(f"{view['bobby']} {board.districts[board.district_index(view['bobby'])].name}")
        walk = [key for key in view["walk"] if key != view["bobby"]]
        if walk:
            bobby.append(f" (was in {' '.join(walk)})")
    row = view["row"]
    if row is not None:
        waiting = Text(" ").join(_client(client) for client in row) if row else Text("–")
    else:
        kinds = [(kind, view["bag"][kind]) for kind in ("servant", "burgher", "lord")]
        waiting = Text(", ").join(
            Text.assemble(_client(kind), f" {_plural(count, kind)}") for kind, count in kinds if count
        ) or Text("empty")
    stack = view["neutral_stack"]
    return [
        ("neutral", Text(" ".join(str(value) for value in stack) or "–")),
        ("bag" if row is None else "row", waiting),
        ("☻ Bobby", bobby),
    ]


def _client(client: str) -> Text:
    return Text(CLIENT_SIGNS[client], style=CLIENT_STYLES[client])


def _legend() -> Text:
    return Text.assemble(
        *[_client(client).append(f" {client}  ", style="dim") for client in ("servant", "burgher", "lord")],
        (" 3", VALUE_STYLES[3]),
        (" a free space worth 3  ", "dim"),
        ("◆3", STALL_STYLES[0]),
        (" a stall on one", "dim"),
    )


def _listed(board: Board, view: Mapping[str, Any]) -> Table:
    """The map as a list, with every key in full."""
    table = Table.grid(padding=(0, 2, 0, 0))
    return table
