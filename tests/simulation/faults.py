"""What goes wrong in a night: a list, drawn from the seed, from which the shrinker can take."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from random import Random

#: Kinds of faults, and how often each is drawn.
KINDS = {
    "statement": 10,  # one statement, or a few, are lost, answered late or never, or take effect without an answer
    "database restarts": 4,  # all connections to it break, and it is away for a while
    "database silent": 1,  # nothing comes through to it, and nobody is told so
    "database slow": 2,
    "server dies": 6,  # between two of its steps, and starts again
    "server stops": 1,  # in good order
    "server hangs": 2,  # suspended for a while
    "listener breaks": 2,  # a connection of a server to the database
    "connection cut": 4,  # of a person
    "connection silent": 2,
    "connection half closed": 1,
    "clock jumps": 1,  # of a server's machine
    "workers fail": 1,
}
FATES = ("lost", "answer lost", "late", "hangs")


@dataclass(frozen=True)
class Fault:
    """``at``: seconds after the beginning; ``after``: then, so many steps or statements later. ``whom``: which server
    or person, modulo how many there are."""

    kind: str
    at: float
    lasts: float = 0.0
    whom: int = 0
    after: int = 0
    count: int = 1
    fate: str = ""

    def __str__(self) -> str:
        more = {"lasts": self.lasts, "whom": self.whom, "after": self.after, "count": self.count, "fate": self.fate}
        told = ", ".join(f"{name} {value}" for name, value in more.items() if value)
        return f"{self.at:7.2f} s  {self.kind} ({told})"


def drawn_faults(rng: Random, begin: float, end: float, count: int) -> list[Fault]:
    """Draw so many faults between two moments; they come in bursts."""
    found: list[Fault] = []
    when = begin
    for _ in range(count):
        when = rng.uniform(begin, end) if not found or rng.random() < 0.5 else min(end, when + rng.expovariate(1))
        kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
        lasts = round(min(rng.expovariate(1 / 4) + 0.05, 30.0, end - when + 0.5), 3)
        after = rng.choice([0, 0, rng.randrange(4), rng.randrange(40), rng.randrange(300)])
        few = rng.choice([1, 1, 1, 2, 5])
        found.append(Fault(kind, round(when, 3), lasts, rng.randrange(60), after, few, rng.choice(FATES)))
    return sorted(found, key=lambda fault: fault.at)


# --- between servers and their database ---

#: Statements are told apart by their text and log, in so many kinds: a fault may wait for one that is rare.
KINDS_OF_STATEMENTS = 6


class Weather:
    """What goes wrong on the way to the database and back."""

    def __init__(self) -> None:
        self.down = False  # nobody is let in
        self.silent = False  # nothing comes through, and nobody is told so
        self.slow = 0.0  # seconds that a journey takes more, at most
        #: after so many statements (of a kind, or of any: None), this happens to one
        self.due: deque[tuple[int | None, int, str]] = deque()
        self.aimed: dict[str, tuple[int, str]] = {}  # the same for the statements of one server
        self.young = 0  # connections that are made now break after so many statements

    @property
    def fine(self) -> bool:
        return not (self.down or self.silent or self.slow or self.due or self.aimed or self.young)

    def strike(self, owner: str, kind: int) -> str | None:
        """What happens to the next statement of a server: "lost", "answer lost", "late", "hangs", or nothing."""
        if owner in self.aimed:
            left, fate = self.aimed[owner]
            if left <= 0:
                del self.aimed[owner]
                return fate
            self.aimed[owner] = (left - 1, fate)
        if self.due and self.due[0][0] in (None, kind):
            only, left, fate = self.due.popleft()
            if left <= 0:
                return fate
            self.due.appendleft((only, left - 1, fate))
        return None
