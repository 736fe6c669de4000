"""Distillation: a small network learns to evaluate as a large one does, in positions from games of both.

In half of the games the student moves, in the others the teacher, each by its own probabilities with now and then a
random move: so the student also learns what to do where only its own play leads. In the end it plays alone, and learns
its chances from how those games end (``own_games``).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from piazzetta.train.mixture import mixture
from piazzetta.train.network import NEVER, Network
from piazzetta.train.plan import load, load_network, save
from piazzetta.train.student.network import Student
from piazzetta.train.student.own_games import STEPS, own_games
from piazzetta.train.tables import Tables


@dataclass(frozen=True)
class Course:
    """What to learn, from which teacher, and for how long."""

    game: str
    teacher: str
    minutes: float = 10.0
    device: str = "cpu"
    rows: int = 512  # parallel games of each half of the mixture
    again: int = 2  # times that a kept position is learned from, after the first; 0 where new ones cost little
    kept: int = 64  # batches kept for that
    random: float = 0.04  # share of random moves
    rate: tuple[float, float] = (3e-3, 5e-5)
    seed: int = 0
    focus: float = 0.0  # as in a run's plan
    own: float = 0.3  # share of the time, at the end, in which the student plays alone
    start: str = ""  # weights of a small network to start from, as the bots read them


class Lesson(NamedTuple):
    """Positions, and the teacher's scores of them."""

    half: int
    seen: Tensor
    legal: Tensor
    policy: Tensor
    chances: Tensor


class Classroom:
    """A student, its teacher, and the games: those on the package's own map or deck, and those on drawn ones."""

    def __init__(self, course: Course, teacher: Network, student: Student) -> None:
        self.course, self.student = course, student
        # compiled by PyTorch, both take a third of the time on a GPU: their steps are many and small
        self._asked = torch.compile(teacher, dynamic=False) if course.device == "cuda" else teacher
        self._taught = torch.compile(student, dynamic=False) if course.device == "cuda" else student
        settings = mixture(course.game, components="random", seed=course.seed, focus=course.focus)
        printed = settings[0].components
        own = [setting for setting in settings if setting.components == printed]
        drawn = [setting for setting in settings if setting.components != printed]
        self.halves = [
            Tables(half, course.rows, course.device, course.seed + number) for number, half in enumerate((own, drawn))
        ]
        self.draws = torch.Generator(course.device).manual_seed(course.seed)
        self.order = torch.Generator().manual_seed(course.seed)
        fused = course.device == "cuda"
        self.optimizer = torch.optim.Adam(student.parameters(), course.rate[0], eps=1e-6, fused=fused)
        self.kept: list[Lesson] = []
        self.positions = 0

    def hold(self, number: int) -> tuple[Tensor, Tensor]:
        """Take one step of all games of a half: evaluate, learn, move.

        Returns the last update's divergences, of moves and of chances.
        """
        lesson, mover = self._judge(number)
        scores = self.learn(lesson)
        self._move(number, lesson, scores)
        self.positions += len(mover)
        if self.course.again:
            self.kept = [*self.kept[-self.course.kept + 1 :], lesson]
        for _ in range(self.course.again):
            past = self.kept[int(torch.randint(len(self.kept), (1,), generator=self.order))]
            self.learn(past)
        return self.divergence

    def play_alone(self, number: int, steps: int = STEPS) -> tuple[Tensor, Tensor]:
        """Some steps of a half in which the student plays by itself. The last update's divergences, as in ``hold``."""
        tables = self.halves[number]
        for seen, legal, chances in own_games(tables, self.student, self.draws, steps):
            with torch.inference_mode():
                scores, _ = self._asked(seen, tables.sight)
                policy = functional.softmax(scores.masked_fill(~legal, NEVER), 1)
            self.learn(Lesson(number, seen, legal, policy.clone(), chances))
            self.positions += len(seen)
        return self.divergence

    def _judge(self, number: int) -> tuple[Lesson, Tensor]:
        tables = self.halves[number]
        seen, legal = tables.room(1)
        mover = torch.zeros(len(tables.batch), dtype=torch.int8, device=tables.device)
        tables.look(seen[0], legal[0], mover)
        with torch.inference_mode():
            scores, chairs = self._asked(seen[0], tables.sight)
            policy = functional.softmax(scores.masked_fill(~legal[0], NEVER), 1)
            chances = functional.softmax(chairs, 1)
        return Lesson(number, seen[0], legal[0], policy.clone(), chances.clone()), mover

    def learn(self, lesson: Lesson) -> Tensor:
        """One update; returns the student's scores before it."""
        scores, chairs = self._taught(lesson.seen, self.halves[lesson.half].sight)
        log_shares = functional.log_softmax(scores.masked_fill(~lesson.legal, NEVER), 1).clamp_min(-30)
        choice = (lesson.legal.sum(1) > 1).float()
        known = (lesson.policy * lesson.policy.clamp_min(1e-9).log()).sum(1)
        policy = ((known - (lesson.policy * log_shares).sum(1)) * choice).sum() / choice.sum().clamp_min(1)
        log_chances = functional.log_softmax(chairs, 1).clamp_min(-30)
        sure = (lesson.chances * lesson.chances.clamp_min(1e-9).log()).sum(1)
        value = (sure - (lesson.chances * log_chances).sum(1)).mean()
        self.optimizer.zero_grad(set_to_none=True)
        (policy + 2.0 * value).backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.student.parameters(), 1.0)
        self.optimizer.step()
        self.student.limit()
        self.divergence = policy.detach(), value.detach()
        found: Tensor = scores.detach()
        return found

    def _move(self, number: int, lesson: Lesson, scores: Tensor) -> None:
        shares = functional.softmax(scores.masked_fill(~lesson.legal, NEVER), 1)
        theirs = torch.arange(len(shares), device=shares.device) % 2 == 0
        shares = torch.where(theirs[:, None], lesson.policy, shares)
        anything = lesson.legal / lesson.legal.sum(1, keepdim=True).clamp_min(1)
        shares = (1 - self.course.random) * shares + self.course.random * anything
        drawn = torch.multinomial(shares.clamp_min(0), 1, generator=self.draws)[:, 0]
        self.halves[number].step(drawn)


