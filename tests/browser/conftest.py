from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from piazzetta.browser.build import build_all
from piazzetta.browser.speech import speech
from tests.browser.engine import WEB, Host

GENERATED = WEB / "src/local/generated"


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The page's engine; ``make`` has built its modules, else that is done here. What is translated is always new."""
    if not (GENERATED / "viaggiatore.wasm").exists():
        for _ in build_all(GENERATED):
            pass
    for name, source in speech().items():
        path = Path(GENERATED, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != source:
            path.write_text(source, encoding="utf-8")
    engine = Host(tmp_path_factory.mktemp("engine"))
    yield engine
    engine.close()
