"""The random numbers: the published algorithm, the same everywhere, and uniform. Where kernels are cached."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import piazzetta
from piazzetta import CHANCE, Match, interpreted, kernel
from piazzetta.batch.playout import random_game, random_games
from piazzetta.bots import Position, bot
from piazzetta.games.registry import NAMES
from piazzetta.kernel import INTERPRETED, below, next_word, pick, random_stream, start_stream
from tests.settings import all_settings, some_settings

CONFIG: Any = numba.config  # its settings are set at run time


@pytest.mark.parametrize(
    ("key", "stream", "block", "words"),
    [  # known answers of Philox 2x32-7, published with Random123
        (0x00000000, 0x00000000, 0x00000000, [0x257A3673, 0xCD26BE2A]),
        (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, [0xAB302C4D, 0x3DC9D239]),
        (0x13198A2E, 0x243F6A88, 0x85A308D3, [0xBEDBBE6B, 0xE4C770B3]),
    ],
)
def test_philox_known_answers(key: int, stream: int, block: int, words: list[int]) -> None:
    rng = random_stream(0)
    start_stream(rng, key, stream, block)
    assert [next_word(rng), next_word(rng)] == words


def test_a_stream_is_its_seed_and_number() -> None:
    words = [[int(next_word(stream)) for _ in range(5)] for stream in (random_stream(1, 2), random_stream(1, 2))]
    assert words[0] == words[1]
    assert words[0] != [int(next_word(random_stream(1, 3))) for _ in range(5)]
    assert random_stream(2**40)[0] == random_stream(2**40)[0] != random_stream(2**40 + 1)[0]
    assert 0 <= random_stream(-1)[0] < 2**32


def chi_square(counts: np.ndarray, weights: np.ndarray) -> float:
    expected = counts.sum() * weights / weights.sum()
    return float(((counts - expected) ** 2 / expected).sum())


def test_below_and_pick_are_even() -> None:
    draws = 2_000 if INTERPRETED else 60_000
    rng = random_stream(3)
    counts = np.bincount([int(below(rng, 7)) for _ in range(draws)], minlength=7)
    assert chi_square(counts, np.ones(7)) < 22.5  # 6 degrees of freedom, 0.1 %
    weights = np.array([5, 0, 4, 1], np.int32)
    counts = np.bincount([int(pick(rng, weights, 4)) for _ in range(draws)], minlength=4)
    assert counts[1] == 0
    assert chi_square(counts[[0, 2, 3]], weights[[0, 2, 3]]) < 13.8  # 2 degrees of freedom, 0.1 %


def test_sample_is_pick_over_chances() -> None:
    """A game's shortcut gives exactly the outcome that listing the chances would."""
    for setting in some_settings(3) if INTERPRETED else all_settings():
        match = Match(setting)
        kernels = setting.game.kernels
        outcomes = np.zeros(setting.game.most_outcomes, np.int32)
        weights = np.zeros(setting.game.most_outcomes, np.int32)
        for number, (seat, action) in enumerate(random_game(setting, 8, 0)[:120]):
            if seat == CHANCE:
                state = match.state()
                count = kernels.chances(setting.params_record, state, outcomes, weights)
                chosen = outcomes[pick(random_stream(number), weights, count)]
                assert kernels.sample(setting.params_record, state, random_stream(number)) == chosen
            match.play(action)


