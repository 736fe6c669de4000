"""``piazzetta serve``: starts the table server, prints its address, opens the browser."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from rich.console import Console

from piazzetta.errors import BadInput
from piazzetta.server.addresses import ANYWHERE, written
from piazzetta.server.cluster.processes import Part, run_parts
from piazzetta.server.settings import MOST_BYTES, Settings, default_database
from piazzetta.terminal.warming.compiling import compiling_note

_FILES = 65536  # open files: more than the connections a server takes


def address(settings: Settings) -> str:
    """The server's address for a browser on this machine."""
    host = "127.0.0.1" if settings.host in ANYWHERE else settings.host
    return f"{written(host, settings.port)}/"


def _listen(settings: Settings) -> socket.socket:
    """The socket, bound before anything else is loaded, so that a taken port is reported at once."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise BadInput(
            f"{settings.host}:{settings.port} is not available: {error.strerror}. Choose another port with --port"
        ) from None
    listener.listen(1024)
    return listener


def _open_browser(where: str, console: Console) -> None:
    """Open a browser if there is a screen; a text browser would take over the terminal."""
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        found = None
    if found is None or type(found) is webbrowser.GenericBrowser:
        console.print("No browser could be opened. Open the address in a browser that can reach this machine.")
        return
    threading.Thread(target=found.open, args=(where,), daemon=True).start()


def _quiet(server: Any, stop_soon: Callable[[], None], drain: float) -> Any:
    """Suppress the signal that Uvicorn raises again after stopping, which would end the process before its clean-up.

    The first SIGTERM announces the stop; the server stops ``drain`` seconds later. Ctrl-C stops it at once.
    """

    @contextlib.contextmanager
    def capture_signals() -> Iterator[None]:
        loop = asyncio.get_running_loop()

        def end() -> None:
            stop_soon()
            loop.call_later(drain, server.handle_exit, signal.SIGTERM, None)

        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C still works
            loop.add_signal_handler(signal.SIGINT, server.handle_exit, signal.SIGINT, None)
            loop.add_signal_handler(signal.SIGTERM, end)
        yield

    server.capture_signals = capture_signals
    return server


def _raise_file_limit() -> None:
    """Every connection is an open file, and many systems allow few unless a program asks for more."""
    try:
        import resource
    except ImportError:  # pragma: no cover  (Windows)
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    with contextlib.suppress(ValueError, OSError):  # not allowed here: fewer then
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def serve(settings: Settings, open_browser: bool, console: Console) -> None:
    """Run until Ctrl-C or a signal."""
    from piazzetta.server.notifications.senders.email import mailer_of

    mailer_of(settings)  # what makes no sense is said before anything starts
    listener = _listen(settings)
    settings = replace(settings, port=listener.getsockname()[1], db=settings.db or default_database())
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    _raise_file_limit()
    if settings.processes == 1 and not settings.standby:
        _run(settings, listener, None, lambda: _announce(settings, open_browser, console))
        return
    if not hasattr(socket, "send_fds"):
        listener.close()
        raise BadInput("--processes and --standby do not work on Windows")
    if settings.processes > 1 and not settings.db.startswith("postgresql"):
        listener.close()
        raise BadInput("--processes needs --db postgresql://…")
    run_parts(
        settings.processes,
        lambda part: _run(
            replace(settings, name=part.name),
            listener,
            part,
            lambda: None if part.number or part.again else _announce(settings, open_browser, console),
        ),
        _load_everything,
    )


def _load_everything() -> bool:
    """Load what a server and its bots need, unless kernels would have to be compiled; false: they would."""
    from piazzetta.terminal.warming.note import is_warm

    if not is_warm(tables=True):
        logging.getLogger("piazzetta").warning("a standby loads nothing in advance before piazzetta warm --tables")
        return False
    import uvicorn  # noqa: F401

    import piazzetta.server.services  # noqa: F401
    from piazzetta.server.workers.kernels import load_kernels
    from piazzetta.server.workers.pool import warm

    warm()
    load_kernels()
    return True


def _announce(settings: Settings, open_browser: bool, console: Console) -> None:
    where = address(settings)
    console.print(f"Piazzetta is running at [bold]{where}[/] (stop it with Ctrl-C).", soft_wrap=True)
    if compiling_note():
        console.print(f"{compiling_note()}; until then bots take longer.")
    for found in settings.invitations():
        console.print(f"Friends on your network can join at [bold]{found}/[/]", soft_wrap=True)
    if open_browser:
        _open_browser(where, console)


def _run(settings: Settings, listener: socket.socket, part: Part | None, ready: Callable[[], None]) -> None:
    """One process, or the only one."""
    from piazzetta.server.workers.pool import start_pool

    # first of all, because they take longer than the server to load, and as copies before this process has threads
    forked = part is not None and part.loaded
    pool = start_pool(settings.workers, further=settings.bots, forked=forked, shut=[listener.fileno()])
    import uvicorn

    from piazzetta.server.app import Server
    from piazzetta.server.routes.sockets import PING_EVERY, LiveSocket, wire

    # the thread that writes to disk must not wait the usual 5 ms whenever the event loop is busy
    sys.setswitchinterval(0.0005)
    server = Server(settings, pool=pool)
    config = uvicorn.Config(
        server.app,
        http=wire(settings, part),
        ws=LiveSocket,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=MOST_BYTES,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_EVERY,
        ws_per_message_deflate=False,
        proxy_headers=bool(settings.proxy),
        forwarded_allow_ips=settings.proxy,
        lifespan="off",
        timeout_graceful_shutdown=3,
    )

    async def run() -> None:
        await server.open()
        front = uvicorn.Server(config)
        if part is not None:
            part.receive(lambda: LiveSocket(config=config, server_state=front.server_state, app_state={}))
        ready()
        try:
            await _quiet(front, server.stop_soon, settings.drain).serve(sockets=[listener])
        finally:
            await server.close()

    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner, contextlib.suppress(KeyboardInterrupt):
            runner.run(run())
    finally:
        pool.end()