def distill(
    course: Course, out: Path, tell: Callable[[dict[str, Any]], None] = lambda line: None, every: float = 30.0
) -> Student:
    """Teach a student and write it to ``out`` (PyTorch) and beside it as ``.bin`` (for the search) now and then."""
    torch.manual_seed(course.seed)
    torch.set_float32_matmul_precision("high")  # 8-bit weights and most activations are exact in its 11 bits
    student = Student(course.game)
    if out.exists():
        student = Student.from_file(load(out))
    elif course.start:
        student = Student.from_integers(course.game, np.fromfile(course.start, np.int8))
    room = Classroom(course, load_network(course.teacher, course.game).to(course.device), student.to(course.device))
    start = saved = time.monotonic()
    for number in cycle((0, 0, 1)):  # two steps on the package's own map, one on drawn ones
        now = time.monotonic()
        fraction = (now - start) / (60 * course.minutes)
        if fraction >= 1:
            break
        first, last = course.rate
        for group in room.optimizer.param_groups:
            group["lr"] = last + (first - last) * 0.5 * (1 + np.cos(np.pi * fraction))
        policy, value = room.hold(number) if fraction < 1 - course.own else room.play_alone(number)
        if now - saved >= every:
            saved = now
            keep(student, out)
            logged = {"policy": float(policy), "value": float(value)}
            tell({"positions": room.positions, "fraction": round(fraction, 3), **logged})
    keep(student, out)
    return student


def keep(student: Student, out: Path) -> None:
    save(student.to_file(), out)
    out.with_suffix(".bin").write_bytes(student.integers().tobytes())
