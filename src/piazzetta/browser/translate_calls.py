"""Calls of Python functions and classes, of library functions, and of methods."""

from __future__ import annotations

import ast
from collections.abc import Callable

from piazzetta.browser.translate_expressions import Expressions, text
from piazzetta.browser.translate_words import METHODS, TYPES, Name


class Calls(Expressions):
    """Translates the calls of one module."""

    def on_call(self, node: ast.Call) -> str:
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

    def _call_found(self, found: Name, node: ast.Call) -> str:
        if found.kind == "typed dict":
            return self._typed_dict(node)
        if found.code == "$.lib.typing.cast":
            return self.expr(node.args[1])
        if found.code == "$.lib.functools.partial":
            return self._later(found.code, node)
        if found.kind in ("builtin", "library"):
            if found.code.endswith(".Decoder"):  # takes a type, which is not a value here
                return f"{found.code}({', '.join(text(ast.unparse(arg)) for arg in node.args)})"
            arguments = self._elements(node.args)
            if node.keywords:
                arguments += (", " if arguments else "") + self._keywords(node)
            return f"{found.code}({arguments})"
        return self._made(found.code, node) if found.kind == "class" else self._called(found.code, node)

    def _later(self, code: str, node: ast.Call) -> str:
        """Translate a call that is made later, ``partial(function, …)``: a method keeps its object."""
        function, *given = node.args
        if node.keywords:
            raise self.refuse(node, "a partial call with named arguments is not translated")
        arguments = f"[{self._elements(given)}]"
        if isinstance(function, ast.Attribute) and self.static(function) is None:
            return f"{code}({self.expr(function.value)}, {text(function.attr)}, {arguments})"
        return f'{code}({{ $call: {self.expr(function)} }}, "$call", {arguments})'

    def _typed_dict(self, node: ast.Call) -> str:
        """Translate a dict made by the name of its type: ``Message(type="chat", **rest)``."""
        keys = [None if keyword.arg is None else ast.Constant(keyword.arg) for keyword in node.keywords]
        values = [keyword.value for keyword in node.keywords]
        return self.on_dict(ast.Dict([*[None] * len(node.args), *keys], [*node.args, *values]))

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


def _is_super(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
