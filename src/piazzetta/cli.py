"""The command ``piazzetta``. Each command loads what it needs when it is called, so that help appears at once."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from piazzetta.errors import BadInput
from piazzetta.games.registry import listing, names
from piazzetta.terminal.commands.admin import admin_app
from piazzetta.terminal.commands.advice import advice_app
from piazzetta.terminal.commands.arena import arena_app
from piazzetta.terminal.commands.assistant import assistant_app
from piazzetta.terminal.commands.build import build_app
from piazzetta.terminal.commands.components import add_checks, with_components
from piazzetta.terminal.commands.dataset import dataset_app
from piazzetta.terminal.commands.explore import explore_app
from piazzetta.terminal.commands.films import film_app
from piazzetta.terminal.commands.hosting import hosting_app
from piazzetta.terminal.commands.options import (
    BOT_NAMES,
    DEVELOP,
    EXPLORE,
    HOST,
    PLAY,
    Edition,
    GameName,
    Json,
    On,
    Players,
    Rules,
    Starter,
    answer,
    complete_game,
    console,
    count,
    fail,
    read_setting,
)
from piazzetta.terminal.commands.puzzles import puzzles_app
from piazzetta.terminal.commands.train import train_app
from piazzetta.terminal.commands.workshop import workshop_app


def _listed(name: str) -> str:
    found = listing(name)
    return f"[bold]{name}[/] ({found.title}, {found.seats[0]} to {found.seats[-1]} players)"


app = typer.Typer(
    name="piazzetta",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help=f"Market games: {' and '.join(_listed(name) for name in names())}. Start with "
    "[bold]piazzetta play portobello[/].",
)


def _version(wanted: bool) -> None:
    if wanted:
        from piazzetta import __version__

        typer.echo(f"piazzetta {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Options that come before a command."""


@app.command(rich_help_panel=PLAY)
@with_components
def play(
    game: GameName,
    players: Players = None,
    humans: Annotated[str, typer.Option(help="Seats played by people, such as 0 or 0,2. Bots play the others.")] = "0",
    bots: Annotated[
        str | None,
        typer.Option(
            help=f"The bots: {BOT_NAMES}; one for all, or one per seat. By default medium, or those of a saved game.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same draws.")] = None,
    starter: Starter = 0,
    edition: Edition = None,
    rule: Rules = None,
    resume: Annotated[Path | None, typer.Option(help="Continue a saved game.")] = None,
    record: Annotated[Path | None, typer.Option(help="Save the game to this file after every move.")] = None,
    *,
    components: dict[str, Path],
) -> None:
    """Play in the terminal, against bots or with friends at one keyboard.

    Example: [bold]piazzetta play portobello --players 3 --humans 0,1 --bots hard[/]
    """
    from piazzetta.match.dealer import SeededDealer, SystemDealer
    from piazzetta.match.record import Record
    from piazzetta.terminal.playing.play import DEFAULT_BOT, bots_of
    from piazzetta.terminal.playing.play import play as run
    from piazzetta.terminal.warming.compiling import compiling

    levels = bots.split(",") if bots is not None else []
    with compiling("tables", [game]):
        match = None
        if resume is not None:
            saved = Record.read(resume)
            levels = levels or bots_of(saved)
            match = saved.replay()
            match.deal_with(SystemDealer() if seed is None else SeededDealer(seed))
            setting = match.setting
            if setting.game.name != game:
                fail(f"{resume} is a game of {setting.game.title}, not of {game}")
        else:
            setting = read_setting(game, players, starter, edition, rule, components)
        seats = {int(seat) if seat.strip().isdigit() else -1 for seat in humans.split(",") if seat.strip()}
        if not seats <= set(range(setting.players)):
            fail(f"--humans takes seats from 0 to {setting.players - 1}, such as 0 or 0,1, not {humans!r}")
        bots_now = levels or [DEFAULT_BOT]
        run(setting, seats, seed, console(), record=record, match=match, bots=bots_now, resumed=resume)


@app.command(rich_help_panel=PLAY)
def replay(
    file: Annotated[Path, typer.Argument(help="A record.")],
    at: Annotated[int | None, typer.Option(metavar="N", help="Draw the position after N moves and stop.")] = None,
    line: Annotated[int, typer.Option(help="Which record of a .jsonl file, from 1.")] = 1,
) -> None:
    """Replay a game record move by move."""
    from piazzetta.frames.files import read_record
    from piazzetta.terminal.playing.replay import replay as run

    run(read_record(file, line), at, console(), sys.stdin.isatty() and sys.stdout.isatty())


