"""Python expressions as JavaScript expressions.

Types are unknown here, so wherever the two languages differ (``+`` on lists, ``==``, truthiness, negative indices), a
function of the runtime ``$`` takes over.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from piazzetta.browser.translate_words import PREDICATES, TYPES, Name, Untranslatable, js_name

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
_PAIRED = ("$.enumerate(", "$.zip(", "$.methods.items(")
_ORDER = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}


class Globals(Protocol):
    """Where the names of a module are looked up."""

    path: Path

    def find(self, name: str, node: ast.AST) -> Name: ...
    def inside(self, module: str, name: str, node: ast.AST) -> Name: ...
    def constants(self, module: str, node: ast.AST) -> list[tuple[str, Name]]: ...
    def leaves_out(self, owner: ast.ClassDef, method: ast.FunctionDef) -> bool: ...


class Scope:
    """The names that are local to a function and to its enclosing functions."""

    def __init__(self, names: set[str], outer: Scope | None = None) -> None:
        self.names = names
        self.outer = outer
        self.imported: dict[str, tuple[str, str]] = {} if outer is None else outer.imported

    def has(self, name: str) -> bool:
        return name in self.names or (self.outer is not None and self.outer.has(name))


def text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def bound_names(target: ast.AST) -> Iterator[str]:
    """The names that an assignment target binds."""
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
        handler: Callable[[ast.expr], str] | None = getattr(self, f"on_{type(node).__name__.lower()}", None)
        if handler is None:
            raise self.refuse(node, f"{type(node).__name__} is not translated")
        return handler(node)

    # --- truthiness ---

    def is_truth(self, node: ast.expr) -> bool:
        """Return whether an expression is certainly a boolean."""
        match node:
            case ast.Compare() | ast.UnaryOp(op=ast.Not()) | ast.Constant(value=bool()):
                return True
            case ast.BoolOp(values=values):
                return all(self.is_truth(value) for value in values)
            case ast.Call(func=ast.Name(id=name)):
                return name in PREDICATES and not self.scope.has(name)
        return False

    def truth(self, node: ast.expr) -> str:
        """Translate an expression of which only the truthiness matters."""
        match node:
            case ast.BoolOp(op=op, values=values):
                sign = " && " if isinstance(op, ast.And) else " || "
                return f"({sign.join(self.truth(value) for value in values)})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"!{self.truth(operand)}"
        return self.expr(node) if self.is_truth(node) else f"$.truth({self.expr(node)})"

    def on_boolop(self, node: ast.BoolOp) -> str:
        if self.is_truth(node):
            return self.truth(node)
        name = "both" if isinstance(node.op, ast.And) else "either"
        found = self.expr(node.values[-1])
        for value in reversed(node.values[:-1]):
            found = f"$.{name}({self.expr(value)}, () => {found})"
        return found

    def on_unaryop(self, node: ast.UnaryOp) -> str:
        match node.op:
            case ast.Not():
                return f"!{self.truth(node.operand)}"
            case ast.USub():
                return (
                    f"$.neg({self.expr(node.operand)})"
                    if not is_number(node.operand)
                    else f"-{self.expr(node.operand)}"
                )
        raise self.refuse(node, f"{type(node.op).__name__} is not translated")

    def on_ifexp(self, node: ast.IfExp) -> str:
        return f"({self.truth(node.test)} ? {self.expr(node.body)} : {self.expr(node.orelse)})"

    def on_compare(self, node: ast.Compare) -> str:
        if len(node.ops) == 1:
            return self._compared(node.ops[0], node.left, node.comparators[0])
        if len(node.ops) == 2:  # the middle operand is evaluated once
            middle = self.expr(node.comparators[0])
            left = self._compared(node.ops[0], node.left, ast.Name("$m"))
            return f"(($m) => {left} && {self._compared(node.ops[1], ast.Name('$m'), node.comparators[1])})({middle})"
        raise self.refuse(node, "a comparison of more than three is not translated")

    def _compared(self, op: ast.cmpop, left: ast.expr, right: ast.expr) -> str:
        match op, left, right:
            case ast.Is(), ast.Call(func=ast.Name(id="type"), args=[value]), ast.Name(id=kind) if kind in TYPES:
                return self._of_type(value, kind)
        a, b = self.expr(left), self.expr(right)
        match op:
            case ast.Is():
                return f"({a} === {b})"
            case ast.IsNot():
                return f"({a} !== {b})"
            case ast.Eq():
                return f"({a} === {b})" if is_text(left) or is_text(right) else f"$.eq({a}, {b})"
            case ast.NotEq():
                return f"({a} !== {b})" if is_text(left) or is_text(right) else f"!$.eq({a}, {b})"
            case ast.In():
                return f"$.has({b}, {a})"
            case ast.NotIn():
                return f"!$.has({b}, {a})"
        return f"$.{_ORDER[type(op)]}({a}, {b})"

    def _of_type(self, value: ast.expr, kind: str) -> str:
        """Translate ``type(value) is kind``: unlike for ``isinstance``, a boolean is no integer."""
        if not isinstance(value, ast.Name):
            raise self.refuse(value, "only the type of a name is compared")
        found = self.expr(value)
        whole = f"$.isinstance({found}, [{text(kind)}])"
        return f'({whole} && !$.isinstance({found}, ["bool"]))' if kind == "int" else whole

    # --- values ---

    def on_constant(self, node: ast.Constant) -> str:
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

    def on_name(self, node: ast.Name) -> str:
        if node.id == "$m" or self.scope.has(node.id):
            return js_name(node.id)
        found = self.global_name(node)
        if found.kind in ("module", "typed dict"):
            raise self.refuse(node, f"the {found.kind} {node.id} is not a value here")
        return found.code

    def global_name(self, node: ast.Name) -> Name:
        if node.id in self.scope.imported:
            module, name = self.scope.imported[node.id]
            return self.globals.inside(module, name, node)
        return self.globals.find(node.id, node)

    def on_joinedstr(self, node: ast.JoinedStr) -> str:
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
                if not (isinstance(spec, ast.JoinedStr) and len(spec.values) == 1 and is_text(spec.values[0])):
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

    def on_list(self, node: ast.List) -> str:
        return f"[{self._elements(node.elts)}]"

    def on_tuple(self, node: ast.Tuple) -> str:
        return f"$.tuple([{self._elements(node.elts)}])"

    def on_set(self, node: ast.Set) -> str:
        return f"$.set([{self._elements(node.elts)}])"

    def on_dict(self, node: ast.Dict) -> str:
        parts = []
        for key, value in zip(node.keys, node.values, strict=True):
            parts.append(
                f"...$.items({self.expr(value)})" if key is None else f"[{self.expr(key)}, {self.expr(value)}]"
            )
        return f"$.dict([{', '.join(parts)}])"

    def on_namedexpr(self, node: ast.NamedExpr) -> str:
        return f"({js_name(node.target.id)} = {self.expr(node.value)})"

    def on_binop(self, node: ast.BinOp) -> str:
        return f"$.{self.operator(node.op, node)}({self.expr(node.left)}, {self.expr(node.right)})"

    def operator(self, op: ast.operator, node: ast.AST) -> str:
        """Return the runtime's function for an operator."""
        if type(op) not in _BINARY:
            raise self.refuse(node, f"{type(op).__name__} is not translated")
        return _BINARY[type(op)]

    def on_attribute(self, node: ast.Attribute) -> str:
        found = self.static(node)
        return found.code if found is not None else f"{self.expr(node.value)}.{node.attr}"

    def static(self, node: ast.expr) -> Name | None:
        """Return what a dotted name stands for, if it leads into a module or is a function of a type."""
        match node:
            case ast.Name(id=name) if not self.scope.has(name):
                return self.global_name(node)
            case ast.Attribute(value=value, attr=attr):
                home = self.static(value)
                if home is not None and home.kind in ("module", "library"):
                    return self.globals.inside(home.code, attr, node)
                if isinstance(value, ast.Name) and home is not None and home.kind == "builtin":
                    return Name("builtin", f"$.{value.id}_{attr}")
        return None

    def on_subscript(self, node: ast.Subscript) -> str:
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

    def on_lambda(self, node: ast.Lambda) -> str:
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
        first = self.expr(generators[0].iter)  # belongs to the enclosing scope
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
        for paired in _PAIRED:  # pairs unpacked at once need not become tuples first
            if iterated.startswith(paired):
                iterated = "$.apart." + iterated.removeprefix("$.").removeprefix("methods.")
        return f"for (const $item of $.iter({iterated})) {{ {self.assign(target, '$item')} "

    def assign(self, target: ast.expr, value: str) -> str:
        """Translate an assignment."""
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

    def on_listcomp(self, node: ast.ListComp) -> str:
        loops = self._loops(node, node.generators, lambda: f"$out.push({self.expr(node.elt)});")
        return f"(() => {{ const $out = []; {loops}return $out; }})()"

    def on_setcomp(self, node: ast.SetComp) -> str:
        return f"$.set({self.on_generatorexp(node)})"

    def on_dictcomp(self, node: ast.DictComp) -> str:
        def body() -> str:
            return f"$.setitem($out, {self.expr(node.key)}, {self.expr(node.value)});"

        return f"(() => {{ const $out = $.dict([]); {self._loops(node, node.generators, body)}return $out; }})()"

    def on_generatorexp(self, node: ast.GeneratorExp | ast.SetComp) -> str:
        return f"(function* () {{ {self._loops(node, node.generators, lambda: f'yield {self.expr(node.elt)};')}}})()"


def is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
