"""The commands of the workshop: ``generate``, ``draw``, ``judge``, ``improve``, ``handicap``, ``shelf``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from piazzetta.terminal.commands.options import (
    Device,
    Edition,
    GameName,
    Json,
    NetworkFile,
    On,
    Players,
    Rules,
    Seed,
    Simulations,
    answer,
    command_line,
    console,
    count,
    fail,
    read_bot,
    read_judge,
    read_network,
    read_rules,
)

if TYPE_CHECKING:
    from piazzetta.arena.play import Players as SeatedPlayers
    from piazzetta.match.setting import Setting
    from piazzetta.workshop.files import Found

workshop_app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Create a map or deck, check whether it is fair, and make it fairer.",
)

Source = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="A map or deck: a JSON file, an included one by name, or a game for its standard one."
    ),
]


def numbers(text: str) -> tuple[int, ...]:
    """Whole numbers separated by commas."""
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
        raise typer.BadParameter(f"takes whole numbers such as 24,24,24,24, not {text!r}")
    return tuple(int(word) for word in words)


def _frame(text: str) -> Any:
    return typer.Option(parser=numbers, metavar="A,B,C,D", help=text)


@workshop_app.command()
def generate(
    game: GameName,
    seed: Annotated[int, typer.Option(help="The same seed gives the same map or deck.")] = 0,
    squares: Annotated[int | None, typer.Option(help="A map: how many squares, 5 to 16.")] = None,
    players: Annotated[int | None, typer.Option("--players", "-n", help="A map: for how many players.")] = None,
    cards: Annotated[int | None, typer.Option(help="A deck: how many cards, 10 to 96.")] = None,
    bids: Annotated[Any, _frame("A deck: cards with bid 1, 2, 3, 4.")] = None,
    tickets: Annotated[Any, _frame("A deck: tickets for train, plane, ship, bus.")] = None,
    objects: Annotated[Any, _frame("A deck: clothes, hats, shoes, accessories on all cards.")] = None,
    shops: Annotated[Any, _frame("A deck: shops that ask for clothes, hats, shoes, accessories.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write the result to this file.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw it into this SVG file.")] = None,
) -> None:
    """Draw a random map or deck that the rules can play, with places for its squares.

    Example: [bold]piazzetta workshop generate portobello --seed 7 --squares 12 --players 3 --out map.json[/]
    """
    from piazzetta.games.registry import find_game, workbench
    from piazzetta.workshop.files import save

    found = find_game(game)
    wishes = {
        "squares": squares, "players": players, "cards": cards, "bids": bids, "tickets": tickets, "objects": objects,
        "shops": shops,
    }  # fmt: skip
    bench = workbench(found.name)
    made = bench.draw(seed, {key: value for key, value in wishes.items() if value is not None})
    if picture is not None:
        picture.write_text(bench.picture(made), encoding="utf-8")
    if out is None:
        typer.echo(json.dumps(made.to_file(), ensure_ascii=False))
        return
    save(made, out)
    typer.echo(f"{out}: {made.summary()}")
    for heading, totals in bench.totals(made).items():
        if heading != "size":
            typer.echo(f"  {heading}: {', '.join(f'{name}: {total:.3g}' for name, total in totals.items())}")


@workshop_app.command()
def draw(
    file: Source,
    out: Annotated[Path, typer.Option("--out", "-o", help="The SVG file to write.")] = Path("picture.svg"),
) -> None:
    """Draw a map or deck into a picture (SVG).

    Example: [bold]piazzetta workshop draw map.json --out map.svg[/]
    """
    from piazzetta.games.registry import workbench
    from piazzetta.workshop.files import find

    if out.suffix.lower() != ".svg":
        fail(f"the picture is an SVG file: its name ends in .svg, not {out.name!r}")
    found = find(file)
    out.write_text(workbench(found.game.name).picture(found.components), encoding="utf-8")
    typer.echo(f"{out}: {found.components.summary()}")


@workshop_app.command(name="print")
def print_command(
    file: Source,
    out: Annotated[Path, typer.Option("--out", "-o", help="The PDF to write.")] = Path("print.pdf"),
    paper: Annotated[str, typer.Option(help="a4, a3, a2, a1, a0 or letter.")] = "a4",
) -> None:
    """Print a map as a poster, or a deck as pages of nine cards with cut marks, into a PDF.

    It needs the extra [bold]rulebook[/]; [bold]piazzetta workshop draw[/] writes a picture without it.

    Example: [bold]piazzetta workshop print map.json --paper a2 --out poster.pdf[/]
    """
    from piazzetta.workshop.files import find
    from piazzetta.workshop.printing import print_components

    found = find(file)
    count = print_components(found.game.name, found.name, found.components, out, paper)
    typer.echo(f"{out}: {count} page{'' if count == 1 else 's'}")


def _setting(found: Found, players: int | None, edition: str | None, rules: list[str] | None) -> Setting:
    from piazzetta.match.setting import game

    own: dict[str, Any] = {found.game.components_key: found.components}
    return game(found.game.name, players=players, edition=edition, rules=read_rules(rules), **own)


@workshop_app.command()
def judge(
    file: Source,
    players: Players = None,
    edition: Edition = None,
    rule: Rules = None,
    games: Annotated[int, typer.Option("--games", "-g", parser=count, metavar="K", help="How many games.")] = 1000,
    seed: Seed = 0,
    against: Annotated[
        str | None, typer.Option(metavar="OTHER", help="Another version, to compare with the same draws.")
    ] = None,
    brief: Annotated[
        bool, typer.Option("--brief", help="No skill ladder and no restricted play: a quarter of the time.")
    ] = False,
    bot: Annotated[
        str | None,
        typer.Option("--bot", metavar="BOT", help="Who plays all seats, such as master: slower, and thinks ahead."),
    ] = None,
    network: NetworkFile = None,
    search: Simulations = None,
    device: Device = "cpu",
    on: On = None,
    as_json: Json = False,
    html: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write a report with the heat map into this file.")
    ] = None,
) -> None:
    """Judge a map or deck by games between strong players: seats, sources, length, tension, use of every place.

    The bots' small network plays without thinking ahead. To make sure, let --bot master play fewer games, or --network
    a large network, which also searches with --search: then only the wins of each seat are known. Example:
    [bold]piazzetta workshop judge map.json --players 3 --games 2000 --html report.html[/]
    """
    from piazzetta.arena.play import Place
    from piazzetta.terminal.progress import progress_bar
    from piazzetta.terminal.tables import tell_command
    from piazzetta.terminal.workshop import verdict_table
    from piazzetta.workshop.files import find
    from piazzetta.workshop.judge import judge as run
    from piazzetta.workshop.verdict import uneven_seat

    if network is None:
        _search_needs_network(search)
    if network is not None or bot is not None:
        if against or html or on:
            fail("these games only tell who won: --bot or --network goes without --against, --html and --on")
        if network is not None and bot is not None:
            fail("--network and --bot both say who plays: give one of them")
        found = find(file)
        seated = read_judge(network, found.game.name, device, search) if network else read_bot(bot or "")
        _seats(found, _setting(found, players, edition, rule), seated, games, seed, as_json)
        return
    place = Place(on)
    if html is not None:
        from piazzetta.arena import reports

        reports.require()
    found = find(file)
    setting = _setting(found, players, edition, rule)
    other = find(against) if against else None
    if other is not None and other.game is not found.game:
        fail(f"{against} is for {other.game.title}, {file} for {found.game.title}")
    with place, progress_bar(console(stderr=True), f"judging {found.name}") as advance:
        verdict = run(
            setting,
            games,
            seed,
            name=found.name,
            against=_setting(other, players, edition, rule) if other else None,
            other_name=other.name if other else "",
            whole=not brief,
            progress=advance,
            place=place,
        )
    if html is not None:
        from piazzetta.workshop.report import verdict_report

        html.write_text(verdict_report(verdict, setting, command_line()), encoding="utf-8")
    answer(as_json, verdict.to_json(), verdict_table, verdict)
    design = [file, "--players", str(setting.players)]
    if not as_json and uneven_seat(verdict) is not None:
        command = ["piazzetta", "workshop", "improve", *design, "--out", "improved.json"]
        tell_command(console(), "To make it more even:", command)
    if not as_json:
        sure = ["piazzetta", "workshop", "judge", *design, "--bot", "master", "--games", "400"]
        tell_command(console(), "These players do not think ahead. To make sure, let one play that does:", sure)


def _search_needs_network(search: int | None) -> None:
    if search is not None:
        fail("--search is for a large network: name one with --network, such as models/GAME.pt")


def _seats(found: Found, setting: Setting, players: SeatedPlayers, games: int, seed: int, as_json: bool) -> None:
    """Show how often each seat wins."""
    from piazzetta.arena.play import play
    from piazzetta.arena.results.statistics import share
    from piazzetta.terminal.progress import progress_bar
    from piazzetta.terminal.workshop import seat_line

    with progress_bar(console(stderr=True), f"judging {found.name}") as advance:
        wins = [share(own, games) for own in play(setting, players, games, seed, progress=advance).wins]
    data = {"name": found.name, "games": games, "judge": players.name, "wins": wins}
    typer.echo(json.dumps(data) if as_json else seat_line(found.name, wins, players.name))


@workshop_app.command()
def improve(
    file: Source,
    players: Players = None,
    edition: Edition = None,
    rule: Rules = None,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-g",
            parser=count,
            metavar="K",
            help="Games of the search; choosing and confirming take up to 1.8 times as many again.",
        ),
    ] = 6000,
    batch: Annotated[int, typer.Option(min=2, help="Games for each candidate.")] = 100,
    seed: Seed = 0,
    rounds: Annotated[float | None, typer.Option(min=1, help="Target length, in rounds per game.")] = None,
    margin: Annotated[
        float | None, typer.Option(min=0.5, help="Target margin between first and second place, in points.")
    ] = None,
    alleys: Annotated[
        bool, typer.Option("--alleys", help="Maps only: also change the lengths of alleys, not just their values.")
    ] = False,
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", help="File for the improved map or deck; the search's journal is written next to it."
        ),
    ] = Path("improved.json"),
    network: NetworkFile = None,
    device: Device = "cpu",
    on: On = None,
    as_json: Json = False,
) -> None:
    """Make a map or deck fairer: change values towards equal seats, and towards the length and margin that you ask for.

    Ctrl-C stops the search and keeps the best; the same command resumes it. New games confirm the result. Example:
    [bold]piazzetta workshop improve map.json --players 2 --margin 12 --out fairer.json[/]
    """
    from piazzetta.arena.play import Place
    from piazzetta.terminal.progress import progress_bar
    from piazzetta.terminal.workshop import improvement_table, step_line
    from piazzetta.workshop.aim import Aim
    from piazzetta.workshop.files import find, save
    from piazzetta.workshop.improve import improve as run
    from piazzetta.workshop.search import SearchPlan

    if network is not None and rounds is not None:
        fail("--rounds does not work with --network: a large network reports only who won")
    if network is not None and on is not None:
        fail("--on does not work with --network: --on is for the games of the small network")
    place = Place(on)
    found = find(file)
    large = read_network(network, found.game.name, device) if network else None
    setting = _setting(found, players, edition, rule)
    journal = out.with_suffix(".journal.jsonl")
    screen = console(stderr=True)
    try:
        with place, progress_bar(screen, f"improving {found.name}") as advance:
            better = run(
                setting,
                Aim(rounds, margin),
                SearchPlan(games, batch, shape=alleys),
                seed,
                journal=journal,
                on_step=lambda step: screen.print(step_line(step)),
                progress=advance,
                players=large,
                place=place,
            )
    except KeyboardInterrupt:
        typer.echo(f"\nStopped: finished games are in {journal}; the same command resumes.", err=True)
        raise typer.Exit(130) from None
    save(better.components, out)
    answer(as_json, better.to_json(), improvement_table, better)
    if not as_json:
        typer.echo(f"{out}: {better.components.summary()}")


@workshop_app.command()
def handicap(
    file: Source,
    players: Annotated[
        str, typer.Option("--players", "-n", help="all, or numbers separated by commas; by default the fewest.")
    ] = "",
    editions: Annotated[
        str, typer.Option("--editions", "--edition", "-e", help="all, or editions separated by commas.")
    ] = "",
    rule: Rules = None,
    network: NetworkFile = None,
    search: Simulations = None,
    device: Device = "cpu",
    games: Annotated[int, typer.Option("--games", "-g", parser=count, metavar="K", help="Games to confirm it.")] = 2000,
    seed: Seed = 0,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="A folder for what is found; the same command resumes.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Look for a fair start: points before the game that let all seats win equally often, drawn at random from
    several where no points do so alone. With --search all starts are sought side by side.

    Example: [bold]piazzetta workshop handicap map.json --players 2[/] or [bold]piazzetta workshop handicap portobello
    --players all --editions all --out fair[/]
    """
    from piazzetta.arena.players import NetworkPlayers
    from piazzetta.arena.study import read_editions, read_players
    from piazzetta.terminal.progress import progress_bar
    from piazzetta.terminal.workshop import start_table
    from piazzetta.workshop.fair_start import fair_starts
    from piazzetta.workshop.files import find

    found = find(file)
    game = found.game
    if network is None:
        _search_needs_network(search)
    seated = read_judge(network, game.name, device, search) if network else NetworkPlayers(game)
    named = read_editions(game, editions) if editions else [None]
    counts = read_players(game, players) if players else [None]
    settings = [_setting(found, number, edition, rule) for edition in named for number in counts]
    with progress_bar(console(stderr=True), f"looking for a fair start on {found.name}") as advance:
        starts = list(zip(settings, fair_starts(settings, seated, games, seed, out, advance), strict=True))
    heads = ({"edition": one.edition, "players": one.players, "judge": seated.name} for one, _ in starts)
    data = [head | start.to_json() for head, (_, start) in zip(heads, starts, strict=True)]
    answer(as_json, data, start_table, found.name, starts)


@workshop_app.command()
def shelf(
    as_json: Json = False,
) -> None:
    """List the included maps and decks. Their names work wherever these commands take FILE."""
    from piazzetta.games.registry import names
    from piazzetta.games.registry import shelf as all_of
    from piazzetta.terminal.workshop import shelf_list

    found = {name: [{"name": one.key, "title": one.title, "players": one.players, "about": one.about,
                     "official": one.official}
                    for one in all_of(name)] for name in names()}  # fmt: skip
    answer(as_json, found, shelf_list)
