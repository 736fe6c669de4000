"""The commands of the workshop: ``generate``, ``judge``, ``improve`` and ``shelf``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from piazzetta.terminal.commands.arena import read_judge
from piazzetta.terminal.commands.options import (
    Edition,
    GameName,
    On,
    Players,
    Rules,
    command_line,
    console,
    cores,
    count,
    fail,
    read_rules,
)

if TYPE_CHECKING:
    from piazzetta.match.setting import Setting
    from piazzetta.workshop.files import Found

workshop_app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Make a map or deck, check whether it is fair, and make it fairer.",
)

Source = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="A map or deck: a JSON file, an included one by name, or a game for its standard one."
    ),
]
Seed = Annotated[int, typer.Option(help="The same seed gives the same luck.")]
JudgeFile = Annotated[
    Path | None, typer.Option(help="Play with a large trained network (models/GAME.pt) instead of the small one.")
]
Device = Annotated[str, typer.Option(help="Where the network of --judge thinks: cpu or cuda.")]
JsonFile = Annotated[Path | None, typer.Option("--json", metavar="OUT", help="Write the figures into this JSON file.")]


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
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write it into this file.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw it into this SVG file.")] = None,
) -> None:
    """Draw a random map or deck that the rules can play, with places for its squares.

    Example: [bold]piazzetta workshop generate portobello --seed 7 --squares 12 --players 3 --out map.json[/]
    """
    from piazzetta.games.registry import find_game, workbench
    from piazzetta.match.setting import game as set_up
    from piazzetta.workshop.files import save

    found = find_game(game)
    wishes = {
        "squares": squares, "players": players, "cards": cards, "bids": bids, "tickets": tickets, "objects": objects,
        "shops": shops,
    }  # fmt: skip
    bench = workbench(found.name)
    made = bench.draw(seed, {key: value for key, value in wishes.items() if value is not None})
    if picture is not None:
        setting = set_up(game, players=players, **{found.components_key: made})
        picture.write_text(found.svg(made, setting.start(seed=0).view(0)), encoding="utf-8")
    if out is None:
        typer.echo(json.dumps(made.to_file(), ensure_ascii=False))
        return
    save(made, out)
    typer.echo(f"{out}: {made.summary()}")
    for heading, totals in bench.totals(made).items():
        if heading != "size":
            typer.echo(f"  {heading}: {', '.join(f'{name} {total:.3g}' for name, total in totals.items())}")


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
        str | None, typer.Option(metavar="OTHER", help="Another version, to compare with the same luck.")
    ] = None,
    brief: Annotated[
        bool, typer.Option("--brief", help="No skill ladder and no restricted play: a quarter of the time.")
    ] = False,
    on: On = None,
    as_json: JsonFile = None,
    html: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write a report with the heat map into this file.")
    ] = None,
) -> None:
    """Judge a map or deck by games between strong players: seats, sources, length, tension, use of every place.

    Example: [bold]piazzetta workshop judge map.json --players 3 --games 2000 --html report.html[/]
    """
    from piazzetta.arena.pools import check_place
    from piazzetta.judge.crew import open_crew
    from piazzetta.terminal.progress import progress_bar
    from piazzetta.terminal.workshop.tables import verdict_table
    from piazzetta.workshop.files import find
    from piazzetta.workshop.judge import judge as run

    check_place(on)
    if html is not None:
        from piazzetta.arena import reports

        reports.require()
    found = find(file)
    setting = _setting(found, players, edition, rule)
    other = find(against) if against else None
    if other is not None and other.game is not found.game:
        fail(f"{against} is for {other.game.title}, {file} for {found.game.title}")
    with open_crew(on, setting) as crew, progress_bar(console(stderr=True), f"judging {found.name}") as advance:
        verdict = run(
            setting,
            games,
            seed,
            name=found.name,
            against=_setting(other, players, edition, rule) if other else None,
            other_name=other.name if other else "",
            whole=not brief,
            progress=advance,
            crew=crew,
        )
    if as_json is not None:
        as_json.write_text(json.dumps(verdict.to_json()) + "\n", encoding="utf-8")
    if html is not None:
        from piazzetta.workshop.report import verdict_report

        html.write_text(verdict_report(verdict, setting, command_line()), encoding="utf-8")
    console().print(verdict_table(verdict))


@workshop_app.command()
def improve(
    file: Source,
    players: Players = None,
    edition: Edition = None,
    rule: Rules = None,
    games: Annotated[int, typer.Option("--games", "-g", parser=count, metavar="K", help="Games of the search.")] = 6000,
    batch: Annotated[int, typer.Option(min=2, help="Games for each candidate.")] = 100,
    seed: Seed = 0,
    rounds: Annotated[float | None, typer.Option(min=1, help="Target length, in rounds per game.")] = None,
    margin: Annotated[
        float | None, typer.Option(min=0.5, help="Target margin between first and second place, in points.")
    ] = None,
    alleys: Annotated[
        bool, typer.Option("--alleys", help="A map: change the lengths of alleys too, not values alone.")
    ] = False,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The improved map or deck; its journal is beside it.")
    ] = Path("improved.json"),
    judge: JudgeFile = None,
    device: Device = "cpu",
    on: On = None,
    as_json: JsonFile = None,
) -> None:
    """Make a map or deck fairer: change values towards equal seats, and the length and closeness that you wish.

    Ctrl-C stops the search and keeps the best; the same command takes it up again. The result is confirmed with fresh
    luck. Example: [bold]piazzetta workshop improve map.json --players 2 --margin 12 --out fairer.json[/]
    """
    from piazzetta.arena.pools import check_place
    from piazzetta.judge.crew import open_crew
    from piazzetta.terminal.progress import progress_bar
    from piazzetta.terminal.workshop.tables import improvement_table, step_line
    from piazzetta.workshop.aim import Aim
    from piazzetta.workshop.files import find, save
    from piazzetta.workshop.improve import improve as run
    from piazzetta.workshop.measure import LargeNetwork, SmallNetwork
    from piazzetta.workshop.search import Plan

    if judge is not None and rounds is not None:
        fail("--rounds does not work with --judge: a large network reports only who won")
    if judge is not None and on is not None:
        fail("a network of --judge thinks on this machine (--device): --on is for the games of the small network")
    check_place(on)
    found = find(file)
    large = LargeNetwork(read_judge(judge, found.game.name, device)) if judge else None
    setting = _setting(found, players, edition, rule)
    journal = out.with_suffix(".journal.jsonl")
    told = console(stderr=True)
    try:
        with open_crew(on, setting) as crew, progress_bar(told, f"improving {found.name}") as advance:
            better = run(
                setting,
                Aim(rounds, margin),
                Plan(games, batch, shape=alleys),
                seed,
                journal=journal,
                told=lambda step: told.print(step_line(step)),
                progress=advance,
                plays=large or SmallNetwork(crew),
            )
    except KeyboardInterrupt:
        typer.echo(f"\nStopped: what was played is in {journal}; the same command takes it up again.", err=True)
        raise typer.Exit(130) from None
    save(better.components, out)
    if as_json is not None:
        as_json.write_text(json.dumps(better.to_json()) + "\n", encoding="utf-8")
    console().print(improvement_table(better))
    typer.echo(f"{out}: {better.components.summary()}")


@workshop_app.command()
def seats(
    file: Source,
    players: Players = None,
    edition: Edition = None,
    rule: Rules = None,
    games: Annotated[int, typer.Option("--games", "-g", parser=count, metavar="K", help="How many games.")] = 10_000,
    seed: Seed = 0,
    judge: JudgeFile = None,
    device: Device = "cpu",
) -> None:
    """How often each seat wins, and nothing else: for many games, and for a large network on a GPU.

    Example: [bold]piazzetta workshop seats berwick-street --players 2 --games 40000 --judge models/portobello.pt
    --device cuda[/]
    """
    from piazzetta.arena.results.statistics import share
    from piazzetta.judge.judges import QuickJudge
    from piazzetta.terminal.progress import spinner
    from piazzetta.workshop.files import find

    found = find(file)
    judging = read_judge(judge, found.game.name, device) if judge else QuickJudge(found.game, cores())
    setting = _setting(found, players, edition, rule)
    with spinner(console(stderr=True), f"playing {games:,} games on {found.name}"):
        wins = [share(float(own), games) for own in judging.results(setting, games, seed).shares.sum(axis=0)]
    even = 1 / setting.players
    told = " / ".join(f"{100 * one.value:.1f}" for one in wins)
    farthest = max(abs(one.value - even) for one in wins)
    half = 100 * max(one.half for one in wins)
    typer.echo(f"{found.name}: {told} % ± {half:.1f}, the farthest {100 * farthest:.1f} % from even ({judging.name})")


@workshop_app.command()
def handicap(
    file: Source,
    players: Players = None,
    edition: Edition = None,
    rule: Rules = None,
    games: Annotated[int, typer.Option("--games", "-g", parser=count, metavar="K", help="Games to confirm it.")] = 2000,
    seed: Seed = 0,
) -> None:
    """Look for a fair start on a map or with a deck: points before the game that let all seats win equally often; lots
    between several, where no points do so alone.

    Example: [bold]piazzetta workshop handicap map.json --players 2[/]
    """
    from piazzetta.judge.fair import fair_start_by_lots
    from piazzetta.judge.judges import QuickJudge
    from piazzetta.terminal.progress import spinner
    from piazzetta.terminal.workshop.tables import start_table
    from piazzetta.workshop.files import find

    found = find(file)
    judging = QuickJudge(found.game, cores())
    setting = _setting(found, players, edition, rule)
    with spinner(console(stderr=True), f"looking for a fair start on {found.name}"):
        start = fair_start_by_lots(judging, setting, games, seed)
    console().print(start_table(found.name, start))


@workshop_app.command()
def shelf(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of a table.")] = False,
) -> None:
    """List the included maps and decks. Their names work wherever these commands take FILE."""
    from piazzetta.games.registry import names
    from piazzetta.games.registry import shelf as all_of
    from piazzetta.terminal.workshop.tables import shelf_table

    if as_json:
        found = {name: [{"name": one.key, "title": one.title, "players": one.players, "about": one.about,
                         "official": one.official}
                        for one in all_of(name)] for name in names()}  # fmt: skip
        typer.echo(json.dumps(found))
    else:
        console().print(shelf_table())
