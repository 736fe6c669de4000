"""A study as a page, and its drawings one by one for documents."""

from __future__ import annotations

from collections.abc import Callable

from piazzetta import __version__
from piazzetta.arena import page, plots
from piazzetta.arena.report import seat_names
from piazzetta.arena.statistics import Estimate
from piazzetta.arena.study import EFFECTS, Cell, Study
from piazzetta.arena.svg import Drawing
from piazzetta.games.registry import find_game

_SHARES = ("starter", "last")  # effects told in per cent


def _points_of_percent(value: float) -> str:
    return plots.signed(100 * value) + " %"


def unit(effect: str) -> Callable[[float], str]:
    return _points_of_percent if effect in _SHARES else plots.signed


def _own(found: Study, players: int) -> list[Cell]:
    """The cells of a number of players; rules that are the same as an earlier cell's are not shown twice."""
    return [cell for cell in found.cells if cell.players == players and cell.same_as is None]


def label(found: Study, cell: Cell) -> str:
    """The name of a cell, with those of others that have the very same rules."""
    same = [
        other.variation for other in found.cells if other.same_as == cell.variation and other.players == cell.players
    ]
    return " = ".join([cell.variation, *same])


def drawings(found: Study) -> dict[str, Drawing]:
    """Every drawing of the report by a name that can be a file's."""
    made: dict[str, Drawing] = {}
    tables = [f"{count} players" for count in found.players]
    ways = [cell for cell in _own(found, found.players[0]) if cell.effects is not None]
    for effect, words in EFFECTS.items():
        rows = []
        for way in ways:
            cells = [found.cell(way.variation, count) for count in found.players]
            rows.append((label(found, way), [cell.effects[effect] for cell in cells if cell.effects is not None]))
        title = f"What each rule changes: {words}, against {found.base}"
        made[f"effect-{effect}"] = plots.grouped(title, rows, tables, unit(effect), 0.0)
    for count in found.players:
        own = _own(found, count)
        made[f"seats-{count}"] = plots.grouped(
            f"Wins by seat, {count} players",
            [(label(found, cell), cell.wins) for cell in own],
            seat_names(count),
            reference=1 / count,
        )
        made[f"sources-{count}"] = plots.stacks(
            f"Where the points of a seat come from, {count} players",
            [(label(found, cell), {name: e.value for name, e in cell.sources.items()}) for cell in own],
            found.sources,
        )
    return made


def sure(e: Estimate) -> bool:
    """Whether the interval leaves nought out."""
    return e.low > 0 or e.high < 0


def findings(found: Study) -> list[str]:
    """What is beyond doubt, in sentences: the effects whose interval leaves nought out, the largest first."""
    told: list[tuple[float, str]] = []
    for cell in found.cells:
        if cell.effects is None or cell.same_as is not None:
            continue
        for effect, e in cell.effects.items():
            if sure(e):
                weight = abs(e.value) / max(e.half, 1e-9)
                words = f"{label(found, cell)}, {cell.players} players: {unit(effect)(e.value)} {EFFECTS[effect]}"
                told.append((weight, f"{words} (from {unit(effect)(e.low)} to {unit(effect)(e.high)})."))
    return [words for _, words in sorted(told, key=lambda pair: -pair[0])]


def _table(found: Study, players: int) -> str:
    rows = []
    for cell in _own(found, players):
        changed = cell.effects or {}
        marks = {key: ("gain" if e.value > 0 else "cost") if sure(e) else "" for key, e in changed.items()}
        starter, last = cell.wins[0], cell.wins[-1]
        rows.append(
            [
                page.cell(label(found, cell)),
                _figure(f"{cell.points.value:.1f}", changed.get("points"), plots.signed, marks.get("points", "")),
                _figure(f"{cell.margin.value:.1f}", changed.get("margin"), plots.signed, marks.get("margin", "")),
                _figure(f"{cell.rounds.value:.1f}", changed.get("rounds"), plots.signed, marks.get("rounds", "")),
                _figure(
                    f"{100 * starter.value:.1f} %", changed.get("starter"), unit("starter"), marks.get("starter", "")
                ),
                _figure(f"{100 * last.value:.1f} %", changed.get("last"), unit("last"), marks.get("last", "")),
                page.cell(f"{cell.decisions.value:.0f}"),
                page.cell(f"{100 * cell.ties.value:.1f} %"),
            ]
        )
    head = ["", "points", "margin", "rounds", "starter wins", "last seat wins", "decisions", "shared wins"]
    return page.table(head, rows)


def _figure(words: str, change: Estimate | None, show: Callable[[float], str], kind: str) -> str:
    small = "" if change is None else f"{show(change.value)} ± {show(change.half).lstrip('+')}"
    return page.cell(words, small, kind)


def study_report(found: Study, command: str) -> str:
    """The page."""
    title = find_game(found.game).title
    made = drawings(found)
    certain = findings(found)
    listed = "".join(page.paragraph(words) for words in certain[:12]) or page.paragraph(
        "Nothing that games could show."
    )
    doubt = (
        f"{len(certain)} effects whose 95 % interval leaves nought out, the clearest first. "
        "One in twenty of those that are nothing would be listed too."
    )
    parts = [page.section("What is beyond doubt", listed, note=doubt, wide=True)]
    for effect, words in EFFECTS.items():
        note = f"Each rule by itself and each edition, against {found.base} with the same chance. 95 % intervals."
        parts.append(page.section(words[0].upper() + words[1:], made[f"effect-{effect}"].render(), note=note))
    small = f"In small letters: the difference to {found.base}; tinted where it is beyond doubt."
    for count in found.players:
        parts.append(page.section(f"{count} players: seats", made[f"seats-{count}"].render()))
        parts.append(page.section(f"{count} players: where points come from", made[f"sources-{count}"].render()))
        parts.append(page.section(f"{count} players in figures", _table(found, count), note=small, wide=True))
    parts.append(page.section("How it was made", page.code(command), wide=True))
    lead = (
        f"{found.games:,} games of {title} for each way to play and each number of players, {found.bot} on every seat, "
        f"seed {found.seed}. All ways to play had the same chance, game by game."
    )
    heading = "What do the rulebooks really change?"
    foot = f"Made by piazzetta {__version__}. Intervals are 95 %."
    return page.page(f"Study of {title}", f"Study · {title}", "Rules compared", heading, lead, parts, foot)
