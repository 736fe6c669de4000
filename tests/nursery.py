"""The command ``piazzetta`` as a fork of one process that has loaded it: loading is most of a start, and is done once.

Each command is still a process of its own, with its own environment and exit status, which can be killed.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import IO, Any, NoReturn

ROOT = Path(__file__).parents[1]
#: The same in a process that loads everything anew, for what a loaded one would not find: a game of another package.
ANEW = f"""
import sys
sys.path.append({str(ROOT)!r})
from tests.nursery import bots_on_demand
bots_on_demand()
from piazzetta.cli import main
main()
"""


#: Every command of this process; a test that fails may leave one running.
_started: list[Forked] = []


class Forked:
    """A running command, as ``subprocess.Popen`` would show it."""

    def __init__(self, *arguments: str, env: Mapping[str, str]) -> None:
        reading, output = os.pipe()
        told, telling = os.pipe()
        wish = {"arguments": arguments, "env": dict(env), "folder": os.getcwd()}
        socket.send_fds(_nursery(), [json.dumps(wish).encode()], [output, telling])
        os.close(output)
        os.close(telling)
        self.stdout: IO[str] = os.fdopen(reading, encoding="utf-8", errors="replace")
        self._told = os.fdopen(told, encoding="utf-8")
        self.pid = int(self._told.readline())
        self.returncode: int | None = None
        _started.append(self)

    def poll(self) -> int | None:
        """The exit status, if it has ended; below 0 the signal that ended it."""
        if self.returncode is None and select.select([self._told], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._told], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("piazzetta", timeout or 0)
            with self._told:
                self.returncode = int(self._told.readline())
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def done(*arguments: str) -> tuple[int, str]:
    """The exit status of a command, and all that it said."""
    command = Forked(*arguments, env=os.environ)
    with command.stdout:
        said = command.stdout.read()
    return command.wait(), said


@cache
def _nursery() -> socket.socket:
    """The way to the process that forks; it ends when this one does."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, __file__, str(theirs.fileno())]
        process = subprocess.Popen(command, env=environment, pass_fds=[theirs.fileno()])

    def end() -> None:
        for command in _started:
            command.kill()
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


# --- the process that forks ---


def load() -> None:
    """Everything that a server loads at its start, kernels too."""
    import piazzetta.cli
    import piazzetta.server
    from piazzetta.match.setting import game
    from piazzetta.terminal.warming.kernels import warm_table

    for module in pkgutil.walk_packages(piazzetta.server.__path__, "piazzetta.server."):
        importlib.import_module(module.name)
    for name in ("portobello", "viaggiatore"):
        warm_table(game(name))
    bots_on_demand()


def bots_on_demand() -> None:
    """Bots that make way for everything else, as those of a real server do, would never move on a busy machine.
    Their process starts with the first question: most servers of tests have no bots, and loading takes seconds."""
    from piazzetta.server import services
    from piazzetta.server.workers import pool
    from piazzetta.server.workers.thinkers import Thinkers

    class OnDemand(Thinkers):
        niceness = 0

        def __init__(self, workers: int, ready: object, further: Mapping[str, Mapping[str, str]]) -> None:
            super().__init__(workers, None, further)

        def start(self) -> None:
            pass

        async def _run(self, *asked: Any) -> Any:
            super().start()
            return await super()._run(*asked)

    class NoPool:
        def end(self) -> None:
            pass

    services.Thinkers = OnDemand  # type: ignore[attr-defined,assignment]
    pool.start_pool = lambda *asked, **more: NoPool()  # type: ignore[assignment]


def fork_on_request(channel: socket.socket) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load()
    gc.freeze()  # a collection in a fork would copy all that it looks at
    while True:
        message, files, _, _ = socket.recv_fds(channel, 2**20, 2)
        if not message:
            break
        if not os.fork():
            channel.close()
            keep(json.loads(message), *files)
        for file in files:
            os.close(file)
        while os.waitpid(-1, os.WNOHANG) != (0, 0):  # so that its time is counted
            pass
    while True:
        try:
            os.wait()
        except ChildProcessError:
            break


def keep(wish: dict[str, Any], output: int, telling: int) -> NoReturn:
    """Fork the command itself, tell its number, wait, and tell its exit status."""
    child = os.fork()
    if not child:
        os.close(telling)
        run(wish, output)
    os.close(output)
    os.write(telling, f"{child}\n".encode())
    _, status = os.waitpid(child, 0)
    os.write(telling, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def run(wish: dict[str, Any], output: int) -> NoReturn:
    from piazzetta.cli import main

    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    os.environ.clear()
    os.environ.update(wish["env"])
    os.chdir(wish["folder"])
    sys.argv = ["piazzetta", *wish["arguments"]]
    status: Any = 0
    try:
        main()
    except SystemExit as end:
        status = end.code or 0
    except BaseException:
        traceback.print_exc()
        status = 1
    threading._shutdown()  # type: ignore[attr-defined]  # as at the end of any process: wait for threads
    atexit._run_exitfuncs()
    os._exit(status if isinstance(status, int) else 1)


if __name__ == "__main__":
    fork_on_request(socket.socket(fileno=int(sys.argv[1])))
