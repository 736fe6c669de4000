"""The small network: its kernels compute what PyTorch computes, and distillation brings it closer to its teacher."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from piazzetta.batch import Batch
from piazzetta.bots.network.layout import layout_of
from piazzetta.bots.search.run import network_kernels
from piazzetta.games.flat_encoding import encoding_of
from piazzetta.match.setting import game
from piazzetta.train.mixture import mixture
from piazzetta.train.network import NEVER, Network, Size
from piazzetta.train.sight import Sight
from piazzetta.train.student.distill import Classroom, Course
from piazzetta.train.student.network import Student
from tests.tiers import tier

GAMES = ("portobello", "viaggiatore")


def student_of(name: str) -> Student:
    torch.manual_seed(3)
    student = Student(name)
    with torch.no_grad():
        for votes in student.votes.values():
            votes *= 10  # so that rounding would show
    return student.double()


@pytest.mark.parametrize("name", GAMES)
def test_the_kernels_compute_what_pytorch_computes(name: str) -> None:
    student = student_of(name)
    weights = student.integers().astype(np.int16)  # as kernels read them
    encoding = encoding_of(name)
    layout = layout_of(encoding)
    kernels = network_kernels(game(name).game)
    for setting in mixture(name, components="random", seed=5)[100 : 132 : tier(16, 4)]:
        sight = Sight(encoding, [setting])
        batch = Batch(setting, 6, seed=2, encoding=encoding, restart=True)
        seen, lanes = np.zeros(2 * encoding.size, np.uint8), np.zeros(layout.lanes + 200, np.int32)
        values, choice = np.zeros(2 * setting.players), np.zeros(setting.game.most_legal, np.int32)
        for _ in range(12):
            for _ in range(7):
                batch.step(batch.random_actions())
            given = np.concatenate([batch.observation[:, at : at + count] for at, _, count in sight.pieces], 1)
            with torch.inference_mode():
                scores, chairs = student(torch.from_numpy(given), sight)
            legal = torch.from_numpy(batch.legal_mask[:, sight.columns])
            shares = torch.softmax(scores.masked_fill(~legal, NEVER), 1).numpy()
            chances = torch.softmax(chairs, 1).numpy()
            row = 3
            state, seat = batch.states[row : row + 1].view(np.recarray)[0], int(batch.mover[row])
            at = setting.params_record, state, seat, weights, seen, lanes
            kernels["foresee"](*at, values)
            by_chair = [values[(seat + chair) % setting.players] for chair in range(setting.players)]
            assert by_chair == pytest.approx(chances[row, : setting.players], abs=1e-9)
            count = setting.game.kernels.legal(setting.params_record, state, choice)
            best, whole = kernels["prefer"](*at, choice, count)
            for index in range(count):
                slot = encoding.slot_of(setting.params_record, state, choice[index])
                expected = shares[row, sight.columns.index(slot)]
                assert kernels["share"](lanes, index, best, whole) == pytest.approx(expected, abs=1e-9)


def test_a_student_learns_what_its_teacher_knows() -> None:
    torch.manual_seed(4)
    teacher = Network("viaggiatore", Size(32, 1, 16, 8))
    with torch.no_grad():
        for votes in teacher.votes.values():
            votes *= 100  # a teacher with opinions
    course = Course("viaggiatore", "", rows=64, again=0)
    room = Classroom(course, teacher, Student("viaggiatore"))
    told = [room.hold(0) for _ in range(60)]
    first, last = (sum(float(policy + value) for policy, value in part) for part in (told[:10], told[-10:]))
    assert last < 0.7 * first


def test_a_student_is_saved_and_read() -> None:
    student = Student("portobello")
    whole = student.integers()
    assert len(whole) == layout_of(encoding_of("portobello")).size
    assert np.array_equal(Student.from_file(student.to_file()).integers(), whole)
    assert np.array_equal(Student.from_integers("portobello", whole).integers(), whole)
