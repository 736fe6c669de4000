"""``serve --processes`` and ``--standby``: servers on one machine and port, of which each runs a part of the tables.

All of them accept connections. Which one runs a table follows from its id, so a WebSocket that arrives elsewhere is
handed over, as an open file, before it is answered. Everything else is as with servers on several machines: what one
stores, the others read in the database.

The process that starts them loads all that a server needs, too, and waits. One that dies is replaced by a copy of it,
which has nothing to load; meanwhile the port stays open.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import re
import secrets
import signal
import socket
import sys
import time
import traceback
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType

from piazzetta.errors import BadInput

_TABLE = re.compile(r"/api/v1/tables/([^/]+)/live")
_HEAD = 64 * 1024  # bytes of a request's head, at most
_AGAIN = 1.0  # seconds after which a process that ended at once is started again
_BAD_INPUT = 2  # the exit status of a command that was given something wrong
_PDEATHSIG = 1  # of prctl(2)


@dataclass(frozen=True)
class Part:
    """One of several processes: its number, and the way to each of them."""

    number: int
    inboxes: tuple[socket.socket, ...]  # what each reads
    outboxes: tuple[socket.socket, ...]  # what all others write to
    name: str  # the same for whichever takes its place
    again: bool  # it takes the place of one that died
    loaded: bool  # it is a copy of a process that has loaded everything

    def elsewhere(self, path: str) -> int | None:
        """Return the process that runs the table of a WebSocket's path, if it is another one."""
        found = _TABLE.fullmatch(path)
        owner = self.number if found is None else zlib.crc32(found[1].encode()) % len(self.inboxes)
        return None if owner == self.number else owner

    def hand_over(self, owner: int, head: bytes, connection: socket.socket) -> bool:
        """Give a connection and the request that came by it to another process; false if that takes none now."""
        try:
            socket.send_fds(self.outboxes[owner], [head], [connection.fileno()])
        except OSError:
            return False
        return True

    def receive(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Serve the connections that others hand over from now on, each by a new WebSocket protocol."""
        loop = asyncio.get_running_loop()
        inbox = self.inboxes[self.number]
        tasks: set[asyncio.Task[None]] = set()

        async def serve(connection: socket.socket, head: bytes) -> None:
            with contextlib.suppress(OSError):  # that process has ended
                connection.setblocking(False)
                _, made = await loop.connect_accepted_socket(protocol, connection)
                made.data_received(head)

        def take() -> None:
            try:
                head, files, _, _ = socket.recv_fds(inbox, _HEAD, 1)
            except BlockingIOError:
                return
            for file in files:
                task = asyncio.ensure_future(serve(socket.socket(fileno=file), head))
                tasks.add(task)
                task.add_done_callback(tasks.discard)

        loop.add_reader(inbox, take)


def run_parts(count: int, run: Callable[[Part], None], load: Callable[[], bool]) -> None:
    """Run a server in each of ``count`` processes until a signal ends them; one that dies is started again.

    ``load`` loads what they need and returns whether that was possible. ``BadInput`` of a first start ends all of them.
    """
    pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(count)]
    for pair in pairs:
        for end in pair:
            end.setblocking(False)
    inboxes, outboxes = (tuple(ends) for ends in zip(*pairs, strict=True))
    begun_before: set[int] = set()
    running: dict[int, tuple[int, float]] = {}  # process -> its number, when it began
    names = secrets.token_hex(6)
    stopping = loaded = False
    status = 0

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True
        for process in running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def start(number: int) -> None:
        sys.stdout.flush()
        process = os.fork()
        if process == 0:
            _be_a_part(Part(number, inboxes, outboxes, f"{names}-{number}", number in begun_before, loaded), run)
        running[process] = (number, time.monotonic())
        begun_before.add(number)
        if stopping:  # the signal came in between
            os.kill(process, signal.SIGTERM)

    for number in range(count):
        start(number)
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    loaded = load()
    while running:
        process, ended = os.wait()
        if process not in running:  # left behind by one that died: the first process of a container inherits them
            continue
        number, begun = running.pop(process)
        if os.waitstatus_to_exitcode(ended) == _BAD_INPUT and not stopping:
            status = _BAD_INPUT
            stop(signal.SIGTERM, None)
        if not stopping:
            time.sleep(max(0.0, begun + _AGAIN - time.monotonic()))
        if not stopping:
            start(number)
    if status:
        raise SystemExit(status)


def _be_a_part(part: Part, run: Callable[[Part], None]) -> None:
    """Run a server in this process, and end the process with it."""
    status = 1
    _die_with_parent()
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        run(part)
        status = 0
    except BadInput as problem:
        print(problem, file=sys.stderr)
        status = 1 if part.again else _BAD_INPUT  # whatever is wrong now was right before
    except Exception:
        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _die_with_parent() -> None:
    """Let this process end when the one that started it does, even by ``kill -9``: it would keep the port."""
    with contextlib.suppress(OSError, AttributeError):  # only Linux can do this
        ctypes.CDLL(None).prctl(_PDEATHSIG, signal.SIGKILL)
