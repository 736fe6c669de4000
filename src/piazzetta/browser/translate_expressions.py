"""Expressions of Python as expressions of JavaScript.

Nothing is known of types here, so whatever the two languages do differently (``+`` on lists, ``==``, truth, an index
below 0) is left to a function of the runtime, ``$``.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from piazzetta.browser.translate_words import (
    BUILTINS,
    ERRORS,
    LIBRARY,
    METHODS,
    TYPES,
    Untranslatable,
    js_name,
)

_BINARY = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "shr",
}
_ORDER = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}
_TRUE_OR_FALSE = frozenset("all any bool isinstance".split())


class Found(Protocol):
    """What a global name stands for. ``kind``: class, function, value, module, library, builtin."""

    kind: str
    code: str


class Globals(Protocol):
    """Where the names of a module are looked up."""

    path: Path

    def find(self, name: str, node: ast.AST) -> Found: ...
    def inside(self, module: str, name: str, node: ast.AST) -> Found: ...
    def constants(self, module: str, node: ast.AST) -> list[tuple[str, Found]]: ...


class Scope:
    """The names that are local to a function, and to the functions round it."""

    def __init__(self, names: set[str], outer: Scope | None = None, owner: str | None = None) -> None:
        self.names = names
        self.outer = outer
        self.owner = owner if owner is not None or outer is None else outer.owner
        self.imported: dict[str, tuple[str, str]] = {} if outer is None else outer.imported

    def has(self, name: str) -> bool:
        return name in self.names or (self.outer is not None and self.outer.has(name))


def text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def bound_names(target: ast.AST) -> Iterator[str]:
    """The names that a target of an assignment binds."""
    for node in ast.walk(target):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


class Expressions:
    """Translates the expressions of one module."""

    def __init__(self, names: Globals) -> None:
        self.globals = names
        self.scope = Scope(set())

    def refuse(self, node: ast.AST, what: str) -> Untranslatable:
        return Untranslatable(self.globals.path, node, what)

    def expr(self, node: ast.expr) -> str:
        handler: Callable[[ast.expr], str] | None = getattr(self, f"on_{type(node).__name__}", None)
        if handler is None:
            raise self.refuse(node, f"{type(node).__name__} is not translated")
        return handler(node)

    # --- truth ---

    def is_truth(self, node: ast.expr) -> bool:
        """Whether an expression is certainly true or false, nothing else."""
        match node:
            case ast.Compare() | ast.UnaryOp(op=ast.Not()) | ast.Constant(value=bool()):
                return True
            case ast.BoolOp(values=values):
                return all(self.is_truth(value) for value in values)
            case ast.Call(func=ast.Name(id=name)):
                return name in _TRUE_OR_FALSE and not self.scope.has(name)
        return False

    def truth(self, node: ast.expr) -> str:
        """An expression where only its truth counts."""
        match node:
            case ast.BoolOp(op=op, values=values):
                sign = " && " if isinstance(op, ast.And) else " || "
                return f"({sign.join(self.truth(value) for value in values)})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"!{self.truth(operand)}"
        return self.expr(node) if self.is_truth(node) else f"$.truth({self.expr(node)})"

    def on_BoolOp(self, node: ast.BoolOp) -> str:
        if self.is_truth(node):
            return self.truth(node)
        name = "both" if isinstance(node.op, ast.And) else "either"
        found = self.expr(node.values[-1])
        for value in reversed(node.values[:-1]):
            found = f"$.{name}({self.expr(value)}, () => {found})"
        return found

    def on_UnaryOp(self, node: ast.UnaryOp) -> str:
        match node.op:
            case ast.Not():
                return f"!{self.truth(node.operand)}"
            case ast.USub():
                return (
                    f"$.neg({self.expr(node.operand)})" if not _number(node.operand) else f"-{self.expr(node.operand)}"
                )
        raise self.refuse(node, f"{type(node.op).__name__} is not translated")

    def on_IfExp(self, node: ast.IfExp) -> str:
        return f"({self.truth(node.test)} ? {self.expr(node.body)} : {self.expr(node.orelse)})"

    def on_Compare(self, node: ast.Compare) -> str:
        if len(node.ops) == 1:
            return self._compared(node.ops[0], node.left, node.comparators[0])
        if len(node.ops) == 2:  # the one in the middle is looked at once
            middle = self.expr(node.comparators[0])
            left = self._compared(node.ops[0], node.left, ast.Name("$m"))
            return f"(($m) => {left} && {self._compared(node.ops[1], ast.Name('$m'), node.comparators[1])})({middle})"
        raise self.refuse(node, "a comparison of more than three is not translated")

    def _compared(self, op: ast.cmpop, left: ast.expr, right: ast.expr) -> str:
        a, b = self.expr(left), self.expr(right)
        match op:
            case ast.Is():
                return f"({a} === {b})"
            case ast.IsNot():
                return f"({a} !== {b})"
            case ast.Eq():
                return f"({a} === {b})" if _text(left) or _text(right) else f"$.eq({a}, {b})"
            case ast.NotEq():
                return f"({a} !== {b})" if _text(left) or _text(right) else f"!$.eq({a}, {b})"
            case ast.In():
                return f"$.has({b}, {a})"
            case ast.NotIn():
                return f"!$.has({b}, {a})"
        return f"$.{_ORDER[type(op)]}({a}, {b})"

    # --- values ---

    def on_Constant(self, node: ast.Constant) -> str:
        match node.value:
            case None:
                return "null"
            case bool():
                return "true" if node.value else "false"
            case str():
                return text(node.value)
            case int():
                return str(node.value) if abs(node.value) < 2**53 else f"{node.value}n"
            case float():
                return repr(node.value)
            case bytes():
                return f"$.bytes([{', '.join(map(str, node.value))}])"
        if node.value is ...:
            return "$.ELLIPSIS"
        raise self.refuse(node, f"the constant {node.value!r} is not translated")

    def on_Name(self, node: ast.Name) -> str:
        if node.id == "$m" or self.scope.has(node.id):
            return js_name(node.id)
        found = self.global_name(node)
        if found.kind == "module":
            raise self.refuse(node, f"the module {node.id} is not a value here")
        return found.code

    def global_name(self, node: ast.Name) -> Found:
        if node.id in self.scope.imported:
            module, name = self.scope.imported[node.id]
            return self.globals.inside(module, name, node)
        return self.globals.find(node.id, node)

    def on_JoinedStr(self, node: ast.JoinedStr) -> str:
        parts = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(
                    json.dumps(str(part.value), ensure_ascii=False)[1:-1]
                    .replace('\\"', '"')
                    .replace("`", "\\`")
                    .replace("${", "\\${")
                )
                continue
            assert isinstance(part, ast.FormattedValue)
            value = self.expr(part.value)
            if part.format_spec is not None:
                spec = part.format_spec
                if not (isinstance(spec, ast.JoinedStr) and len(spec.values) == 1 and _text(spec.values[0])):
                    raise self.refuse(node, "a computed format is not translated")
                parts.append(f"${{$.formatted({value}, {self.expr(spec.values[0])})}}")
            elif part.conversion in (-1, ord("r")):
                parts.append(f"${{$.{'str' if part.conversion == -1 else 'repr'}({value})}}")
            else:
                raise self.refuse(node, "this conversion in a text is not translated")
        return f"`{''.join(parts)}`"

    def _elements(self, nodes: list[ast.expr]) -> str:
        return ", ".join(
            f"...$.iter({self.expr(item.value)})" if isinstance(item, ast.Starred) else self.expr(item)
            for item in nodes
        )

    def on_List(self, node: ast.List) -> str:
        return f"[{self._elements(node.elts)}]"

    def on_Tuple(self, node: ast.Tuple) -> str:
        return f"$.tuple([{self._elements(node.elts)}])"

    def on_Set(self, node: ast.Set) -> str:
        return f"$.set([{self._elements(node.elts)}])"

    def on_Dict(self, node: ast.Dict) -> str:
        parts = []
        for key, value in zip(node.keys, node.values, strict=True):
            parts.append(
                f"...$.items({self.expr(value)})" if key is None else f"[{self.expr(key)}, {self.expr(value)}]"
            )
        return f"$.dict([{', '.join(parts)}])"

    def on_NamedExpr(self, node: ast.NamedExpr) -> str:
        return f"({js_name(node.target.id)} = {self.expr(node.value)})"

    def on_BinOp(self, node: ast.BinOp) -> str:
        if type(node.op) not in _BINARY:
            raise self.refuse(node, f"{type(node.op).__name__} is not translated")
        return f"$.{_BINARY[type(node.op)]}({self.expr(node.left)}, {self.expr(node.right)})"

    def on_Attribute(self, node: ast.Attribute) -> str:
        found = self.static(node)
        return found.code if found is not None else f"{self.expr(node.value)}.{node.attr}"

    def static(self, node: ast.expr) -> Found | None:
        """What a dotted name stands for, where it leads into a module or is a function of a type."""
        match node:
            case ast.Name(id=name) if not self.scope.has(name):
                return self.global_name(node)
            case ast.Attribute(value=value, attr=attr):
                home = self.static(value)
                if home is not None and home.kind in ("module", "library"):
                    return self.globals.inside(home.code, attr, node)
                if isinstance(value, ast.Name) and home is not None and home.kind == "builtin":
                    return Builtin(f"$.{value.id}_{attr}")
        return None

    def on_Subscript(self, node: ast.Subscript) -> str:
        value = self.expr(node.value)
        match node.slice:
            case ast.Slice(lower=lower, upper=upper, step=None):
                return f"$.slice({value}, {self.bound(lower)}, {self.bound(upper)})"
            case ast.Slice():
                raise self.refuse(node, "a slice with a step is not translated")
            case ast.Tuple(elts=parts):
                return f"$.at({value}, {', '.join(self.expr(part) for part in parts)})"
        return f"$.item({value}, {self.expr(node.slice)})"

    def bound(self, node: ast.expr | None) -> str:
        return "null" if node is None else self.expr(node)

    # --- functions and loops inside ---

    def on_Lambda(self, node: ast.Lambda) -> str:
        names = [arg.arg for arg in node.args.args]
        if node.args.defaults or node.args.vararg or node.args.kwarg or node.args.kwonlyargs:
            raise self.refuse(node, "a lambda with more than plain parameters is not translated")
        with_names = Scope(set(names), self.scope)
        inside, self.scope = self.scope, with_names
        body = self.expr(node.body)
        self.scope = inside
        return f"(({', '.join(map(js_name, names))}) => {body})"

    def _loops(self, node: ast.expr, generators: list[ast.comprehension], body: Callable[[], str]) -> str:
        names = {name for part in generators for name in bound_names(part.target)}
        first = self.expr(generators[0].iter)  # belongs to the scope outside
        inside, self.scope = self.scope, Scope(names, self.scope)
        code = ""
        for number, part in enumerate(generators):
            if part.is_async:
                raise self.refuse(node, "async is not translated")
            code += self.loop_head(part.target, first if number == 0 else self.expr(part.iter))
            code += "".join(f"if (!{self.truth(test)}) continue; " for test in part.ifs)
        code += body() + " " + "} " * len(generators)
        self.scope = inside
        return f"let {', '.join(js_name(name) for name in sorted(names))}; {code}"

    def loop_head(self, target: ast.expr, iterated: str) -> str:
        if isinstance(target, ast.Name):
            return f"for ({js_name(target.id)} of $.iter({iterated})) {{ "
        return f"for (const $item of $.iter({iterated})) {{ {self.assign(target, '$item')} "

    def assign(self, target: ast.expr, value: str) -> str:
        """A statement that assigns."""
        match target:
            case ast.Name(id=name):
                return f"{js_name(name)} = {value};"
            case ast.Attribute(value=owner, attr=attr):
                return f"{self.expr(owner)}.{attr} = {value};"
            case ast.Subscript(value=owner, slice=ast.Slice(lower=lower, upper=upper, step=None)):
                return f"$.setslice({self.expr(owner)}, {self.bound(lower)}, {self.bound(upper)}, {value});"
            case ast.Subscript(value=owner, slice=ast.Tuple(elts=parts)):
                return f"$.setat({self.expr(owner)}, [{', '.join(self.expr(part) for part in parts)}], {value});"
            case ast.Subscript(value=owner, slice=index) if not isinstance(index, ast.Slice):
                return f"$.setitem({self.expr(owner)}, {self.expr(index)}, {value});"
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                if any(isinstance(part, ast.Starred) for part in parts):
                    raise self.refuse(target, "a starred target is not translated")
                name = value.partition("[")[0] + "$" if value.startswith("$part") else "$part"
                inner = " ".join(self.assign(part, f"{name}[{place}]") for place, part in enumerate(parts))
                return f"{{ const {name} = $.unpack({value}, {len(parts)}); {inner} }}"
        raise self.refuse(target, f"an assignment to {type(target).__name__} is not translated")

    def on_ListComp(self, node: ast.ListComp) -> str:
        return f"(() => {{ const $out = []; {self._loops(node, node.generators, lambda: f'$out.push({self.expr(node.elt)});')}return $out; }})()"

    def on_SetComp(self, node: ast.SetComp) -> str:
        return f"$.set({self.on_GeneratorExp(node)})"

    def on_DictComp(self, node: ast.DictComp) -> str:
        def body() -> str:
            return f"$.setitem($out, {self.expr(node.key)}, {self.expr(node.value)});"

        return f"(() => {{ const $out = $.dict([]); {self._loops(node, node.generators, body)}return $out; }})()"

    def on_GeneratorExp(self, node: ast.GeneratorExp | ast.SetComp) -> str:
        return f"(function* () {{ {self._loops(node, node.generators, lambda: f'yield {self.expr(node.elt)};')}}})()"

    # --- calls ---

    def on_Call(self, node: ast.Call) -> str:
        function = node.func
        if isinstance(function, ast.Name) and not self.scope.has(function.id):
            special: Callable[[ast.Call], str] | None = getattr(self, f"_call_{function.id}", None)
            if special is not None and self.global_name(function).kind == "builtin":
                return special(node)
        if isinstance(function, ast.Attribute) and _is_super(function.value):
            return f"super.{function.attr}({self._elements(node.args)})"
        found = self.static(function)
        if found is not None:
            return self._call_found(found, node)
        if isinstance(function, ast.Name) and function.id == "cls":
            return self._made("cls", node)
        if isinstance(function, ast.Attribute):
            return self._call_method(function, node)
        return self._called(self.expr(function), node)

    def _call_found(self, found: Found, node: ast.Call) -> str:
        if found.kind in ("builtin", "library"):
            if found.code.endswith(".Decoder"):  # takes a type, which is no value here
                return f"{found.code}({', '.join(text(ast.unparse(arg)) for arg in node.args)})"
            arguments = self._elements(node.args)
            if node.keywords:
                arguments += (", " if arguments else "") + self._keywords(node)
            return f"{found.code}({arguments})"
        return self._made(found.code, node) if found.kind == "class" else self._called(found.code, node)

    def _called(self, code: str, node: ast.Call) -> str:
        if node.keywords:
            return f"$.called({code}, [{self._elements(node.args)}], {self._keywords(node)})"
        return f"{code}({self._elements(node.args)})"

    def _made(self, code: str, node: ast.Call) -> str:
        if node.keywords:
            return f"$.made({code}, [{self._elements(node.args)}], {self._keywords(node)})"
        return f"new {code}({self._elements(node.args)})"

    def _call_method(self, function: ast.Attribute, node: ast.Call) -> str:
        owner = self.expr(function.value)
        if function.attr in METHODS:
            arguments = ", ".join(filter(None, [owner, self._elements(node.args)]))
            if node.keywords:
                arguments += f", {self._keywords(node)}"
            return f"$.methods.{function.attr}({arguments})"
        if node.keywords:
            return f"$.asked({owner}, {text(function.attr)}, [{self._elements(node.args)}], {self._keywords(node)})"
        return f"{owner}.{function.attr}({self._elements(node.args)})"

    def _keywords(self, node: ast.Call) -> str:
        parts = []
        for keyword in node.keywords:
            value = self.expr(keyword.value)
            parts.append(f"...$.keywords({value})" if keyword.arg is None else f"{text(keyword.arg)}: {value}")
        return f"{{ {', '.join(parts)} }}"

    def _call_isinstance(self, node: ast.Call) -> str:
        value, kinds = node.args
        return f"$.isinstance({self.expr(value)}, [{', '.join(self._kinds(kinds))}])"

    def _kinds(self, node: ast.expr) -> list[str]:
        match node:
            case ast.BinOp(op=ast.BitOr(), left=left, right=right):
                return self._kinds(left) + self._kinds(right)
            case ast.Tuple(elts=parts):
                return [kind for part in parts for kind in self._kinds(part)]
            case ast.Name(id=name) if name in TYPES or name == "Mapping":
                return [text("dict" if name == "Mapping" else name)]
        return [self.expr(node)]

    def _call_vars(self, node: ast.Call) -> str:
        found = self.static(node.args[0])
        if found is None or found.kind != "module":
            return f"$.vars({self.expr(node.args[0])})"
        values = self.globals.constants(found.code, node)
        return f"$.dict([{', '.join(f'[{text(name)}, {value.code}]' for name, value in values)}])"


class Builtin:
    """A name of the runtime."""

    kind = "builtin"

    def __init__(self, code: str) -> None:
        self.code = code


class Library:
    """A module of Python's library, or something in one that the runtime has."""

    kind = "library"

    def __init__(self, code: str) -> None:
        self.code = code


def builtin(name: str) -> Builtin | None:
    """A name that needs no import."""
    if name in BUILTINS or name == "vars":
        return Builtin(f"$.{name}")
    return None


def library(module: str, name: str) -> Library | None:
    """A name imported from Python's library."""
    if name in LIBRARY.get(module, ()):
        return Library(f"$.lib.{module.replace('.', '_')}.{name}")
    return Library(f"{module}.{name}") if f"{module}.{name}" in LIBRARY else None


def is_error(name: str) -> bool:
    return name in ERRORS


def _number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def _text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_super(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
