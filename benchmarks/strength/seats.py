"""How often each seat of Portobello Market wins when the batched search plays, and which points make that even.

    python -m benchmarks.strength.seats --device cuda --seconds 575 --starts FILE --known first/seats.json --out second

First other starts (``--starts``: by edition, lists of points in turn order), with half of the simulations and a quarter
of the games, and beside them the search against the network alone and against other ways to think. Then new games of
the most even start of every edition and number of players, of the printed ones and of today's in `de`, with as many
simulations as the time allows. ``seats.json`` has all results after each of the two; ``--known`` adds those of an
earlier call when starts are chosen.

    python -m benchmarks.strength.seats --device cuda --seconds 500 --only printed --out printed

plays nothing but ``printed`` starts, the ``fair`` ones that are dealt today, the workshop's ``maps`` with the numbers
of players that they are for, or the ``starts`` of the file, ``--games`` of each with ``--sims`` simulations for a move.
"""

from __future__ import annotations

import argparse
import json
import time
import traceback
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

import piazzetta
from piazzetta.games.base import Array
from piazzetta.match.setting import Setting
from piazzetta.train.network import Network
from piazzetta.train.plan import load_network
from piazzetta.train.search.forest import Thinking
from piazzetta.train.search.search import Search, Seating
from piazzetta.workshop.start_search import distance, even_lots

GAME = "portobello"
MAPS = Path(piazzetta.__file__).parent / "data" / "maps"
MEAN = 215  # choices in a game
SETTLED = 0.025
CONFIRMING = 500_000  # the number of the first confirming game


@dataclass
class Trial:
    """Games of one start, or of players who think differently."""

    edition: str
    players: int
    points: list[int]  # in turn order; all 0: the printed start
    thinking: list[list[float]]  # by seat, as ``Thinking``
    games: int
    first: int = 0
    phase: str = ""
    weight: int = 100  # of a start between which lots decide
    map: str = ""  # of the workshop; none: the game's own
    sims: int = 0  # of the seats that think most, in fact
    finished: int = 0
    shares: list[float] = field(default_factory=list)
    net: list[list[int]] = field(default_factory=list)

    def setting(self) -> Setting:
        found = json.loads((MAPS / f"{self.map}.json").read_text("utf-8")) if self.map else None
        plain = piazzetta.game(GAME, players=self.players, edition=self.edition, components=found)
        if not any(self.points):
            return plain
        return replace(plain, starter=0, rules={**plain.rules, "handicap": "fair"}, given=tuple(self.points))

    @property
    def group(self) -> tuple[str, int]:
        return self.edition, self.players

    @property
    def uniform(self) -> bool:
        return all(way == self.thinking[0] for way in self.thinking)


def as_thinking(way: list[Any]) -> Thinking:
    return Thinking(*way)


