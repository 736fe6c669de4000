"""Chestnuts with a mended rule. Version 2: the first basket is taken from the left end."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import numpy as np

from chestnuts import rules
from chestnuts.game import Chestnuts
from chestnuts.listing import LISTING as BEFORE
from chestnuts.state import DECISIONS, PARAMS, RIGHT
from piazzetta.games.base import Array
from piazzetta.kernel import compiled, records


@compiled
def why_not(params, state, action):
    if params.rules_version >= 2 and action == RIGHT and state.turn == 0:
        return rules.LEFT_ONLY
    return rules.why_not(params, state, action)


@compiled
def legal(params, state, out):
    count = 0
    for action in range(DECISIONS):
        if why_not(params, state, action) == rules.ALLOWED:
            out[count] = action
            count += 1
    return count


class MendedChestnuts(Chestnuts):
    rules_versions: ClassVar = {1: "", 2: "The first basket is taken from the left end (clause 3.2)."}
    kernels = Chestnuts.kernels._replace(why_not=why_not, legal=legal)

    def params(self, *given: object) -> Array:
        before = super().params(*given)  # type: ignore[arg-type]
        array = records(np.dtype([*((name, PARAMS[name]) for name in PARAMS.names), ("rules_version", np.int16)]), 1)
        for name in PARAMS.names:
            array[0][name] = before[0][name]
        return array

    def play_by(self, version: int, params: Array) -> None:
        params[0]["rules_version"] = version


MENDED = MendedChestnuts()
LISTING = replace(BEFORE, source="chestnuts.mended:MENDED")
