"""TypeScript declarations for translated Python: a ``.d.ts`` next to each module, made from Python's annotations.

Only public names are declared. Annotations without a TypeScript equivalent, and anything written by hand, become
``any``.
"""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Iterator

from piazzetta.browser.translate import HEAD, Module, Translation, relative
from piazzetta.browser.translate_words import builtin, js_name

_PLAIN = {
    "Any": "any",
    "bool": "boolean",
    "bytes": "Uint8Array",
    "float": "number",
    "int": "number",
    "None": "null",
    "object": "unknown",
    "str": "string",
}
_MANY = {"list": "{}[]", "Sequence": "readonly {}[]", "Iterable": "Iterable<{}>", "Iterator": "Iterable<{}>"}
_DICTS = ("dict", "Mapping")


def declarations(translation: Translation, runtime: str) -> dict[str, str]:
    """Return the declarations of all translated modules, by path."""
    found = {}
    for module in list(translation.modules.values()):  # naming a type may load its module
        if module.written:
            path = translation.file(module.name)
            found[path.removesuffix(".js") + ".d.ts"] = _Declarations(translation, module, path, runtime).text()
    return found


class _Declarations:
    """The declarations of one module."""

    def __init__(self, translation: Translation, module: Module, path: str, runtime: str) -> None:
        self._translation = translation
        self._module = module
        self._scope = module  # the module in which names are resolved
        self._here = os.path.dirname(path) or "."
        self._runtime = relative(runtime, self._here)
        self._imports: set[str] = set()
        self._owner = "any"  # what ``Self`` stands for

    def text(self) -> str:
        parts = []
        for name, node in self._module.defined.items():
            if node.lineno in self._module.written and not name.startswith("_"):
                parts.append(self._declared(name, node))
        head = [HEAD.format(source="/".join(self._module.name.split(".")) + ".py")]
        head.append(f'import type * as $ from "{self._runtime}";\n')
        return "".join([*head, *sorted(self._imports), *parts])

    def _declared(self, name: str, node: ast.AST) -> str:
        code = js_name(name)
        if not self._translation.is_python(self._module.name, name):
            return f"export const {code}: any;\nexport type {code} = any;\n"
        match node:
            case ast.FunctionDef():
                return f"export function {code}{self._signature(node)};\n"
            case ast.ClassDef():
                return self._class(node)
            case ast.AnnAssign():
                return f"export const {code}: {self._type(node.annotation)};\n"
            case ast.Assign(value=ast.Constant(value=value)):
                return f"export const {code}: {_PLAIN.get(type(value).__name__, 'any')};\n"
        return f"export const {code}: any;\n"

    # --- functions and classes ---

    def _signature(self, node: ast.FunctionDef, drop: int = 0, answer: bool = True) -> str:
        args = node.args
        plain = [*args.args, *args.kwonlyargs]
        defaults = [*[None] * (len(args.args) - len(args.defaults)), *args.defaults, *args.kw_defaults]
        parameters = [
            f"{js_name(arg.arg)}{'' if default is None else '?'}: {self._type(arg.annotation)}"
            for arg, default in zip(plain, defaults, strict=True)
        ][drop:]
        if args.kwarg:
            parameters.append(f"{js_name(args.kwarg.arg)}?: $.Dict")
        return f"({', '.join(parameters)})" + (f": {self._type(node.returns)}" if answer else "")

    def _class(self, node: ast.ClassDef) -> str:
        decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
        data = any(decorator.startswith("dataclass") for decorator in decorators)
        self._owner = js_name(node.name)
        base, named = self._base(node)
        fixed = "readonly " if named or any("frozen" in decorator for decorator in decorators) else ""
        lines, fields = [], []
        for part in node.body:
            match part:
                case ast.AnnAssign(target=ast.Name(id=name)) if data or named:
                    fields.append(f"{js_name(name)}{'' if part.value is None else '?'}: {self._type(part.annotation)}")
                    lines.append(f"{fixed}{name}: {self._type(part.annotation)}")
                case ast.AnnAssign(target=ast.Name(id=name)):
                    lines.append(f"{name}: {self._type(part.annotation)}")
                case ast.FunctionDef(name="__init__"):
                    lines.append(f"constructor{self._signature(part, 1, answer=False)}")
                    lines += self._attributes(part)
                case ast.FunctionDef(name=name):
                    if not name.startswith("_") and not self._translation.leaves_out(node, part):
                        lines.append(self._method(part))
        if data or named:
            lines.insert(0, f"constructor({', '.join(fields)})")
        body = "".join(f"  {line};\n" for line in lines)
        return f"export class {js_name(node.name)} extends {base} {{\n{body}}}\n"

    def _base(self, node: ast.ClassDef) -> tuple[str, bool]:
        """Return the base of a class, and whether it is a named tuple."""
        for base in node.bases:
            if isinstance(base, ast.Name) and base.id == "NamedTuple":
                return "$.NamedTuple", True
            if isinstance(base, ast.Name) and base.id != "ABC":
                found = builtin(base.id)
                return (self._name(base.id) if found is None else found.code), False
        return "$.Thing", False

    def _method(self, node: ast.FunctionDef) -> str:
        decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
        if decorators & {"property", "cached_property"}:
            return f"readonly {node.name}: {self._type(node.returns)}"
        static = "static " if "classmethod" in decorators else ""
        return f"{static}{node.name}{self._signature(node, 1)}"

    def _attributes(self, init: ast.FunctionDef) -> Iterator[str]:
        """The attributes that ``__init__`` sets."""
        given = {arg.arg: arg.annotation for arg in [*init.args.args, *init.args.kwonlyargs]}
        for part in ast.walk(init):
            kind: ast.expr | None
            match part:
                case ast.AnnAssign(target=ast.Attribute(value=ast.Name(id="self"), attr=attr), annotation=kind):
                    pass
                case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=attr)], value=value):
                    kind = given.get(value.id) if isinstance(value, ast.Name) else None
                case _:
                    continue
            if not attr.startswith("_"):
                yield f"{attr}: {self._type(kind)}"

    # --- types ---

    def _type(self, node: ast.expr | None) -> str:
        match node:
            case ast.Constant(value=None):
                return "null"
            case ast.Constant(value=str(source)):
                return self._type(ast.parse(source, mode="eval").body)
            case ast.Name(id="Self"):
                return self._owner
            case ast.Name(id=name):
                return _PLAIN.get(name) or self._name(name)
            case ast.BinOp(op=ast.BitOr(), left=left, right=right):
                return f"{self._type(left)} | {self._type(right)}"
            case ast.Subscript(value=ast.Name(id=name), slice=inner):
                return self._generic(name, list(inner.elts) if isinstance(inner, ast.Tuple) else [inner])
        return "any"

    def _generic(self, name: str, inner: list[ast.expr]) -> str:
        if name == "tuple" and isinstance(inner[-1], ast.Constant) and inner[-1].value is ...:
            name = "Sequence"
        if name in _MANY:
            kind = self._type(inner[0])
            return _MANY[name].format(kind if kind.replace("$", "").isidentifier() else f"({kind})")
        if name == "Literal":
            return " | ".join(json.dumps(value.value) for value in inner if isinstance(value, ast.Constant))
        if name == "ClassVar":
            return self._type(inner[0])
        if name in _DICTS:
            return f"$.Dict<{', '.join(map(self._type, inner))}>"
        if name == "tuple":
            return f"readonly [{', '.join(map(self._type, inner))}]"
        if name == "Callable" and isinstance(inner[0], ast.List):
            given = ", ".join(f"given{at}: {self._type(kind)}" for at, kind in enumerate(inner[0].elts))
            return f"(({given}) => {self._type(inner[1])})"
        return "any"

    def _name(self, name: str) -> str:
        """Return a translated class, or what an alias stands for."""
        home = self._scope
        found = home.imported.get(name) or home.for_types.get(name)
        if found is not None:
            module, inner = found
            known = inner is not None and self._translation.is_module(module)
            return self._within(self._translation.module(module), ast.Name(inner or "")) if known else "any"
        match home.defined.get(name):
            case ast.ClassDef() if self._translation.is_typed_dict(home, name):
                return "$.Dict<string, any>"
            case ast.ClassDef(lineno=line) if line in home.written:
                return self._imported(home, name)
            case ast.Assign(value=ast.Name() | ast.BinOp() | ast.Subscript() as alias):
                return self._type(alias)
        return "any"

    def _within(self, module: Module, node: ast.expr) -> str:
        """Return a type as named in another module."""
        outer, self._scope = self._scope, module
        kind = self._type(node)
        self._scope = outer
        return kind

    def _imported(self, home: Module, name: str) -> str:
        if home is self._module:
            return js_name(name)
        alias = f"{home.name.split('.')[-1]}${name}"
        path = relative(self._translation.file(home.name), self._here)
        self._imports.add(f'import type {{ {js_name(name)} as {alias} }} from "{path}";\n')
        return alias
