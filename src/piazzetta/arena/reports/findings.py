"""Results in a few words, for the terminal and for reports."""

from __future__ import annotations

from collections.abc import Callable

from piazzetta.arena.results.formats import interval, percent, signed, signed_percent
from piazzetta.arena.results.sprt import Sprt
from piazzetta.arena.results.summary import Summary
from piazzetta.arena.study import EFFECTS, Cell, Study
from piazzetta.bots.analysis import Analysis, SeatSummary, costly_moves
from piazzetta.bots.luck import SeatLuck
from piazzetta.games import seats
from piazzetta.games.registry import find_game

#: The names of the seats if a game does not name them itself.
SEATS = tuple(seat.title for seat in seats.SEATS)
_SHARES = ("starter", "last")  # effects on a share of wins


def arena_headline(result: Summary) -> tuple[str, str]:
    """The result in a few words, and in a sentence or two."""
    ranked = result.ranked
    title = find_game(result.game).title
    games = f"{result.games:,} games of {title} with {result.players} players, edition {result.edition}"
    if len(ranked) == 1:
        return f"{ranked[0].name} plays itself.", f"{games}."
    first, second = ranked[0], ranked[1]
    pair = result.pair(first.name, second.name)
    sure = pair is not None and pair.ahead.low > 0.5
    heading = f"{first.name} is ahead." if sure else f"{first.name} and {second.name} cannot be told apart yet."
    ahead = ""
    if pair is not None:
        ahead = (
            f" {first.name} finishes ahead of {second.name} in {100 * pair.ahead.value:.1f}% of their "
            f"{pair.games:,} games ({interval(pair.ahead)})."
        )
    return heading[0].upper() + heading[1:], f"{games}, every seating order equally often.{ahead}"


def sprt_headline(test: Sprt) -> tuple[str, str]:
    """What a sequential test decided, in a few words, and why it ended there."""
    low, high = test.hypotheses.bounds
    share0, share1 = test.hypotheses.share0, test.hypotheses.share1
    after = f"after {test.games:,} games in {len(test.shares):,} blocks"
    if test.accepted == "H1":
        heading = f"Accepted: {test.bot} wins {100 * share1:.1f}% or more, not {100 * share0:.1f}%."
        why = f"The log-likelihood ratio reached {high:.2f} {after}"
    elif test.accepted == "H0":
        heading = f"Rejected: {test.bot} wins {100 * share0:.1f}% or less, not {100 * share1:.1f}%."
        why = f"The log-likelihood ratio fell to {low:.2f} {after}"
    else:
        heading = f"Undecided: {test.bot} may win {100 * share0:.1f}% or {100 * share1:.1f}%."
        why = f"The log-likelihood ratio is {test.ratio:.2f}, between {low:.2f} and {high:.2f}, {after}"
    won = f"{100 * test.share.value:.1f}% ({interval(test.share)}; even is {percent(test.even)})"
    return heading, f"{why}; {test.bot} won {won}."


def analysis_headline(found: Analysis) -> str:
    if found.result is None:
        return "A game that is not over."
    winners = [SEATS[seat] for seat in found.result["winners"]]
    if len(winners) > 1:
        return f"{' and '.join(winners)} share the win."
    scores = sorted(found.result["scores"])
    lead = scores[-1] - scores[-2]
    return f"{winners[0]} wins by {lead}." if lead else f"{winners[0]} wins."


def seat_sentence(found: Analysis, own: SeatSummary) -> str:
    """How well a seat played, in a sentence or two."""
    costly = costly_moves(found.decisions, own.seat)
    if not costly:
        return f"All {own.decisions} moves were as good as the best one."
    worst = f"{costly[0].move} cost {percent(costly[0].gave_away)} of winning chance"
    good = f"{own.as_good} of {own.decisions} moves were as good as the best one."
    if len(costly) == 1:
        return f"{good} {worst}."
    each = percent(sum(decision.gave_away for decision in costly) / len(costly))
    most = f"{costly[0].move} cost most: {percent(costly[0].gave_away)}."
    return f"{good} The other {len(costly)} cost {each} of winning chance each on average. {most}"


def luck_sentence(own: SeatLuck) -> str:
    """Of what a seat's result is made, and how likely such luck is."""
    parts = [(own.decisions, "decisions"), (own.luck, "luck"), (own.others, "the others")]
    listed = ", ".join(f"{name} {signed_percent(part)}" for part, name in parts)
    return f"Start {percent(own.start)}, {listed}: {percent(own.result)}. {odds_sentence(own.luck, own.odds)}".strip()


def odds_sentence(luck: float, odds: float) -> str:
    """How often draws are as bad as these, or as good; empty if nothing was drawn."""
    if odds == 1:
        return ""
    games = round(1 / odds)
    kind = "bad" if luck < 0 else "good"
    return f"Draws as {kind} as these come in 1 game of {games:,}." if games < 100_000 else f"Hardly ever so {kind}."


def effect_format(effect: str) -> Callable[[float], str]:
    """How to format the size of an effect."""
    return signed_percent if effect in _SHARES else signed


def cell_label(found: Study, cell: Cell) -> str:
    """The name of a cell, with those of other cells that have identical rules."""
    same = [
        other.variation for other in found.cells if other.same_as == cell.variation and other.players == cell.players
    ]
    return " = ".join([cell.variation, *same])


def correction(found: Study) -> str:
    """How a study guards against finding something by looking often."""
    return (
        f"{found.comparisons} differences were compared. Holm's method corrects for that: the chance that even one "
        "of those called beyond doubt is nothing is at most 5%."
    )


def clear_effects(found: Study) -> list[str]:
    """The effects beyond doubt, corrected for the number of comparisons, as sentences, the clearest first."""
    sentences: list[tuple[float, str]] = []
    for cell in found.cells:
        if cell.effects is None or cell.same_as is not None:
            continue
        for effect, e in cell.effects.items():
            if effect in cell.clear:
                show = effect_format(effect)
                words = f"{cell_label(found, cell)}, {cell.players} players: {show(e.value)} {EFFECTS[effect]}"
                sentences.append((abs(e.value) / max(e.half, 1e-9), f"{words} (from {show(e.low)} to {show(e.high)})."))
    return [words for _, words in sorted(sentences, key=lambda pair: -pair[0])]
