"""What several commands share: options, reading files, refusing input."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from piazzetta.errors import BadInput, read_json
from piazzetta.extras import install_command
from piazzetta.games.registry import find_game, names

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from piazzetta.arena.play import Players as SeatedPlayers
    from piazzetta.games.base import Components
    from piazzetta.match.setting import Setting
    from piazzetta.train.large_network import LargeNetwork


#: The groups of ``piazzetta --help``, in this order.
PLAY, HOST, EXPLORE, DEVELOP = "Play and learn", "Run a server", "Explore games, maps and bots", "For developers"

#: What ``--bots`` takes (``bots/named.py``), without loading any bot.
BOT_NAMES = "random, easy, medium, hard, expert, master, judge, or a trained network's FILE.pt or FILE.bin"


def _name_no_type_of_flags() -> None:
    """Typer's help shows "<bool>" after a flag, as if it took a value; older versions did not."""
    from typer.core import TyperOption

    shown = getattr(TyperOption, "display_type_rich", None)
    if shown is not None:
        of_flag = {True: lambda self, ctx: None, False: shown}
        TyperOption.display_type_rich = lambda self, ctx: of_flag[bool(self.is_flag)](self, ctx)  # type: ignore[method-assign]


_name_no_type_of_flags()


def complete_game(start: str) -> list[str]:
    return [name for name in names() if name.startswith(start)]


GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"{' or '.join(names())}.", autocompletion=complete_game)]
Players = Annotated[int | None, typer.Option("--players", "-n", help="Number of players; by default the fewest.")]
Starter = Annotated[int, typer.Option(help="Seat of the start player, from 0.")]
Edition = Annotated[
    str | None,
    typer.Option("--edition", "-e", help="A printed rulebook, such as it for portobello; by default the game's first."),
]
Rules = Annotated[
    list[str] | None, typer.Option("--rule", "-r", metavar="KEY=VALUE", help="Change one rule; may be repeated.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of a table.")]

Workers = Annotated[
    int | None, typer.Option("--workers", "-w", min=1, help="Games played at a time; by default one per core.")
]

On = Annotated[
    str | None,
    typer.Option("--on", metavar="ray[://HOST:PORT]", help="Let a Ray cluster play; ray: the one on this machine."),
]

Database = Annotated[str, typer.Option(help="sqlite:///FILE or postgresql://…; by default the file of serve.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same draws.")]
NetworkFile = Annotated[
    Path | None,
    typer.Option("--network", metavar="FILE.pt", help="Play with a large trained network, such as models/GAME.pt."),
]
Simulations = Annotated[
    int | None,
    typer.Option("--search", metavar="N", help="Let the network of --network search: N simulations for a move."),
]
Device = Annotated[str, typer.Option(help="Where the network of --network computes: cpu or cuda.")]


def read_network(file: Path, game: str, device: str, *, whole: bool = False) -> LargeNetwork:
    """The network of ``--network``; its libraries are an extra."""
    if find_spec("torch") is None:
        fail(f"--network needs PyTorch: {install_command('train')}")
    from piazzetta.train.large_network import LargeNetwork

    return LargeNetwork(file, find_game(game).name, device, whole=whole)


def read_judge(network: Path, game: str, device: str, simulations: int | None) -> SeatedPlayers:
    """The network of ``--network``, with the search of ``--search``."""
    plain = read_network(network, game, device)
    if simulations is None:
        return plain
    from piazzetta.train.search.players import SearchingNetwork

    return SearchingNetwork(network, find_game(game).name, simulations, device)


def read_bot(name: str) -> SeatedPlayers:
    """One bot on all seats."""
    from piazzetta.arena.entries import read_entries
    from piazzetta.arena.players import SeatedBots

    return SeatedBots(read_entries([name]))


def command_line() -> str:
    """The command as it was typed, for reports."""
    return shlex.join(["piazzetta", *sys.argv[1:]])


def fail(sentence: object) -> NoReturn:
    """Invalid input: print one sentence and exit with status 2."""
    typer.secho(str(sentence), err=True, fg="red" if sys.stderr.isatty() else None)
    raise typer.Exit(2)


def console(stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=stderr, highlight=False)


def answer(as_json: bool, data: object, table: Callable[..., RenderableType], *shown: Any) -> None:
    """Print data as JSON for programs, or a table of what is shown for people."""
    if as_json:
        typer.echo(json.dumps(data))
    else:
        console().print(table(*shown))


def read_rules(rules: list[str] | None) -> dict[str, str]:
    """The changes of ``--rule``."""
    changes = {}
    for rule in rules or []:
        key, equals, value = rule.partition("=")
        if not equals:
            raise BadInput(f"--rule takes KEY=VALUE, as in --rule lord=action, not {rule!r}")
        changes[key.strip()] = value.strip()
    return changes


def read_setting(
    name: str,
    players: int | None,
    starter: int,
    edition: str | None,
    rules: list[str] | None,
    components: Mapping[str, Path],
) -> Setting:
    from piazzetta.match.setting import game

    setting = game(
        name,
        players=players,
        starter=starter,
        edition=edition,
        rules=read_rules(rules),
        **{key: read_json(file) for key, file in components.items()},
    )
    tell_warnings(setting.components)
    return setting


def tell_warnings(components: Components) -> None:
    """Print how a map or deck differs from the printed game and from ours, without refusing it."""
    for warning in components.warnings:
        typer.echo(f"note: {warning}", err=True)


def count(text: str) -> int:
    """An integer, which may be written as 1e6."""
    try:
        number = float(text)
        if number != int(number):
            raise ValueError
        return int(number)
    except (ValueError, OverflowError):
        raise typer.BadParameter(f"expected a whole number such as 1000 or 1e6, not {text!r}") from None


def words(text: str) -> list[str]:
    """What stands between commas."""
    return [word.strip() for word in text.split(",") if word.strip()]


def numbers_of_players(text: str, seats: Iterable[int]) -> list[int]:
    """``all`` that a game allows, or numbers separated by commas; the game refuses those it does not allow."""
    if text == "all":
        return list(seats)
    for word in words(text):
        if not word.isdigit():
            raise BadInput(f"--players takes all, or numbers such as 2,3, not {word!r}")
    return [int(word) for word in words(text)]