def test_old_caches_are_removed_unless_they_may_be_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program with other sources may be running now: its kernels must not vanish while it loads them."""
    monkeypatch.setenv("PIAZZETTA_CACHE", str(tmp_path))
    for number in range(8):
        folder = tmp_path / f"kernels-{number}"
        folder.mkdir()
        begun = time.time() - (100_000 if number < 5 else 60) - number
        os.utime(folder, (begun, begun))
    now = kernel.cache_folder.__wrapped__()
    assert {folder.name for folder in tmp_path.iterdir()} == {now.name, "kernels-5", "kernels-6", "kernels-7"}
    for number in range(8, 12):
        (tmp_path / f"kernels-{number}").mkdir()
    kernel.cache_folder.__wrapped__()
    assert len(list(tmp_path.iterdir())) == 8


@pytest.mark.parametrize("changed", ["games/base.py", "envs/kernels/seats.py", "train/search/forest.py"])
def test_a_changed_source_of_kernels_has_a_cache_of_its_own(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba's index names the types of a kernel's arguments: it cannot be read once one of them is renamed."""
    monkeypatch.setenv("PIAZZETTA_CACHE", str(tmp_path))
    before = kernel.cache_folder.__wrapped__()
    source, read = Path(kernel.__file__).parent / changed, Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda file: read(file) + b"#" * (file == source))
    assert kernel.cache_folder.__wrapped__() != before


def test_threads_that_decorate_at_once_share_the_cache() -> None:
    """Otherwise a kernel could end up cached in the folder the program was started in."""
    before, begun, left, seen = CONFIG.CACHE_DIR, threading.Event(), threading.Event(), []

    def other() -> None:
        with kernel._own_cache(kernel.rebound):
            begun.set()
            left.wait(5)
            seen.append(CONFIG.CACHE_DIR)

    thread = threading.Thread(target=other)
    with kernel._own_cache(kernel.rebound):
        thread.start()
        begun.wait(0.2)
    left.set()
    thread.join()
    assert seen == [str(kernel.cache_folder())]
    assert before == CONFIG.CACHE_DIR


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", NAMES)
def test_a_game_begun_interpreted_is_the_same(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels run as plain Python until a file appears, and from the next call on compiled."""
    monkeypatch.setattr(interpreted, "_LOOK_SECONDS", 0)

    def played(switch_at: int) -> tuple[Any, ...]:
        setting = piazzetta.game(name, players=3)
        match = setting.start(seed=5)
        bots = [bot("medium", seat) for seat in range(3)]
        waiting = []
        for number in range(16):
            if number == switch_at:
                until.touch()
            waiting.append(type(below) is interpreted._Interpreted)
            match.play(bots[match.mover].choose(Position.of(match)))
        both = random_games(setting, 1 if switch_at else 0, seed=3).points.tolist()
        return match.log, match.state().tobytes(), match.view(0), both, waiting

    until = tmp_path / "compiled"
    compiled = played(-1)
    interpreted.begin_interpreted(until)
    try:
        assert interpreted.is_compiling()
        changed = played(8)
    finally:
        until.touch()
        next_word(random_stream(0))  # whatever comes next, compiled
    assert changed[:-1] == compiled[:-1]
    assert (compiled[-1], changed[-1]) == ([False] * 16, [True] * 9 + [False] * 7)
    assert not interpreted.is_compiling()
    assert interpreted._AWAITED not in os.environ


@pytest.mark.compiled_only
def test_threads_switch_over_when_none_is_inside_a_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel called by an interpreted one must not be compiled for the interpreter's types."""
    monkeypatch.setattr(interpreted, "_LOOK_SECONDS", 0)
    until, inside, go_on = tmp_path / "compiled", threading.Event(), threading.Event()
    kinds: list[Any] = []

    def inner(x):
        return x + 1

    def outer(x):
        inside.set()
        go_on.wait(10)
        kinds.append(type(add_one))
        return add_one(x)

    add_one, slow = kernel.compiled(inner), kernel.compiled(outer)
    interpreted.begin_interpreted(until)
    thread = threading.Thread(target=slow, args=(1,))
    try:
        thread.start()
        inside.wait(10)
        until.touch()
        assert int(add_one(1)) == 2  # in this thread, meanwhile
        assert type(add_one) is interpreted._Interpreted
    finally:
        go_on.set()
        thread.join()
        next_word(random_stream(0))
    assert kinds == [interpreted._Interpreted]
    assert type(add_one) is type(slow) is not interpreted._Interpreted
    assert add_one.signatures == []