@app.command(rich_help_panel=PLAY)
def verify(
    files: Annotated[list[Path], typer.Argument(help="Records: .json, or .jsonl with one per line.")],
    commitment: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="The commitment shown before the game; checks that the draws follow from it."),
    ] = None,
    contribution: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="Your contribution to the draws; checks that it was used. May be repeated."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check every move, every draw and the result of game records. Exits with status 1 if any record is invalid."""
    from piazzetta.terminal.playing.verify import verify as run

    right, wrong = run(files, console(stderr=as_json), console(stderr=True), commitment, contribution or ())
    if as_json:
        typer.echo(json.dumps({"valid": right.total(), "invalid": wrong, "by_rules": dict(right)}))
    else:
        typer.echo(f"{right.total()} of {right.total() + wrong} records are valid")
        for rules, number in right.items():
            typer.echo(f"{number} by {rules}")
    if wrong:
        raise typer.Exit(1)


@app.command(rich_help_panel=PLAY)
def rules(
    game: Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_game)],
    what: Annotated[str | None, typer.Argument(metavar="[CLAUSE|WORD]", help="A clause (6.2) or a word.")] = None,
    lang: Annotated[str, typer.Option(help="en, it, es, fr or de. English is normative.")] = "en",
    edition: Annotated[
        str, typer.Option(help="Only what this edition says, such as it; by default all compared.")
    ] = "",
    switches: Annotated[
        bool, typer.Option("--switches", help="List the rules that --rule can change, with their values.")
    ] = False,
) -> None:
    """Show the rulebook: all of it, one clause, or every clause that contains a word.

    Example: [bold]piazzetta rules portobello 6.2[/] or [bold]piazzetta rules viaggiatore biglietto --lang it[/]
    """
    from piazzetta.terminal.rules import rules as run
    from piazzetta.terminal.rules import switches as list_switches

    if switches:
        list_switches(game, console())
        return
    run(game, what, console(), lang, edition)


@app.command(rich_help_panel=HOST)
def serve(
    host: Annotated[
        str | None, typer.Option(help="Address to listen on: 127.0.0.1, or 0.0.0.0 with --lan.", show_default=False)
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 picks a free one.")] = 8000,
    db: Annotated[
        str, typer.Option(help="Database URL: sqlite:///FILE or postgresql://…. Default: a file in your data folder.")
    ] = "",
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    lan: Annotated[bool, typer.Option("--lan", help="Let friends on the same network join.")] = False,
    origin: Annotated[
        list[str] | None, typer.Option(help="Another origin the page is served from, such as https://play.example.org.")
    ] = None,
    proxy: Annotated[str, typer.Option(help="IP address of a reverse proxy whose X-Forwarded headers to trust.")] = "",
    waiting: Annotated[
        float, typer.Option(min=0, help="Seconds a player must be away before others can let a bot play for them.")
    ] = 60,
    pace: Annotated[float, typer.Option(min=0, help="Minimum seconds a bot takes per move.")] = 0.25,
    idle: Annotated[float, typer.Option(min=0.1, help="Seconds before an idle table is unloaded from memory.")] = 60,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Number of worker processes for bots.")] = 1,
    bots: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="Bots beside the levels: judge, a trained network's FILE.pt or FILE.bin, or NAME=FILE.",
        ),
    ] = "",
    explorer: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="An opening explorer of your own games, by build-explorer, for the page."),
    ] = None,
    processes: Annotated[
        int, typer.Option(min=1, max=64, help="Number of processes that share the tables; PostgreSQL only.")
    ] = 1,
    standby: Annotated[
        bool,
        typer.Option("--standby", help="Keep a process ready that takes over if the server's process dies."),
    ] = False,
    unjoined: Annotated[float, typer.Option(min=1, help="Seconds before a table nobody has joined is closed.")] = 86400,
    abandoned: Annotated[float, typer.Option(min=1, help="Seconds before an inactive game is closed.")] = 2592000,
    drain: Annotated[float, typer.Option(min=0, help="Seconds to keep answering after SIGTERM before stopping.")] = 0,
    host_key: Annotated[
        str,
        typer.Option(
            envvar="PIAZZETTA_HOST_KEY", help="Secret that allows removing any map or deck shared on this server."
        ),
    ] = "",
    metrics_token: Annotated[
        str, typer.Option(envvar="PIAZZETTA_METRICS_TOKEN", help="Secret with which /metrics can be read.")
    ] = "",
    match_after: Annotated[
        float, typer.Option(min=0, help="Seconds before bots fill a quick match, if all waiting players agree.")
    ] = 30,
    call_after: Annotated[
        float, typer.Option(min=0, help="Seconds before an absent player is notified of their turn.")
    ] = 20,
    smtp: Annotated[
        str,
        typer.Option(
            envvar="PIAZZETTA_SMTP",
            help="Mail server for email notifications: smtp://user:password@host:port or smtps://….",
        ),
    ] = "",
    mail_from: Annotated[str, typer.Option(help="Sender address of email notifications.")] = "",
    private_calls: Annotated[
        bool, typer.Option("--private-calls", help="Allow notifications to private addresses and over plain http.")
    ] = False,
    address_limits: Annotated[bool, typer.Option(help="Rate limits per address; turn off in trusted networks.")] = True,
) -> None:
    """Run the game server: tables for friends and bots, played in the browser and stored in a database.

    Example: [bold]piazzetta serve --lan --open[/] or [bold]piazzetta serve --origin https://play.example.org[/]
    """
    given = dict(locals())  # an option has the name of its setting
    from dataclasses import fields

    from piazzetta.explorer.book import books_by_game
    from piazzetta.server.settings import Settings
    from piazzetta.server.workers.further_bots import read_further_bots
    from piazzetta.terminal.serve import serve as run
    from piazzetta.terminal.warming.compiling import compiling

    given["bots"] = read_further_bots(bots)
    given["explorers"] = books_by_game(explorer or [])
    given["host"] = host or ("0.0.0.0" if lan else "127.0.0.1")
    given["origins"] = tuple(origin or ())
    known = {field.name for field in fields(Settings)}
    settings = Settings(**{name: value for name, value in given.items() if name in known})
    with compiling("tables", names()):
        run(settings, open_browser, console())


@app.command(rich_help_panel=EXPLORE)
@with_components
def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-g", parser=count, metavar="K", help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    starter: Starter = 0,
    edition: Edition = None,
    rule: Rules = None,
    bots: Annotated[str, typer.Option(help=f"The bots: {BOT_NAMES}; one for all seats, or one per seat.")] = "random",
    device: Annotated[str, typer.Option(help="Where to play: cpu (all cores) or cuda (an NVIDIA GPU).")] = "cpu",
    on: On = None,
    records: Annotated[Path | None, typer.Option(help="Write every game to this file, one record per line.")] = None,
    as_json: Json = False,
    *,
    components: dict[str, Path],
) -> None:
    """Play many games and summarise them.

    Example: [bold]piazzetta simulate portobello --players 3 --games 1e5 --edition it[/]
    """
    from piazzetta.terminal.simulate import result_table
    from piazzetta.terminal.simulate import simulate as run
    from piazzetta.terminal.warming.compiling import compiling

    levels = bots.split(",")
    with compiling("random" if set(levels) == {"random"} else "tables", [game]):
        setting = read_setting(game, players, starter, edition, rule, components)
        try:
            result = run(setting, games, seed, levels, records, console(stderr=True), device, on)
        except OSError as error:
            fail(f"{records} cannot be written: {error.strerror}")
    answer(as_json, result.to_json(), result_table, result)


@app.command(rich_help_panel=DEVELOP)
def bench(
    as_json: Json = False,
    rounds: Annotated[int, typer.Option(min=1, max=100, help="Number of rounds; the best one counts.")] = 5,
) -> None:
    """Measure the engine's speed on this machine, and that of other libraries if they are installed.

    It needs the source folder, which has the benchmarks.
    """
    root = Path(__file__).parents[2]
    if not (root / "benchmarks" / "speed.py").is_file():
        fail("the benchmarks are in the source folder, which is not here: clone it and run make bench")
    sys.path.insert(0, str(root))
    from benchmarks.speed import bench as run
    from benchmarks.speed import bench_table

    result = run(console(stderr=True), rounds)
    answer(as_json, result, bench_table, result)


@app.command(name="new-game", rich_help_panel=DEVELOP)
def new_game(
    name: Annotated[str, typer.Argument(help="Its name in commands and records: small letters, digits and _.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="A new folder; by default the name.")] = None,
) -> None:
    """Write a game of your own that runs: rules, words, drawing, bots and tests, for you to change.

    Example: [bold]piazzetta new-game acorns[/]
    """
    from piazzetta.terminal.new_game import new_game as run

    folder = out or Path(name)
    written = run(name, folder)
    then = f"cd {folder} && pip install -e '.[test]' && piazzetta play {name}"
    typer.echo(f"{len(written)} files in {folder}. Next: {then}")


@app.command(rich_help_panel=DEVELOP)
def warm(
    tables: Annotated[bool, typer.Option("--tables", help="Compile only what a game at a table needs.")] = False,
) -> None:
    """Compile all kernels now, so that nothing is compiled during play. Returns at once if they are cached."""
    from piazzetta.terminal.warming.note import is_warm

    if not is_warm(tables):  # before anything else is loaded
        from piazzetta.terminal.warming.kernels import warm as run

        run(console(stderr=True), tables)


for group in (
    *(advice_app, film_app, hosting_app, assistant_app, arena_app),
    *(dataset_app, explore_app, train_app, build_app),
):
    app.add_typer(group)  # without a name: their commands appear alongside the others
app.add_typer(admin_app, name="admin", rich_help_panel=HOST)
app.add_typer(puzzles_app, name="puzzles", rich_help_panel=EXPLORE)
app.add_typer(workshop_app, name="workshop", rich_help_panel=EXPLORE)
add_checks(app, EXPLORE)


def main() -> Any:
    """The entry point: invalid input of any kind ends with a sentence and exit status 2."""
    try:
        return app()
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        typer.secho(f"{where}{error.strerror or error}", err=True)
        sys.exit(2)
    except BadInput as error:
        typer.secho(str(error), err=True)
        sys.exit(2)