class Session:
    """What a call has to do, has done, and how much time is left."""

    def __init__(self, network: Network, device: str, seconds: float, out: Path, sims: int, games: int) -> None:
        self.network, self.device, self.out, self.sims, self.games = network, device, out, sims, games
        self.begun = time.monotonic()
        self.end = self.begun + seconds
        self.done: list[Trial] = []
        self.notes: list[str] = []
        self.pace = 0.0  # seconds for a game and a simulation for each of its moves, in the last phase

    @property
    def left(self) -> float:
        return self.end - time.monotonic()

    def say(self, text: str) -> None:
        line = f"{time.monotonic() - self.begun:7.1f} s  {text}"
        print(line, flush=True)
        self.notes.append(line)

    def save(self) -> None:
        self.out.mkdir(parents=True, exist_ok=True)
        data = {"notes": self.notes, "trials": [asdict(trial) for trial in self.done]}
        beside = self.out / "seats.new"
        beside.write_text(json.dumps(data, separators=(",", ":")), encoding="utf-8")
        beside.replace(self.out / "seats.json")

    def search(self, trials: list[Trial], seed: int = 37) -> Search:
        seatings = [
            Seating(
                one.setting(),
                range(one.first, one.first + one.games),
                tuple(as_thinking(way) for way in one.thinking),
                seed,
            )
            for one in trials
        ]
        return Search(self.network, seatings, self.device, trees=100_000, threads=2)

    def phase(self, name: str, fitted: list[Trial], deadline: float) -> None:
        """Play trials, thinking less where they would take longer than this."""
        if not fitted:
            return
        rows, most = sum(one.games for one in fitted), int(max(way[0] for one in fitted for way in one.thinking))
        self.say(f"{name}: {len(fitted)} trials, {rows} games, {most} simulations, {self.left:.0f} s left")
        search = self.search(fitted)
        told = time.monotonic()

        def progress(done: int, all_: int) -> None:
            nonlocal told
            if time.monotonic() - told > 15:
                told = time.monotonic()
                self.say(f"{done} of {all_} games after {search.pace.choices} choices")

        results = search.play(deadline, progress)
        pace = search.pace
        mean = pace.simulations / max(pace.choices, 1)
        for trial, result in zip(fitted, results, strict=True):
            whole = result.finished
            trial.phase, trial.sims, trial.finished = name, round(mean), int(whole.sum())
            trial.shares = result.shares[whole].mean(0).tolist() if trial.finished else []
            trial.net = result.points[whole].tolist() if trial.uniform and trial.players else []
            self.done.append(trial)
            shown = " ".join(f"{100 * one:.1f}" for one in trial.shares)
            label = f"{trial.map or trial.edition} {trial.players} {trial.points} {trial.thinking} {trial.weight}%"
            self.say(f"  {label}: {shown} of {trial.finished} of {trial.games}")
        for note in pace.notes:
            self.say(f"  {note}")
        if pace.fewest < most:
            self.say(f"  in a hurry: as few as {pace.fewest} simulations for a move, {mean:.0f} on average")
        millions = pace.simulations / max(pace.seconds, 1e-9) / 1e6
        self.say(
            f"{name}: {pace.seconds:.1f} s, {millions:.2f} million simulations/s, "
            f"{1e3 * pace.seconds / max(pace.steps, 1):.2f} ms a step, {pace.choices / max(rows, 1):.0f} choices a game"
        )
        self.pace = pace.seconds / max(rows * mean, 1)
        self.save()


