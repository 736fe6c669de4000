"""Reasons for a move of Portobello Market: points, tolls, majorities, clients, and where the Bobby is left."""

from __future__ import annotations

from typing import Any

from piazzetta.games.facts import Event
from piazzetta.games.reasons import Line
from piazzetta.kernel import OVER

_MOST = 4  # reasons for one move
_TELLING = 2  # the least difference in points that speaks against a move


def made(key: str, mine: int, **params: Any) -> Event:
    params["mine"] = mine
    return Event(key, params)


#: The clause that a reason rests on.
CLAUSES = {
    "answer": "8.2",
    "bobby_costs": "6.2",
    "bobby_pays_you": "6.2",
    "cheap_bobby": "6.2",
    "completes": "8.1",
    "denies": "8.2",
    "draws": "5.1",
    "ends_game": "9.4",
    "gives": "8.2",
    "gives_up": "8.1",
    "last_stall": "9.1",
    "leads_less": "6.2",
    "lets_score": "8.2",
    "lord_pays": "9.3",
    "majority": "6.2",
    "marks": "7.2",
    "no_answer": "8.1",
    "overpays": "6.2",
    "pays": "6.2",
    "seats_client": "8.2",
    "seats_less": "8.2",
    "spends_tile": "7.2",
    "takes": "4.2",
    "takes_less": "4.2",
}


def reasons(line: Line, answer: Line | None) -> list[Event]:
    """The reasons for a line of moves, the strongest first; ``answer`` is what the next seat would do after it."""
    mine = line.seat
    found = [*_scoring(line), *_ending(line)]
    found += _tolls(line)
    if answer is not None:
        found += _bobby(line, answer)
    found += _clients(line)
    found += _stalls(line)
    if answer is not None:
        found += _answer(mine, answer)
    return found[:_MOST]


def _scoring(line: Line) -> list[Event]:
    mine, found = line.seat, []
    for event in line.events:
        p = event.params
        if event.key == "alley_scored":
            found.append(made("completes", mine, alley=p["alley"], name=p["name"], points=p["points"]))
        elif event.key == "lord_scored" and p["points"][mine]:
            found.append(made("lord_pays", mine, alley=p["alley"], name=p["name"], points=p["points"]))
        elif event.key == "district_marked":
            facts = {key: p[key] for key in ("district", "name", "factor", "stalls", "points")}
            found.append(made("marks", mine, **facts))
    return found


def _ending(line: Line) -> list[Event]:
    mine, found = line.seat, []
    for event in line.events:
        if event.key == "last_round":
            found.append(made("last_stall", mine, ends=event.params["ends"]))
        elif event.key == "game_over":
            found.append(made("ends_game", mine, winners=event.params["winners"]))
    return found


def _tolls(line: Line) -> list[Event]:
    crossed = [event.params for event in line.events if event.key == "bobby_crossed"]
    receivers = sorted({seat for p in crossed for seat in p["receivers"]})
    toll = _paid(line)
    return [made("pays", line.seat, toll=toll, receivers=receivers)] if toll else []


def _paid(line: Line) -> int:
    """The tolls that a line costs its seat."""
    return sum(event.params["toll"] for event in line.events if event.key == "bobby_crossed")


def _clients(line: Line) -> list[Event]:
    mine, found = line.seat, []
    for event in line.events:
        if event.key == "client_placed":
            worth = _worth_beside(line, event)
            if worth:
                facts = {key: event.params[key] for key in ("client", "square", "name")}
                found.append(made("seats_client", mine, worth=worth, **facts))
        elif event.key == "drawing":
            servants, burghers, _ = (int(number) for number in line.state(0).bag)
            if servants + burghers:
                found.append(made("draws", mine, servants=servants, burghers=burghers))
    return found


def _worth_beside(line: Line, event: Event) -> int:
    """The values under one's own stalls in the alleys of the square where a client arrived."""
    board: Any = line.setting.components
    state = line.state()
    square = next(k for k, place in enumerate(board.squares) if place.key == event.params["square"])
    worth = 0
    for alley in board.alleys:
        if square in alley.ends:
            owners = state.owner[alley.first : alley.first + len(alley.values)]
            worth += sum(value for value, owner in zip(alley.values, owners, strict=True) if owner == line.seat + 1)
    return worth


