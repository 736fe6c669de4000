"""Everything that a program finds around itself by chance, drawn from a seed instead: time and random numbers."""

from __future__ import annotations

import contextlib
import random
import secrets
from collections.abc import Iterator
from unittest.mock import patch

from piazzetta.server.rooms import audience
from tests.simulation.loop import OWNER, SimulatedLoop

#: When nights begin: seconds since 1970.
EVENING = 1_800_000_000.0


class Chance:
    """Random numbers by name: whoever draws more or fewer changes nothing for the others."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._streams: dict[str, random.Random] = {}

    def of(self, name: str) -> random.Random:
        if name not in self._streams:
            self._streams[name] = random.Random(f"{self._seed} {name}")
        return self._streams[name]

    @property
    def here(self) -> random.Random:
        """The numbers of whoever is running."""
        return self.of(OWNER.get())


class Clocks:
    """The clock of each process: somebody may set it, which its monotonic clock does not notice."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop
        self.ahead: dict[str, float] = {}  # seconds

    def wall(self) -> float:
        return EVENING + self._loop.now + self.ahead.get(OWNER.get(), 0.0)

    def monotonic(self) -> float:
        return 1000.0 + self._loop.now


@contextlib.contextmanager
def chance_from(chance: Chance, clocks: Clocks) -> Iterator[None]:
    """Let time and random numbers be these."""

    def bits(count: int) -> int:
        return chance.here.getrandbits(count)

    def token_bytes(size: int | None = None) -> bytes:
        return chance.here.randbytes(size or 32)

    numbers = {
        (secrets, "randbits"): bits,
        (secrets, "randbelow"): lambda most: chance.here.randrange(most),
        (secrets, "choice"): lambda options: chance.here.choice(options),
        (secrets, "token_bytes"): token_bytes,
        (secrets, "token_hex"): lambda size=None: token_bytes(size).hex(),
        (secrets, "token_urlsafe"): lambda size=None: token_bytes(size).hex(),
        (random, "SystemRandom"): lambda: chance.here,
        (random, "random"): lambda: chance.here.random(),
        (random, "getrandbits"): bits,
    }
    with contextlib.ExitStack() as patches:
        for (module, name), replacement in numbers.items():
            patches.enter_context(patch.object(module, name, replacement))
        for name, clock in {"time": clocks.wall, "monotonic": clocks.monotonic}.items():
            patches.enter_context(patch(f"time.{name}", clock))
            patches.enter_context(patch(f"time.{name}_ns", lambda clock=clock: int(clock() * 1e9)))
        patches.enter_context(patch("time.thread_time", clocks.monotonic))
        patches.enter_context(patch.object(audience, "_ZERO", int((EVENING - 1000.0) * 1e9)))
        yield
