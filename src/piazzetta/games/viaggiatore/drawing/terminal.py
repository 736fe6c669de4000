"""A view of Il Commercio Viaggiatore as a picture for the terminal. Colour only repeats what the words say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from piazzetta.games.seats import SEATS
from piazzetta.games.viaggiatore.deck import VEHICLE_NAMES, Deck
from piazzetta.games.viaggiatore.moves import counted, seat_name, seats_named
from piazzetta.games.viaggiatore.state import CITY

_KINDS = ("clo", "hat", "sho", "acc")  # objects; with ≥: what a shop requires
_WORDS = ("steps", "bid", "vehicles", "ticket")
_SHOWN = 14  # cards of the deck or the pile that are listed
_DOING = {
    "dealing": "the cards are dealt",
    "calling": "{who} may call an auction",
    "bidding": "auction: {who} lays a card face down",
    "carrying": "{who} chooses a carrier for the new baggage",
    "travelling": "{who} travels or stays",
    "riding": "{who} may ride along by {ticket}",
    "shopping": "the shop is turned up",
    "drawing": "{who} draws",
    "loading": "card {pending} must become a carrier: {who} chooses the vehicle",
    "finished": "the game is over: {winners}",
}


def _name(seat: int) -> Text:
    return Text(seat_name(seat), style=SEATS[seat].style)


def _heading(view: Mapping[str, Any]) -> Text:
    winners = view["winners"]
    words = {
        "who": seat_name(view["asked"]),
        "ticket": view["ticket"],
        "pending": view["pending"],
        "winners": f"{seats_named(winners)} {'wins' if len(winners) == 1 else 'win'}",
    }
    heading = Text("Il Commercio Viaggiatore", style="bold")
    heading.append(f"  turn {view['turn']}, ", style="not bold")
    heading.append(seat_name(view["active"]), style=SEATS[view["active"]].style)
    heading.append(f": {_DOING[view['phase']].format(**words)}", style="not bold")
    return heading


def _table(first: str | Text, columns: tuple[str, ...], width: int) -> Table:
    table = Table(box=box.SIMPLE_HEAD, width=width, padding=0)
    table.add_column(first, no_wrap=True, ratio=1)
    for column in columns:
        table.add_column(column, no_wrap=True, justify="left" if column in _WORDS else "right")
    return table


def _points(points: int, given: int) -> str:
    """The points, and how many of them a fair start gave (2.2)."""
    return f"{points} (+{given})" if given else str(points)


def _numbers(counts: Iterable[int]) -> list[str]:
    return [str(many) if many else "·" for many in counts]


def _bid(seat: Mapping[str, Any]) -> str:
    if not seat["has_bid"]:
        return ""
    return "laid" if seat["bid"] is None else str(seat["bid"])


def _seats(view: Mapping[str, Any], width: int) -> Table:
    table = _table("", ("pts", "steps", "cards", "bid", *VEHICLE_NAMES, *_KINDS), width)
    for number, seat in enumerate(view["seats"]):
        turn = "▸ " if number == view["active"] else "  "
        table.add_row(
            Text(turn).append(seat_name(number), style=SEATS[number].style),
            _points(seat["points"], view["head_start"][number]),
            "●" * seat["steps"] + "○" * (CITY - seat["steps"]),
            str(seat["held"]),
            _bid(seat),
            *_numbers(seat["carriers"].values()),
            *_numbers(seat["objects"]),
        )
    return table


def _lot(lot: Mapping[str, Any]) -> str:
    if lot["carrier"] is None:
        return f"{lot['card']} face down" if lot["face_down"] else f"{lot['card']} without carrier"
    return f"{lot['card']} by {lot['vehicle']} ({lot['carrier']})"


def _lines(view: Mapping[str, Any]) -> list[Text]:
    """Baggage of each seat, cards known to everyone, the deck and the pile."""
    lines = []
    for number, seat in enumerate(view["seats"]):
        lots = [_lot(lot) for lot in view["lots"] if lot["seat"] == number]
        if lots:
            lines.append(_name(number).append(f" has baggage {', '.join(lots)}", style="default"))
        if seat["known"]:
            known = ", ".join(str(card) for card in seat["known"])
            lines.append(_name(number).append(f" holds, as all know: {known}", style="default"))
    deck = f"Deck: {counted(view['deck'], 'card')}"
    if view["deck_order"]:
        deck += f", next {_some(view['deck_order'][:_SHOWN], view['deck'])}"
    pile = view["pile"]
    text = f"Discard pile: {counted(len(pile), 'card')}"
    if pile:
        text += f", latest {_some(pile[::-1][:_SHOWN], len(pile))}"
    return [*lines, Text(deck), Text(text)]


def _some(cards: list[int], all_of_them: int) -> str:
    return " ".join(str(card) for card in cards) + (" …" if len(cards) < all_of_them else "")


def _hand(deck: Deck, number: int, cards: list[int], width: int) -> Table:
    table = _table(_name(number), ("bid", "vehicles", "ticket", *_KINDS, *(f"≥{kind}" for kind in _KINDS)), width)
    for card in cards:
        parts = deck.cards[card]
        table.add_row(
            f"card {card}",
            str(parts.bid),
            " ".join(VEHICLE_NAMES[vehicle] for vehicle in parts.vehicles),
            VEHICLE_NAMES[parts.ticket],
            *_numbers(parts.objects),
            *("–" if least is None else str(least) for least in parts.shop),
        )
    return table


def drawing(deck: Deck, view: Mapping[str, Any], width: int = 80) -> RenderableType:
    """The table as the viewer sees it: seats, baggage, piles, and the hands that are shown."""
    parts: list[RenderableType] = [_heading(view), _seats(view, width), *_lines(view)]
    for number, seat in enumerate(view["seats"]):
        if seat["hand"]:
            parts.append(_hand(deck, number, seat["hand"], width))
    return Group(*parts)
