"""Games of a network that searches, many at once: every game with a choice to make gets a tree of its own."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from piazzetta.arena.play import Progress, silent
from piazzetta.batch.memory import all_params
from piazzetta.errors import BadInput
from piazzetta.games.base import Array
from piazzetta.games.flat_encoding import encoding_of
from piazzetta.kernel import INTERPRETED, random_stream
from piazzetta.match.setting import Setting
from piazzetta.train.network import Network
from piazzetta.train.search.forest import Thinking, halving, shapes, words_of
from piazzetta.train.search.kernels import ADVANCE, BEGIN, CHOOSE, DESCEND, GROW, PLANT, RENEW
from piazzetta.train.search.rows import OnProcessor, allocate
from piazzetta.train.search.scorer import Scorer
from piazzetta.train.sight import Sight

#: Trees at a time; on a GPU enough to keep it busy, few enough for its memory.
TREES = {"cpu": 1024, "cuda": 65_536}
NO_SECRETS = "--search plays games without secrets, and {} has some; master searches there: simulate --bots master"
MOST_CHOICES = 260  # in a game, nearly always


@dataclass(frozen=True)
class Seating:
    """Games of one setting."""

    setting: Setting
    numbers: Sequence[int]  # which games of the seed
    thinking: tuple[Thinking, ...]  # by seat
    seed: int = 0

    @property
    def games(self) -> int:
        return len(self.numbers)


class Result(NamedTuple):
    """How the games of a seating ended."""

    points: Array  # (games, seats)
    shares: Array  # (games, seats) of the win
    finished: Array  # (games,) false where a deadline came first
    decisions: Array  # (games,) choices between several moves


class Thought(NamedTuple):
    """A search's view of one choice; arrays are by move."""

    game: int
    seat: int
    chosen: int
    actions: Array
    prior: Array  # the network's probability
    tried: Array
    worth: Array  # the mover's chance of winning, where tried


_TOLD = ("width", "seat", "label", "prior", "tried", "worth")


@dataclass
class Pace:
    """How fast it went."""

    seconds: float = 0.0
    simulations: int = 0  # of all trees
    steps: int = 0  # of all trees together
    choices: int = 0
    fewest: float = math.inf  # simulations for a move, if a deadline was too near
    notes: list[str] = field(default_factory=list)


