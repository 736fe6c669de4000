"""A program as a bot: it reads lines of JSON and answers with move texts. The protocol is in `docs/arena.md`."""

from __future__ import annotations

import contextlib
import json
import queue
import shlex
import subprocess
import tempfile
import threading
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.base import OPEN
from piazzetta.match.match import Match
from piazzetta.match.record import FORMAT
from piazzetta.match.setting import Setting

PROTOCOL = 1
START_SECONDS = 60.0  # for a program to get ready; it may have a lot to load
_LONGEST_LINE = 1000


class Forfeit(Exception):
    """A program broke the protocol or the rules, and loses the game."""


def head_of(setting: Setting) -> dict[str, Any]:
    """Return a setting as at the start of a record, without any chance outcomes."""
    return {"format": FORMAT, **setting.to_json()}


class Program:
    """A running program; communication is line by line."""

    def __init__(self, name: str, command: str) -> None:
        self.name = name
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  closed with the program
        try:
            words = shlex.split(command)
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors)
        except (OSError, ValueError, IndexError) as error:
            self._errors.close()
            raise BadInput(f"{name}: {command!r} cannot be started: {error}") from None
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """Read lines in a thread of its own, so that ``answer`` can stop waiting."""
        stream = self._process.stdout
        assert stream is not None
        with contextlib.suppress(ValueError, OSError):  # closed while listening
            while line := stream.readline(_LONGEST_LINE):
                self._lines.put(line)
        self._lines.put(None)

    def tell(self, message: dict[str, Any]) -> bool:
        """Send a message; return False if the program has ended (it may have left an answer)."""
        stream = self._process.stdin
        assert stream is not None
        try:
            stream.write(json.dumps(message).encode() + b"\n")
            stream.flush()
        except (OSError, ValueError):
            return False
        return True

    def answer(self, seconds: float) -> str:
        """Return the next line; raise ``Forfeit`` if none comes in time."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise Forfeit(f"it did not answer within {seconds:g} s") from None
        if line is None:
            raise Forfeit(self._ended())
        return line.decode(errors="replace").strip()

    def _ended(self) -> str:
        """Say how the program ended, with the last line of its standard error."""
        try:
            code: object = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        self._errors.seek(0)
        last = self._errors.read()[-2000:].decode(errors="replace").strip().splitlines()
        return f"it ended with status {code}" + (f": {last[-1]}" if last else "")

    def close(self) -> None:
        """End the program: close its input, and give it a second to exit."""
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError, ValueError):
                if stream is self._process.stdout:
                    try:
                        self._process.wait(timeout=1)
                    except subprocess.TimeoutExpired:
                        self._process.kill()
                        self._process.wait()
                if stream is not None:
                    stream.close()
        self._errors.close()


#: Programs of this process that are waiting for their next game, by command and copy.
_running: dict[tuple[str, int], Program] = {}


def close_programs() -> None:
    """End every program that this process has started."""
    while _running:
        _running.popitem()[1].close()


class ProgramPlayer:
    """A program on a seat. It is told what its seat may know, and nothing else."""

    def __init__(
        self, name: str, command: str, setting: Setting, seat: int, copy: int, seed: int, seconds: float
    ) -> None:
        self._key = command, copy
        self._setting = setting
        self._seat = seat
        self._seconds = seconds
        self._told = 0  # entries of the log that it knows
        fresh = self._key not in _running
        if fresh:
            _running[self._key] = Program(name, command)
        self._program = _running[self._key]
        head = {"type": "game", "protocol": PROTOCOL, "seat": seat, "seed": seed, "seconds": seconds}
        try:
            self._program.tell(head | {"setting": head_of(setting)})
            said = self._program.answer(START_SECONDS)
            if said != "ready":
                raise Forfeit(f"it answered {said[:80]!r} to the message 'game', not 'ready'")
        except Forfeit as fault:
            self._drop()
            if fresh:  # it never worked: not a forfeit but an error
                raise BadInput(f"{name}: {command!r} does not speak the arena's protocol: {fault}") from None
            raise

    def choose(self, match: Match) -> int:
        try:
            self._program.tell(self._news("move", match) | {"legal": list(match.legal_moves)})
            text = self._program.answer(self._seconds)
            refusal = match.why_not(text)
            if refusal is not None:
                raise Forfeit(f"it answered {text[:80]!r}: {refusal}")
        except Forfeit:
            self._drop()
            raise
        return match.number(text)

    def leave(self, match: Match) -> None:
        if _running.get(self._key) is not self._program:
            return
        result = {"scores": match.scores, "winners": match.winners} if match.over else None
        if not self._program.tell(self._news("over", match) | {"result": result}):
            self._drop()  # the game is over, so there is nothing to forfeit

    def _drop(self) -> None:
        """End a program that failed; the next game starts it again."""
        if _running.get(self._key) is self._program:
            del _running[self._key]
        self._program.close()

    def _news(self, kind: str, match: Match) -> dict[str, Any]:
        """Return what happened since the last message, and the current view, as far as the seat may know."""
        game, components, seat = self._setting.game, self._setting.components, self._seat
        moves, happened = [], []
        for at, (mover, action) in list(enumerate(match.log))[self._told :]:
            events = match.events_of(at, seat)
            # a move is secret, as a bid is, if the seat sees fewer of its events than there are
            open_to_seat = mover == seat or events == match.events_of(at, OPEN)
            moves.append([mover, self._setting.text(action) if open_to_seat else None])
            happened += [{"key": e.key, "params": e.params, "say": game.say(components, e)} for e in events]
        self._told = len(match.log)
        return {"type": kind, "moves": moves, "events": happened, "view": match.view(seat)}