def _stalls(line: Line) -> list[Event]:
    """The spaces taken in incomplete alleys, and where that makes others pay."""
    mine, found = line.seat, []
    places, led = _taken(line)
    if led:
        found.append(made("majority", mine, places=led))
    if places:
        found.append(made("takes", mine, places=places))
    return found


def _taken(line: Line) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The spaces that a line takes in alleys it leaves incomplete, and those of them where its seat then leads."""
    board: Any = line.setting.components
    complete = {event.params["alley"] for event in line.events if event.key == "alley_scored"}
    taken: dict[str, list[int]] = {}
    names = {alley.key: alley for alley in board.alleys}
    for event in line.events:
        if event.key == "built" and event.params["alley"] not in complete:
            p = event.params
            taken.setdefault(p["alley"], []).append(names[p["alley"]].values[p["space"]])
    before, after = line.state(0), line.state()
    places, led = [], []
    for number, alley in enumerate(board.alleys):
        if alley.key in taken:
            place = {"alley": alley.key, "name": alley.name}
            places.append(place | {"values": sorted(taken[alley.key], reverse=True)})
            if not _leads(before, number, line.seat) and _leads(after, number, line.seat):
                led.append(place)
    return places, led


def _leads(state: Any, alley: int, seat: int) -> bool:
    """6.2b: this seat alone has the majority."""
    stalls = [int(number) for number in state.count[alley]]
    return stalls[seat] > 0 and stalls.count(max(stalls)) == 1 and stalls[seat] == max(stalls)


def _bobby(line: Line, answer: Line) -> list[Event]:
    """What the next seat would have to pay to move the Bobby out of where he was left."""
    mine = line.seat
    exits = _exits(line, answer)
    if not exits:
        return []
    board: Any = line.setting.components
    district = board.districts[int(answer.state(0).bobby)]
    facts = {"seat": answer.seat, "district": district.key, "name": district.name}
    if all(mine in way["receivers"] for way in exits):
        return [made("bobby_pays_you", mine, **facts)]
    toll = min(way["toll"] for way in exits)
    if toll >= 2:
        return [made("bobby_costs", mine, toll=toll, **facts)]
    return []


def _exits(line: Line, answer: Line) -> list[dict[str, Any]]:
    """The ways out of the Bobby's district that the next seat has: the toll of each and who receives it."""
    setting = line.setting
    board: Any = setting.components
    game = setting.game
    walk = answer.anew()
    tile = next((action for action in answer.position.legal() if setting.text(action).startswith("tile")), None)
    if tile is None:
        return []
    walk.play(tile)
    here = walk.state()
    exits = []
    for neighbour in board.districts[int(here.bobby)].neighbours:
        if neighbour < 0:
            continue
        action = setting.action(f"bobby {board.districts[neighbour].key}")
        if game.kernels.why_not(setting.params_record, here, action) == 0:
            exits += [
                e.params for e in game.preview(board, setting.params_record, here, action).events if "toll" in e.params
            ]
    return exits


def scored(line: Line, seat: int) -> int:
    """The points a line scores for a seat from alleys and districts."""
    total = 0
    for event in line.events:
        if event.key in ("alley_scored", "lord_scored"):
            total += event.params["points"][seat]
        elif event.key == "district_marked" and event.params["seat"] == seat:
            total += event.params["points"]
    return total


def _paying(answer: Line) -> list[dict[str, Any]]:
    """The places where a line scores for its seat."""
    places: list[dict[str, Any]] = []
    for event in answer.events:
        p = event.params
        if event.key in ("alley_scored", "lord_scored") and p["points"][answer.seat]:
            place = {"alley": p["alley"], "name": p["name"], "points": p["points"][answer.seat]}
            places.append(place if event.key == "alley_scored" else place | {"lord": True})
        elif event.key == "district_marked":
            places.append({"district": p["district"], "name": p["name"], "points": p["points"]})
    return places


