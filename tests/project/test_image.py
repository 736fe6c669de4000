"""The container image, really built and started, from Debian packages alone: no registry of images is asked."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

import httpx
import pytest

from tests.tiers import long_only

pytestmark = [pytest.mark.compiled_only, long_only]

ROOT = Path(__file__).parents[2]
BUILDAH = ["buildah", "--storage-driver", "vfs"]
NAME = "localhost/piazzetta-test"


def run(*command: str) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, (command, done.stdout[-3000:], done.stderr[-3000:])
    return done.stdout.strip()


def test_the_image_serves_tables() -> None:
    for tool in ("buildah", "mmdebstrap"):
        if shutil.which(tool) is None:
            pytest.skip(f"no {tool}: apt-get install buildah mmdebstrap")
    run("make", "image", f"IMAGE={NAME}", f"IMAGE_OPTIONS={os.environ.get('PIAZZETTA_IMAGE_OPTIONS', '')}")
    container = run(*BUILDAH, "from", NAME)
    config = json.loads(run(*BUILDAH, "inspect", container))
    assert config["Docker"]["config"]["Healthcheck"]["Test"][0] == "CMD"
    warm = "from piazzetta.terminal.warming.note import is_warm; raise SystemExit(not is_warm(tables=True))"
    run(*BUILDAH, "run", "--isolation", "chroot", container, "--", "python", "-c", warm)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    entry = config["OCIv1"]["config"]["Entrypoint"]
    command = [*BUILDAH, "run", "--isolation", "chroot", container, "--", *entry]
    command += ["--host", "127.0.0.1", "--port", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        deadline = time.monotonic() + 300
        while True:
            try:
                answer = httpx.get(f"http://127.0.0.1:{port}/readyz")
                if answer.status_code == 200:
                    break
            except httpx.TransportError:
                pass
            assert server.poll() is None, server.communicate()[0]
            assert time.monotonic() < deadline
            time.sleep(0.5)
        wish = {"game": "portobello", "seats": [{"kind": "me"}, {"kind": "bot", "level": "easy"}]}
        assert httpx.post(f"http://127.0.0.1:{port}/api/v1/tables", json=wish, timeout=300).status_code == 201
        assert httpx.get(f"http://127.0.0.1:{port}/").text.startswith("<!doctype html>")
    finally:
        server.terminate()
        server.wait(60)
        assert server.stdout is not None
        server.stdout.close()
        run(*BUILDAH, "rm", container)
        run(*BUILDAH, "rmi", NAME, f"{NAME}-base")