class Search:
    """Rows of games and trees, and the networks that judge their positions.

    The same seed gives the same games on one machine, whatever else is played beside them.
    """

    def __init__(
        self,
        network: Network | Sequence[Network],
        seatings: Sequence[Seating],
        device: str = "cpu",
        *,
        trees: int | None = None,
        threads: int = 1,
    ) -> None:
        settings = [seating.setting for seating in seatings]
        self.game = game = settings[0].game
        if game.has_secrets:
            raise BadInput(NO_SECRETS.format(game.title))
        self.seatings, self.device = seatings, device
        self.encoding = encoding_of(game.name)
        self.sight = Sight(self.encoding, settings)
        self.count = sum(seating.games for seating in seatings)
        self.trees = max(1, min(trees or TREES[device], self.count))
        kinds = sorted({one for seating in seatings for one in seating.thinking})
        self.kinds = kinds
        seats = max(setting.players for setting in settings)
        words, choices = words_of(game), game.most_legal
        sizes = shapes(
            self.count,
            self.trees,
            seats,
            words,
            choices,
            max(one.simulations for one in kinds),
            len(kinds),
            self.encoding,
            self.sight,
        )
        self.pace = Pace()
        self.arrays = allocate(sizes, self.device)
        self._fill(kinds)
        params = all_params(settings)
        if self.device == "cpu":
            self.rows: Any = OnProcessor(game, params, self.arrays, threads)
        else:
            from piazzetta.train.search.gpu import OnGpu

            self.rows = OnGpu(game, params, self.arrays)
        networks = [network] if isinstance(network, Network) else network
        self.scorers = [Scorer(one, self.sight, device, self.pace.notes) for one in networks]
        shape = (self.trees, self.sight.size)
        self.compact = allocate({"seen": (shape, np.uint8)}, self.device)["seen"]  # of it, what the networks take
        self.graphs = device != "cpu"  # a graph starts in half the time of its kernels
        self._graphs: dict[tuple[int, int], Any] = {}
        self.rows.work(BEGIN, self.count)

    def _fill(self, kinds: Sequence[Thinking]) -> None:
        """Write what does not change."""
        arrays, at = self.arrays, 0
        for number, seating in enumerate(self.seatings):
            rows = slice(at, at + seating.games)
            arrays["which"][rows] = number
            arrays["seed"][rows] = int(random_stream(seating.seed)[0])
            arrays["number"][rows] = torch.tensor(seating.numbers, dtype=torch.int32, device=self.device)
            for seat, one in enumerate(seating.thinking):
                arrays["kind"][rows, seat] = kinds.index(one)
            at += seating.games
        column = torch.zeros(self.encoding.slots, dtype=torch.int32)
        column[torch.tensor(self.sight.columns)] = torch.arange(len(self.sight.columns), dtype=torch.int32)
        arrays["column"].copy_(column)
        self.arrays["ways"].copy_(torch.tensor([one[1:5] for one in kinds]))
        self.allow([one.simulations for one in kinds])

    def allow(self, kinds: Sequence[int]) -> None:
        """Set how many simulations each kind of seat has for a move."""
        turns = np.zeros(self.arrays["turns"].shape, np.int16)
        for kind, sims in enumerate(kinds):
            for candidates in range(turns.shape[1]):
                turns[kind, candidates, :sims] = halving(candidates, sims)
        self.arrays["turns"].copy_(torch.from_numpy(turns))
        self.arrays["sims"].copy_(torch.tensor(kinds, dtype=torch.int32))
        self.most = max(kinds)

    def active(self) -> Tensor:
        """The games that go on."""
        return (self.arrays["mover"] >= 0).nonzero()[:, 0]

    def refresh(self) -> None:
        """Call after the weights of a network have changed."""
        for judge in self.scorers:
            judge.refresh()
        self._graphs.clear()

    def plant(self, games: Tensor, network: int = 0) -> None:
        """Begin a tree for each of these games."""
        clock = self.arrays["clock"]
        self.arrays["game"][: len(games)] = games.to(torch.int32)
        clock[0], clock[1] = 0, len(games)
        self.rows.work(PLANT, len(games))
        self._evaluate(len(games), network)

    def think(self, trees: int, network: int = 0) -> None:
        """Run the simulations of every tree."""
        graph = self._graph(trees, network) if self.graphs and self.most else None
        for _ in range(self.most):
            if graph is None:
                self._simulate(trees, network)
            else:
                graph.replay()
        self.rows.work(GROW, trees)

    def _graph(self, trees: int, network: int) -> Any:
        """A simulation of this many trees or a few more as a CUDA graph, which the processor starts at once."""
        rows = self.trees
        while rows * 4 // 5 >= trees and rows > 64:
            rows = rows * 4 // 5
        if (network, rows) not in self._graphs:
            from piazzetta.train.search.gpu import external

            self._evaluate(rows, network)
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                self._simulate(rows, network, stream=external(torch.cuda.current_stream().cuda_stream))
            self._graphs[network, rows] = graph
        return self._graphs[network, rows]

    def _simulate(self, trees: int, network: int, stream: Any = None) -> None:
        """Take what the network said last, go down every tree once more, and ask the network again."""
        self.rows.work(GROW | DESCEND, trees, stream=stream)
        self._evaluate(trees, network)
        self.arrays["clock"][:1] += 1

    def _evaluate(self, trees: int, network: int) -> None:
        seen, compact = self.arrays["seen"], self.compact
        for source, start, count in self.sight.pieces:
            compact[:trees, start : start + count].copy_(seen[:trees, source : source + count])
        judge = self.scorers[network]
        judge(compact[:trees], self.arrays["scores"][:, :trees], self.arrays["chairs"][:, :trees])

    def choose(self, trees: int) -> None:
        """Let every tree's game have its move chosen."""
        self.rows.work(CHOOSE, trees)

    def advance(self) -> None:
        """Play all chosen moves, and what follows without a choice."""
        self.rows.work(ADVANCE, self.count)

    def renew(self) -> None:
        """The same, and begin a new game wherever one has ended: ``over`` and ``outcome`` tell of those."""
        self.rows.work(ADVANCE | RENEW, self.count)

    def play(self, deadline: float = math.inf, progress: Progress = silent) -> list[Result]:
        """Play all games to their end. Where the deadline (of ``time.monotonic()``) is too near, moves are thought
        about less from then on."""
        begun = time.monotonic()
        moves, last = 0, begun
        while True:
            games = self.active()
            progress(self.count - len(games), self.count)
            now = time.monotonic()
            if not len(games) or now >= deadline:
                break
            if moves > 2 and deadline < math.inf:  # the first ones take longer
                self._hurry((deadline - now) / max(MOST_CHOICES - moves, 15) / (now - last) * (self.most + 1))
            last = now
            for network, part in self._parts(games):
                self.plant(part, network)
                self.think(len(part), network)
                self.choose(len(part))
                self.pace.simulations += len(part) * (self.most + 1)
                self.pace.steps += self.most + 1
            self.pace.choices += len(games)
            self.advance()
            moves += 1
        self.pace.seconds += time.monotonic() - begun
        self.allow([kind.simulations for kind in self.kinds])
        return self.results()

    def _parts(self, games: Tensor) -> Iterator[tuple[int, Tensor]]:
        """As many games as there are trees, and the network that their movers ask."""
        if len(self.scorers) > 1:
            asked = torch.tensor([kind.network for kind in self.kinds], device=self.device)
            mover = self.arrays["mover"][games].long()
            network = asked[self.arrays["kind"][games, mover].long()]
            shares = [games[network == number] for number in range(len(self.scorers))]
        else:
            shares = [games]
        for number, share in enumerate(shares):
            for at in range(0, len(share), self.trees):
                yield number, share[at : at + self.trees]

    def _hurry(self, affordable: float) -> None:
        wanted = [kind.simulations for kind in self.kinds]
        sims = min(max(int(affordable), 4), max(wanted))
        if sims != self.most:
            self.pace.fewest = min(self.pace.fewest, sims)
            self.allow([min(sims, one) for one in wanted])

    @property
    def positions(self) -> Array:
        """A copy of every game's position on the host."""
        states: Array = self.arrays["games"].cpu().numpy().copy().view(self.game.state_dtype)
        return states.view(np.recarray) if INTERPRETED else states

    def put(self, positions: Array) -> None:
        """Let the games go on from these positions, one for each."""
        words = np.ascontiguousarray(positions).view(np.ndarray).view(np.uint8).view(np.int32).reshape(-1)
        self.arrays["games"].copy_(torch.from_numpy(words.copy()))
        movers = [self.game.kernels.mover(self._params_of(row), one) for row, one in enumerate(positions)]
        self.arrays["mover"].copy_(torch.tensor(movers, dtype=torch.int32))

    def _params_of(self, row: int) -> Any:
        return self.seatings[int(self.arrays["which"][row])].setting.params[0]

    def look(self) -> list[Thought]:
        """What is thought of every game's next choice; nothing is played."""
        found = []
        for network, part in self._parts(self.active()):
            self.plant(part, network)
            self.think(len(part), network)
            self.choose(len(part))
            kept = {name: self.arrays[name][: len(part)].cpu().numpy() for name in _TOLD}
            chosen = self.arrays["action"][part].cpu().numpy()
            for tree, game in enumerate(part.tolist()):
                edges = slice(0, int(kept["width"][tree, 0]))
                numbers = (kept[name][tree, edges].copy() for name in ("label", "prior", "tried", "worth"))
                found.append(Thought(game, int(kept["seat"][tree, 0]), int(chosen[tree]), *numbers))
        return found

    def results(self) -> list[Result]:
        """How the games stand, by seating."""
        game = self.game
        states = self.positions
        over = (self.arrays["mover"] < 0).cpu().numpy()
        decisions = self.arrays["decisions"].cpu().numpy()
        field_name = game.sources().score_field
        found, at = [], 0
        for seating in self.seatings:
            rows = slice(at, at + seating.games)
            setting = seating.setting
            shares = np.zeros((seating.games, setting.players))
            out = np.zeros(2 * setting.players, np.int16)
            for row in range(seating.games):
                if over[at + row]:
                    game.kernels.payoff(setting.params[0], states[at + row], out)
                    won = out[setting.players :]
                    shares[row] = won / won.sum()
            points = np.array(states[rows][field_name][:, : setting.players], int)
            found.append(Result(points, shares, over[rows].copy(), decisions[rows].copy()))
            at += seating.games
        return found