def _answer(mine: int, answer: Line) -> list[Event]:
    """What the next seat could score at once."""
    other = answer.seat
    places = [place for place in _paying(answer) if "lord" not in place]
    if not places:
        open_market = int(answer.position.record.placed) > 1  # nobody can score an alley before there are two clients
        return [made("no_answer", mine, seat=other)] if open_market and answer.mover != OVER else []
    return [made("answer", mine, seat=other, places=places, yours=scored(answer, mine))]


def compared(line: Line, answer: Line | None, other: Line, other_answer: Line | None) -> list[Event]:
    """What speaks for one line over another: that the next seat can score less at once."""
    if answer is None or other_answer is None or answer.seat != other_answer.seat:
        return []
    now, then = scored(answer, answer.seat), scored(other_answer, answer.seat)
    if then - now < 4 or not other.actions:
        return []
    facts = {"seat": answer.seat, "points": now, "instead": then, "move": other.moves[0]}
    return [made("denies", line.seat, **facts)]


def drawbacks(line: Line, answer: Line | None, better: Line, better_answer: Line | None) -> list[Event]:
    """What a line lets the next seat score, gives another seat and gives up itself, compared with a better line."""
    mine, found = line.seat, []
    if answer is not None and better_answer is not None and answer.seat == better_answer.seat:
        now, instead = scored(answer, answer.seat), scored(better_answer, answer.seat)
        if now - instead >= _TELLING:
            facts = {"seat": answer.seat, "points": now, "instead": instead, "places": _paying(answer)}
            found.append(made("lets_score", mine, **facts))
    most, gift = 0, made("gives", mine)
    for seat in range(line.setting.players):
        now, instead = scored(line, seat), scored(better, seat)
        if seat != mine and now - instead > most:
            most, gift = now - instead, made("gives", mine, seat=seat, points=now, instead=instead)
    if most >= _TELLING:
        found.append(gift)
    now, instead = scored(line, mine), scored(better, mine)
    if instead - now >= _TELLING:
        found.append(made("gives_up", mine, points=now, instead=instead))
    return found or _poorer(line, answer, better, better_answer)


def _poorer(line: Line, answer: Line | None, better: Line, better_answer: Line | None) -> list[Event]:
    """Where a line is poorer than a better one although no points tell, without naming what is better."""
    mine, found = line.seat, []
    worth, instead = _seated(line), _seated(better)
    if worth is not None and instead is not None and instead - worth >= _TELLING:
        found.append(made("seats_less", mine, worth=worth, instead=instead))
    spent, kept = scored(line, mine), scored(better, mine)
    if kept < spent and _marks(line) and not _marks(better):
        found.append(made("spends_tile", mine, points=spent))
    (places, led), (others, leading) = _taken(line), _taken(better)
    if len(led) < len(leading):
        found.append(made("leads_less", mine, alleys=len(led), instead=len(leading)))
    values, possible = _values(places), _values(others)
    if values < possible:
        found.append(made("takes_less", mine, values=values, instead=possible))
    if answer is not None and better_answer is not None and answer.seat == better_answer.seat:
        tolls = [way["toll"] for way in _exits(line, answer)]
        dearer = [way["toll"] for way in _exits(better, better_answer)]
        if tolls and dearer and min(tolls) < min(dearer):
            found.append(made("cheap_bobby", mine, seat=answer.seat, toll=min(tolls), instead=min(dearer)))
    paid, enough = _paid(line), _paid(better)
    if paid > enough:
        found.append(made("overpays", mine, toll=paid, instead=enough))
    return found


def _marks(line: Line) -> bool:
    return any(event.key == "district_marked" for event in line.events)


def _seated(line: Line) -> int | None:
    """What a line's own stalls beside the customers it places are worth; None if it places none."""
    placed = [event for event in line.events if event.key == "client_placed"]
    return sum(_worth_beside(line, event) for event in placed) if placed else None


def _values(places: list[dict[str, Any]]) -> int:
    """The spaces taken, added up."""
    return sum(sum(place["values"]) for place in places)
