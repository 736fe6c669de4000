"""The modules built for the page; rebuilt if they are missing or older than the rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from piazzetta.browser.build import build_all, can_build, up_to_date
from piazzetta.games.registry import NAMES
from tests.browser.engine import Host
from tests.browser.module import WasmKernels

GENERATED = Path(__file__).parents[2] / "web" / "src" / "local" / "generated"


@pytest.fixture(scope="session")
def generated() -> Path:
    """Return the folder with the modules."""
    if not up_to_date(GENERATED):
        if not can_build():
            pytest.skip("the modules for the browser are not built, and ziglang, which brings the linker, is absent")
        for _ in build_all(GENERATED):
            pass
    return GENERATED


@pytest.fixture(scope="session")
def wasm(generated: Path) -> Iterator[dict[str, WasmKernels]]:
    """Return the kernels of each game."""
    modules = {name: WasmKernels(name, generated / f"{name}.wasm") for name in NAMES}
    yield modules
    for module in modules.values():
        module.close()


@pytest.fixture(scope="session")
def host(generated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """Run the page's engine in Node."""
    engine = Host(tmp_path_factory.mktemp("engine"), generated)
    yield engine
    engine.close()
