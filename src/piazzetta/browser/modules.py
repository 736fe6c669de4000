"""Compiles the kernels of a game to one WebAssembly module.

Numba emits each kernel as unoptimised LLVM code, with an entry point for callers; everything together is then
optimised, compiled for ``wasm32`` and linked with the ``wasm-ld`` from the package ``ziglang``.

Numba must not optimise (``NUMBA_OPT=0``): it would lay out structures for 64-bit pointers, but here they have 32 bits.
So this file runs as a separate program: ``python -m piazzetta.browser.modules GAME FILE``.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any, get_type_hints

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.np import numpy_support

from piazzetta.bots.policy import FACTS
from piazzetta.bots.tree import SearchOptions, Tree, new_tree
from piazzetta.browser.exports import Export, exports_of
from piazzetta.browser.signature import AXES, Parameter
from piazzetta.games.registry import find_game
from piazzetta.match.setting import Setting, game

_numba: Any = numba  # has more names than type checkers can see
types, carray = _numba.types, _numba.carray

TRIPLE = "wasm32-unknown-unknown"
#: In every browser since 2023.
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
STACK = 1 << 16


class Border:
    """How one game's values cross the interface: the types of the entry points, and the code that unpacks them."""

    def __init__(self, setting: Setting) -> None:
        self.records = {
            "params": numpy_support.from_dtype(setting.params.dtype),
            "state": numpy_support.from_dtype(setting.game.state_dtype),
            "facts": numpy_support.from_dtype(FACTS),
        }
        self.words = setting.game.state_dtype.itemsize // 4
        self.tree = new_tree(setting, 64)

    def unpack(self, parameter: Parameter) -> tuple[list[tuple[str, Any]], str]:
        """The plain parameters that one parameter becomes, with their types, and the code that reassembles it."""
        name, of = parameter.name, parameter.of
        match parameter.kind:
            case "record":
                return [(name, types.CPointer(self.records[of]))], f"carray({name}, 1)[0]"
            case "held":
                return [(name, types.CPointer(self.records[of]))], f"carray({name}, 1)"
            case "records":
                plain = [(name, types.CPointer(self.records[of])), (f"{name}_n", types.int32)]
                return plain, f"carray({name}, np.int64({name}_n))"
            case "row" | "rows" | "blocks" as kind:
                axes = [f"{name}_{axis}" for axis in range(AXES[kind])]
                plain = [(name, types.CPointer(getattr(types, of))), *((axis, types.int32) for axis in axes)]
                return plain, f"carray({name}, ({''.join(f'np.int64({axis}), ' for axis in axes)}))"
            case "words":
                return [(name, types.CPointer(types.uint32))], f"carray({name}, (1, {self.words}))"
            case "tree":
                return self._unpack_tree(name)
            case "options":
                return self._unpack_options(name)
            case _:
                return [(name, getattr(types, of))], f"np.int64({name})"

    def _unpack_options(self, name: str) -> tuple[list[tuple[str, Any]], str]:
        plain, parts = [], []
        for field, kind in get_type_hints(SearchOptions).items():
            real = kind is float
            plain.append((f"{name}_{field}", types.float64 if real else types.int32))
            parts.append(f"{name}_{field}" if real else f"np.int64({name}_{field})")
        return plain, f"SearchOptions({', '.join(parts)})"

    def _unpack_tree(self, name: str) -> tuple[list[tuple[str, Any]], str]:
        plain, parts = [], []
        for field, array in self.tree._asdict().items():
            at = f"{name}_{field}"
            plain.append((at, types.CPointer(numpy_support.from_dtype(array.dtype))))
            plain += [(f"{at}_{axis}", types.int32) for axis in range(array.ndim)]
            shape = "".join(f"np.int64({at}_{axis}), " for axis in range(array.ndim))
            parts.append(f"carray({at}, ({shape}))")
        return plain, f"Tree({', '.join(parts)})"


_LLVM = {types.int32: "i32", types.uint32: "i32", types.float64: "double"}