def fair(edition: str, players: int, sims: int, games: int) -> list[Trial]:
    """Today's fair start; each of its lots by itself."""
    lots = piazzetta.game(GAME, players=players).game.fair_starts[edition][players]
    whole = sum(weight for weight, _ in lots)
    found = []
    for weight, points in lots:
        share = round(100 * weight / whole)
        found.append(
            Trial(edition, players, list(points), [[sims]] * players, max(games * share // 100, 100), weight=share)
        )
    return found


def dealt(only: str, both: list[tuple[str, int]], sims: int, games: int) -> list[Trial]:
    """Games of what is dealt today, and of nothing else."""
    if only == "fair":
        return [replace(trial, first=CONFIRMING) for one in both for trial in fair(*one, sims, games)]
    if only == "printed":
        return [Trial(*one, [0] * one[1], [[sims]] * one[1], games, first=CONFIRMING) for one in both]
    shelf = json.loads((MAPS / "shelf.json").read_text("utf-8"))
    return [
        Trial("de", players, [0] * players, [[sims]] * players, games, first=CONFIRMING, map=name)
        for name, one in shelf.items()
        for players in one["players"]
    ]


def wanted(file: Path | None, sims: int, games: int, first: int) -> list[Trial]:
    """The starts of a file."""
    return [
        Trial(edition, len(points), points, [[sims]] * len(points), games, first=first)
        for edition, starts in (json.loads(file.read_text("utf-8")) if file else {}).items()
        for points in starts
    ]


def strength(sims: int, part: int) -> list[Trial]:
    """The search against the network alone, against fewer simulations and other ways to think, on every seat."""
    others: list[list[float]] = [[0]]
    for way in (
        (32, 0.5, 1), (16, 0.5, 8), (16, 0.5, 3, 0.3), (16, 0.5, 3, 1.2), (8, 0.5, 3), (0, 0, 1), (0, 0, 1, 1.2),
    ):  # fmt: skip
        others.append([sims, *way])
    found = []
    for other in others:
        orders: list[list[list[float]]] = [[[sims], other], [other, [sims]]]
        found += [Trial("de", 2, [0, 7], seats, part) for seats in orders]
    for players, points in ((3, [0, 4, 4]), (4, [0, 3, 0, 8])):
        for own in range(players):
            seats: list[list[float]] = [[sims] if seat == own else [0] for seat in range(players)]
            found.append(Trial("de", players, points, seats, part // 2))
    return found


def groups(trials: list[Trial]) -> dict[tuple[str, int], dict[tuple[int, ...], tuple[int, Array, list[list[int]]]]]:
    """By edition and players: each start's games, shares of the wins and final points, of all trials together."""
    found: dict[Any, dict[Any, tuple[int, Array, list[list[int]]]]] = {}
    for one in trials:
        if one.uniform and one.finished >= 100:
            own = found.setdefault(one.group, {})
            count, shares, net = own.get(tuple(one.points), (0, np.zeros(one.players), []))
            total = count + one.finished
            mixed = (count * shares + one.finished * np.array(one.shares)) / total
            own[tuple(one.points)] = total, mixed, net + one.net
    return found


Known = dict[tuple[int, ...], tuple[int, Array, list[list[int]]]]


def best_start(known: Known, today: list[tuple[int, ...]], alone: bool) -> list[tuple[int, tuple[int, ...]]]:
    """The most even start: points, or several between which lots decide where points are not even ``alone``.

    Shares of the wins are taken to change evenly with points, and what was played counts half.
    """
    starts = list(known)
    shares = {start: known[start][1] for start in starts}
    if not alone:
        some = sorted((one for one in starts if known[one][0] >= 300), key=lambda one: distance(shares[one].tolist()))
        lots = even_lots(some, [shares[one].tolist() for one in some])
        kept = [(weight, tuple(points)) for weight, points in lots if weight >= 5]
        return [(weight * 100 // sum(one for one, _ in kept), points) for weight, points in kept]
    weights = np.array([known[one][0] for one in starts]) ** 0.5
    given = np.array([[1, *(one - points[0] for one in points[1:])] for points in starts], float)
    fit = np.linalg.lstsq(given * weights[:, None], np.array(list(shares.values())) * weights[:, None], rcond=None)[0]

    def away(points: tuple[int, ...]) -> float:
        told = np.array([1, *(one - points[0] for one in points[1:])]) @ fit
        if points in known and known[points][0] >= 300:
            told = (told + shares[points]) / 2
        return distance(told.tolist()) + 1e-4 * sum(points)

    near = {start for start in starts if any(start)}
    for start in list(near):
        for seat in range(len(start)):
            for change in (-1, 1):
                near.add(_from_zero([one + change * (place == seat) for place, one in enumerate(start)]))
    best = min(near, key=away)
    if len(today) == 1 and away(today[0]) <= max(away(best) + 0.003, 0.012):
        best = today[0]
    return [(100, best)]


def _from_zero(points: list[Any]) -> tuple[int, ...]:
    whole = [round(one) for one in points]
    return tuple(one - min(whole) for one in whole)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--network", type=Path, default=Path("models/portobello.pt"))
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--seconds", type=float, default=270)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--known", type=Path, help="seats.json of an earlier call: what it has is not played again")
    parser.add_argument("--sims", type=int, default=256)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--editions", default="de,it,fr,es,fr-memo")
    parser.add_argument("--players", default="2,3,4")
    parser.add_argument("--starts", type=Path, help="other points to try, by edition: a JSON file")
    parser.add_argument("--only", choices=("printed", "fair", "maps", "starts"), help="only these starts")
    wish = parser.parse_args()
    torch.set_num_threads(2)
    session = Session(load_network(wish.network, GAME), wish.device, wish.seconds, wish.out, wish.sims, wish.games)
    session.say(f"torch {torch.__version__}, numpy {np.__version__}")
    known: list[Trial] = []
    if wish.known:
        known = [Trial(**one) for one in json.loads(wish.known.read_text("utf-8"))["trials"]]
    try:
        play(session, known, wish)
    except Exception:
        session.say(traceback.format_exc())
        raise
    finally:
        session.save()


def play(session: Session, known: list[Trial], wish: argparse.Namespace) -> None:
    both = [(edition, int(players)) for edition in wish.editions.split(",") for players in wish.players.split(",")]
    session.search([Trial("de", 2, [0, 7], [[2], [2]], 4)]).play()
    session.say("compiled")
    if wish.only:
        some = (
            wanted(wish.starts, session.sims, session.games, CONFIRMING * 2)
            if wish.only == "starts"
            else dealt(wish.only, both, session.sims, session.games)
        )
        session.phase(wish.only, some, session.end - 3)
        return
    fair_trials = [trial for one in both for trial in fair(*one, session.sims, session.games)]
    explore(session, wish)
    confirm(session, known, both, fair_trials)


def explore(session: Session, wish: argparse.Namespace) -> None:
    """Try other starts, and other ways to think, with fewer simulations and games."""
    sims, games = session.sims // 2, session.games // 4
    trials = wanted(wish.starts, sims, games, 200_000) + strength(sims, games // 2)
    share = (session.left - 5) / 3.2
    session.phase("explore", trials, time.monotonic() + share)


def confirm(session: Session, known: list[Trial], both: list[tuple[str, int]], today: list[Trial]) -> None:
    """New games of the most even starts, of the printed ones, and of those that ``master`` judged."""
    way = best_way(session)
    judged = groups(known + session.done)
    trials = []
    for one in both:
        own = [tuple(trial.points) for trial in today if trial.group == one]
        alone = not (one[0] == "it" and one[1] > 2)
        for weight, points in best_start(judged[one], own, alone) if one in judged else ():
            games = max(session.games * weight // 100, 100)
            trials.append(Trial(*one, list(points), [], games, first=CONFIRMING, weight=weight))
        trials.append(Trial(*one, [0] * one[1], [], session.games // 2, first=CONFIRMING))
        if one[0] == "de" and len(own) == 1 and list(own[0]) not in [trial.points for trial in trials]:
            trials.append(Trial(*one, list(own[0]), [], session.games // 2, first=CONFIRMING))
    rows = sum(one.games for one in trials)
    affordable = 0.9 * (session.left - 5) / (rows * max(session.pace, 1e-9))
    sims = int(min(max(affordable, 32), 1000))
    session.say(f"{affordable:.0f} simulations are affordable for {rows} games")
    for trial in trials:
        trial.thinking = [[sims, *way]] * trial.players
    session.phase("confirm", trials, session.end - 3)


def best_way(session: Session) -> list[float]:
    """The way to think that won most against the default, if it won more than luck explains."""
    wins: dict[tuple[float, ...], list[float]] = {}
    for trial in session.done:
        ways = [tuple(way) for way in trial.thinking]
        if trial.players == 2 and len(set(ways)) == 2 and ways[0][0] == ways[1][0] and trial.finished:
            seat = next(seat for seat, way in enumerate(ways) if len(way) > 1)
            wins.setdefault(ways[seat][1:], []).append(trial.shares[seat])
    for way, shares in wins.items():
        session.say(f"thinking {way}: {100 * np.mean(shares):.1f}% against the default")
    best = max(wins, key=lambda way: float(np.mean(wins[way])), default=())
    return list(best) if best and np.mean(wins[best]) > 0.53 else []


if __name__ == "__main__":
    main()
