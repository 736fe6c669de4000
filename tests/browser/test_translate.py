"""The translator: small pieces of Python give the same in JavaScript, and it rejects what it does not know."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from piazzetta.browser import translate_words as words
from piazzetta.browser.translate import WANTED, Translation
from piazzetta.browser.translate_words import Untranslatable
from tests.browser import snippets
from tests.browser.engine import NODE, WEB, bundle
from tests.tables.driver import plain

RUNTIME = WEB / "src/local/python"


def run(folder: Path, main: str) -> str:
    """Return what a JavaScript program prints that uses the runtime."""
    (folder / "main.js").write_text(main)
    out = bundle(folder / "main.js", folder / "out")
    return subprocess.run([NODE, str(out)], check=True, capture_output=True, text=True).stdout


def test_the_same_in_both_languages(tmp_path: Path) -> None:
    translation = Translation("tests", Path(__file__).parents[1], {}, {})
    for function in snippets.ALL:
        translation.want("tests.browser.snippets", function.__name__)
    translation.run()
    runtime = os.path.relpath(RUNTIME, tmp_path)
    for name, source in translation.files(runtime).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(source)
    names = [function.__name__ for function in snippets.ALL]
    given = json.loads(
        run(
            tmp_path,
            f'import {{ toJson }} from "{runtime}";\nimport * as all from "./browser/snippets.js";\n'
            f"console.log(JSON.stringify({json.dumps(names)}.map((name) => toJson(all[name]()))));",
        )
    )
    for function, found in zip(snippets.ALL, given, strict=True):
        wanted = plain(function())
        for place, (one, other) in enumerate(zip(wanted, found, strict=True)):
            assert other == one, f"{function.__name__}, number {place}"


def test_the_runtime_has_every_word(tmp_path: Path) -> None:
    library = [f"lib.{module.replace('.', '_')}.{name}" for module, names in words.LIBRARY.items() for name in names]
    wanted = [*words.BUILTINS, *words.ERRORS, *(f"methods.{name}" for name in words.METHODS), *library]
    wanted = [name for name in wanted if name not in NO_VALUES]
    missing = run(
        tmp_path,
        f'import * as $ from "{os.path.relpath(RUNTIME, tmp_path)}";\n'
        "const found = (name) => name.split('.').reduce((home, part) => home?.[part], $);\n"
        f"console.log(JSON.stringify({json.dumps(wanted)}.filter((name) => found(name) === undefined)));",
    )
    assert json.loads(missing) == []


#: Never called: the translator understands a field's default, a type and a cast where they stand.
NO_VALUES = {"lib.dataclasses.field", "lib.msgspec.Raw", "lib.typing.cast"}

REFUSED = {
    "def f():\n    with open('x') as file:\n        return file": "With is not translated",
    "def f(xs):\n    return xs[::2]": "a slice with a step",
    "def f(x):\n    return print(x)": "the name print is not known",
    "import os\ndef f():\n    return os.getcwd()": "the module os is not known",
    "from math import tan\ndef f():\n    return tan(1)": "math.tan is not known",
    "def f():\n    global x\n    x = 1": "Global is not translated",
    "def f(x):\n    for y in x:\n        pass\n    else:\n        return 1": "for … else",
    "def f(x):\n    try:\n        x()\n    except KeyError:\n        x = 1\n    else:\n        x = 2": "try with else",
    "class T(TypedDict):\n    a: int\n\ndef f(x):\n    return isinstance(x, T)": "the typed dict T is not a value",
    "def f(x):\n    a, *b = x\n    return b": "a starred target",
    "def f(x=[]):\n    return x": "a default that can change",
    "def f(x):\n    match x:\n        case [a, b]:\n            return a": "only texts and numbers are matched",
    "def f(*xs):\n    return xs": "this kind of parameter",
    "def f(x):\n    yield x": "Yield is not translated",
    "@memo\ndef f():\n    return 1": "the decorator memo",
    "class f(A, B):\n    pass": "the name A is not known",
    "def f(x):\n    return ~x": "Invert is not translated",
    "def f(x):\n    return x @ x": "MatMult is not translated",
    "def f(x, n):\n    return f'{x:{n}}'": "a computed format",
    "def f(x):\n    del x": "Delete is not translated",
    "def f(a, b, c, d):\n    return a < b < c < d": "a comparison of more than three",
    "def f(x):\n    try:\n        return x\n    except:\n        return 1": "takes everything",
}


@pytest.mark.parametrize("source", REFUSED)
def test_what_is_not_known_is_refused_with_its_line(source: str, tmp_path: Path) -> None:
    (tmp_path / "piece.py").write_text(source)
    translation = Translation("pieces", tmp_path, {}, {})
    translation.want("pieces.piece", "f")
    with pytest.raises(Untranslatable, match=REFUSED[source]) as refusal:
        translation.run()
    assert str(refusal.value).startswith(f"{tmp_path}/piece.py:")
    assert int(str(refusal.value).split(":")[1]) <= len(source.splitlines())


def test_the_page_calls_all_that_is_wanted() -> None:
    called = "".join(path.read_text("utf-8") for path in (WEB / "src/local/host").rglob("*.ts"))
    wanted = [name for names in WANTED.values() for name in names]
    assert [name for name in wanted if not re.search(rf"\bpython\.{name}\b", called)] == []


def test_only_what_is_used_is_translated(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("from pieces.two import B\n\nA = B + 1\nUNUSED = open('x')\n")
    (tmp_path / "two.py").write_text("B = 2\n\n\ndef unused():\n    return print(1)\n")
    translation = Translation("pieces", tmp_path, {}, {})
    translation.want("pieces.one", "A")
    translation.run()
    files = translation.files("python")
    assert "UNUSED" not in files["one.js"]
    assert "unused" not in files["two.js"]
    assert ast.literal_eval(files["two.js"].partition("export const B = ")[2].partition(";")[0]) == 2