def lower(export: Export, border: Border) -> str:
    """The LLVM code of a kernel and of its entry point.

    The entry point ignores the status that Numba's code returns: kernels raise nothing.
    """
    signature = export.signature
    plain: list[tuple[str, Any]] = []
    parts = []
    for parameter in signature.parameters:
        names, code = border.unpack(parameter)
        plain += names
        parts.append(code)
    call = f"kernel({', '.join(parts)})"
    answer = getattr(types, signature.answer) if signature.answer else types.none
    body = f"return np.{signature.answer}({call})" if signature.answer else call
    source = f"def entry({', '.join(name for name, _ in plain)}):\n    {body}\n"
    scope = {"kernel": export.kernel, "carray": carray, "np": np, "Tree": Tree, "SearchOptions": SearchOptions}
    exec(source, scope)
    plainly: dict[str, Any] = {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    compiled = numba.njit(**plainly)(scope["entry"])
    compiled.compile(answer(*(kind for _, kind in plain)))
    (result,) = compiled.overloads.values()
    inner = result.fndesc.llvm_func_name
    outside = ", ".join(f"{_LLVM.get(kind, 'ptr')} %a{i}" for i, (_, kind) in enumerate(plain))
    returned = "i32" if signature.answer else "void"
    giving = "%answer = load i32, ptr %place\n  ret i32 %answer" if signature.answer else "ret void"
    text: str = result.library.get_llvm_str()
    separator = ", " if outside else ""
    return (
        text
        + f"""
define {returned} @{signature.name}({outside}) {{
  %place = alloca i64
  %trouble = alloca ptr
  %status = call i32 @{_quoted(inner)}(ptr %place, ptr %trouble{separator}{outside})
  {giving}
}}
"""
    )


def _quoted(name: str) -> str:
    return name if re.fullmatch(r"[\w.$]+", name) else f'"{name}"'


_COUNTING = re.compile(r"^(define [^\n]*@NRT_(?:incref|decref)\([^\n]*\{)\n.*?^\}", re.MULTILINE | re.DOTALL)


def machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(features=FEATURES, opt=3, reloc="static")


def portable(text: str, layout: str) -> str:
    """LLVM code without anything specific to this machine, and without reference counting: kernels own no memory."""
    text = re.sub(r"^target triple = .*$", f'target triple = "{TRIPLE}"', text, flags=re.MULTILINE)
    text = re.sub(r"^target datalayout = .*$", f'target datalayout = "{layout}"', text, flags=re.MULTILINE)
    text = re.sub(r'"(target-cpu|target-features|tune-cpu)"="[^"]*"', "", text)
    text = re.sub(r"^ *call void @llvm\.lifetime\..*\n", "", text, flags=re.MULTILINE)  # with sizes of this machine
    text = _COUNTING.sub(r"\1\n  ret void\n}", text)
    return text.replace("= common ", "= internal ")


def assemble(texts: list[str], names: list[str]) -> bytes:
    """One object file with all entry points: linked, optimised as a whole, for ``wasm32``."""
    target = machine()
    layout = str(target.target_data)
    whole = llvm.parse_assembly(portable(texts[0], layout))
    for text in texts[1:]:
        whole.link_in(llvm.parse_assembly(portable(text, layout)))
    for function in whole.functions:
        if not function.is_declaration and function.name not in names:
            function.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = True  # the network's sums: a third more games a second
    options.slp_vectorization = False
    builder = llvm.create_pass_builder(target, options)
    passes = builder.getModulePassManager()
    passes.run(whole, builder)
    whole.verify()
    return bytes(target.emit_object(whole))


def link(object_file: bytes, names: list[str]) -> bytes:
    """The module linked from an object file."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "kernels.o"), Path(folder, "kernels.wasm")
        source.write_bytes(object_file)
        command = [sys.executable, "-m", "ziglang", "wasm-ld", str(source), "-o", str(target), "--no-entry"]
        command += ["--allow-undefined", "--gc-sections", "--strip-all", "--stack-first", f"-zstack-size={STACK}"]
        command += ["--export=__heap_base", *(f"--export={name}" for name in names)]
        subprocess.run(command, check=True)
        return target.read_bytes()


def build(name: str) -> bytes:
    """The module of a game."""
    found = find_game(name)
    border = Border(game(name))
    exports = exports_of(found)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Numba warns that it cannot cache some of it on disk
        texts = [lower(export, border) for export in exports]
    names = [export.signature.name for export in exports]
    return link(assemble(texts, names), names)


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(build(sys.argv[1]))
