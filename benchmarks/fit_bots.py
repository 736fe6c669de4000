"""Fit the bots' evaluation weights to their own games.

``python -m benchmarks.fit_bots GAME --players 2 --games 500 --pool FILE.npz`` plays games with a small search, each
after a stretch in which half of the moves are random (so that good and bad positions arise by chance, not by skill). It
records the features of every later position and writes the weights that best predict the results into the package's
data: for Portobello Market the lead in points still to come (least squares) and its uncertainty, for Il Commercio
Viaggiatore who wins (logistic regression, softmax over the seats). ``--pool`` keeps the positions of all rounds: run it
two or three times, because better players make better examples.
"""

from __future__ import annotations

import argparse
import json
import random
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

import piazzetta
from piazzetta.bots.levels import Level
from piazzetta.bots.position import Position
from piazzetta.games.base import Array
from piazzetta.games.knowledge import Budget

LONGEST = {"portobello": 160, "viaggiatore": 150}
DATA = Path(piazzetta.__file__).parent / "data"


def play(home: Any, game: str, players: int, games: int, simulations: int, seed: int) -> tuple[Array, Array, Array]:
    """Features of each seat at each decision; points so far and at the end; shares of the win."""
    rng = random.Random(seed)
    seen: list[Any] = []
    points: list[Any] = []
    won: list[Any] = []
    for number in track(range(games), f"{game}, {players} players"):
        edition = rng.choice(list(piazzetta.game(game).game.editions))
        setting = piazzetta.game(game, players=players, starter=number % players, edition=edition)
        level = Level("", seed + number, budget=Budget(simulations, 60.0))
        match = setting.start(seed=seed + number)
        first = len(seen)
        astray = rng.randrange(LONGEST[game])  # half of the moves up to here are random, which varies the starts
        while not match.over and len(match.log) < astray:
            if rng.random() < 0.5:
                match.play(rng.choice(match.legal_moves.actions))
            else:
                match.play(level.choose(Position.of(match)))
        while not match.over:
            row = np.zeros((players, home.FEATURE_COUNT))
            done = home.features(setting.params_record, match.state(), row)
            seen.append(row if done is None else np.hstack([row, done * row]))
            points.append([*match.scores, *[0] * players])
            match.play(level.choose(Position.of(match)))
        share = np.zeros(players)
        share[match.winners] = 1 / len(match.winners)
        for at in range(first, len(seen)):
            points[at][players:] = match.scores
            won.append(share)
    return np.array(seen, float), np.array(points, float), np.array(won)


def middled(values: Array) -> Array:
    """Each seat's difference from the mean of all: what everybody has in common decides nothing."""
    centred: Array = values - values.mean(axis=1, keepdims=True)
    return centred


def least_squares(features: Array, to_come: Array, ridge: float = 50.0) -> Array:
    """Weights for the lead to come; then those of the first feature, the same for all, for the level of points."""
    flat = middled(features).reshape(-1, features.shape[-1])
    normal = flat.T @ flat + ridge * np.eye(flat.shape[1])
    weights: Array = np.linalg.solve(normal, flat.T @ middled(to_come).reshape(-1))
    half = len(weights) // 2
    level = (to_come - features @ weights).mean(axis=1)
    columns = features[:, 0][:, [0, half]]
    weights[[0, half]] = np.linalg.lstsq(columns, level, rcond=None)[0]
    return weights


def logistic(features: Array, won: Array, ridge: float = 20.0) -> Array:
    """Newton's method for a softmax over the seats."""
    weights = np.zeros(features.shape[-1])
    for _ in range(12):
        logits = features @ weights
        p = np.exp(logits - logits.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        gradient = np.einsum("ns,nsf->f", p - won, features) + ridge * weights
        mean = np.einsum("ns,nsf->nf", p, features)
        hessian = np.einsum("ns,nsf,nsg->fg", p, features, features, optimize=True) - mean.T @ mean
        weights -= np.linalg.solve(hessian + ridge * np.eye(len(weights)), gradient)
    print("log loss", -np.mean(np.sum(won * np.log(np.maximum(p, 1e-9)), axis=1)))
    return weights


def fit_spread(expected: Array, done: Array, won: Array) -> tuple[float, float]:
    """The two parameters of ``spread`` = a + b × done that make the results most likely."""
    best = (np.inf, 0.0, 0.0)
    for a in np.arange(6.0, 40.0, 1.0):
        for end in np.arange(0.5, 12.0, 0.5):
            logits = expected / (a + (end - a) * done)[:, None]
            logits -= logits.max(axis=1, keepdims=True)
            log_p = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
            best = min(best, (-float(np.mean(np.sum(won * log_p, axis=1))), float(a), float(end - a)))
    print("log loss", best)
    return best[1], best[2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=("portobello", "viaggiatore"))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--simulations", type=int, default=150)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pool", type=Path, help="a file (.npz) that keeps the positions of all rounds")
    args = parser.parse_args()
    home = import_module(f"piazzetta.bots.{args.game}")
    rows: Any = play(home, args.game, args.players, args.games, args.simulations, args.seed) if args.games else None
    if args.pool is not None and args.pool.exists():
        with np.load(args.pool) as kept:
            before = [kept[name].astype(float) for name in ("f", "p", "w")]
        rows = tuple(np.concatenate(pair) for pair in zip(before, rows, strict=True)) if rows else tuple(before)
    features, points, won = rows
    if args.pool is not None:
        np.savez(args.pool, f=features.astype(np.float32), p=points.astype(np.float32), w=won.astype(np.float32))
    now, final = points[:, : args.players], points[:, args.players :]
    print(f"{len(features):,} positions, {final.mean():.1f} points at the end")
    file = DATA / f"bots-{args.game}.json"
    fitted = json.loads(file.read_text(encoding="utf-8"))
    mine = fitted.setdefault(str(args.players), {})
    if args.game == "portobello":
        weights = least_squares(features, final - now)
        expected = now + features @ weights
        missed = middled(expected) - middled(final)
        print("lead missed by", np.sqrt(np.mean(missed**2)), "points by", np.sqrt(np.mean((expected - final) ** 2)))
        half = home.FEATURE_COUNT
        mine["weights"] = {
            name: [round(float(weights[k]), 4), round(float(weights[half + k]), 4)]
            for k, name in enumerate(home.FEATURES)
        }
        mine["spread"] = list(fit_spread(expected, features[:, 0, half], won))
    else:
        weights = logistic(features, won)
        mine["weights"] = {name: round(float(w), 4) for name, w in zip(home.FEATURES, weights, strict=True)}
    file.write_text(json.dumps(fitted, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
