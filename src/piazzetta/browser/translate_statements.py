"""Python statements, functions and classes as JavaScript."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from piazzetta.browser.translate_calls import Calls
from piazzetta.browser.translate_expressions import Scope, bound_names, text
from piazzetta.browser.translate_words import CACHES, PLAIN_DECORATORS, js_name

Function = ast.FunctionDef


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _inside(nodes: list[ast.stmt]) -> Iterator[ast.AST]:
    """Everything in a function except the contents of nested functions."""
    waiting: list[ast.AST] = list(nodes)
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            continue
        waiting += ast.iter_child_nodes(node)


def local_names(body: list[ast.stmt]) -> set[str]:
    """Return the names that a function binds, except those of comprehensions, which have their own scope."""
    names: set[str] = set()
    own: set[int] = set()
    for node in _inside(body):
        if isinstance(node, ast.comprehension):
            own |= {id(part) for part in ast.walk(node.target)}
    for node in _inside(body):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in own:
            names.add(node.id)
        elif isinstance(node, ast.ExceptHandler | ast.FunctionDef) and node.name:
            names.add(node.name)
    return names


class Statements(Calls):
    """Translates the statements of one module."""

    def stmt(self, node: ast.stmt) -> str:
        handler = getattr(self, f"do_{type(node).__name__.lower()}", None)
        if handler is None:
            raise self.refuse(node, f"{type(node).__name__} is not translated")
        code: str = handler(node)
        return code

    def block(self, nodes: list[ast.stmt]) -> str:
        return "{\n" + "".join(self.stmt(node) + "\n" for node in nodes if not _is_docstring(node)) + "}"

    def do_expr(self, node: ast.Expr) -> str:
        return self.expr(node.value) + ";"

    def do_pass(self, node: ast.Pass) -> str:
        return ""

    def do_break(self, node: ast.Break) -> str:
        return "break;"

    def do_continue(self, node: ast.Continue) -> str:
        return "continue;"

    def do_return(self, node: ast.Return) -> str:
        return f"return {self.bound(node.value)};"

    def do_assert(self, node: ast.Assert) -> str:
        words = self.expr(node.msg) if node.msg else text(ast.unparse(node.test))
        return f"if (!{self.truth(node.test)}) throw new $.AssertionError({words});"

    def do_assign(self, node: ast.Assign) -> str:
        value = self.expr(node.value)
        if len(node.targets) == 1:
            return self.assign(node.targets[0], value)
        inner = " ".join(self.assign(target, "$same") for target in node.targets)
        return f"{{ const $same = {value}; {inner} }}"

    def do_annassign(self, node: ast.AnnAssign) -> str:
        return "" if node.value is None else self.assign(node.target, self.expr(node.value))

    def do_augassign(self, node: ast.AugAssign) -> str:
        name = self.operator(node.op, node)
        value = self.expr(node.value)
        match node.target:
            case ast.Name(id=target):
                return f"{js_name(target)} = $.changed({js_name(target)}, {text(name)}, {value});"
            case ast.Attribute(value=ast.Name(), attr=attr):
                owner = f"{self.expr(node.target.value)}.{attr}"
                return f"{owner} = $.changed({owner}, {text(name)}, {value});"
            case ast.Subscript(value=owner_node, slice=ast.Tuple(elts=parts)):
                index = ", ".join(self.expr(part) for part in parts)
                return f"$.changeat({self.expr(owner_node)}, [{index}], {text(name)}, {value});"
            case ast.Subscript(value=owner_node, slice=index_node) if not isinstance(index_node, ast.Slice):
                return f"$.changeat({self.expr(owner_node)}, [{self.expr(index_node)}], {text(name)}, {value});"
        raise self.refuse(node, "this change in place is not translated")

    def do_if(self, node: ast.If) -> str:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return ""
        other = f" else {self.block(node.orelse)}" if node.orelse else ""
        return f"if ({self.truth(node.test)}) {self.block(node.body)}{other}"

    def do_while(self, node: ast.While) -> str:
        if node.orelse:
            raise self.refuse(node, "while … else is not translated")
        return f"while ({self.truth(node.test)}) {self.block(node.body)}"

    def do_for(self, node: ast.For) -> str:
        if node.orelse:
            raise self.refuse(node, "for … else is not translated")
        head = self.loop_head(node.target, self.expr(node.iter))
        return head + self.block(node.body).removeprefix("{")

    def do_raise(self, node: ast.Raise) -> str:
        return "throw $error;" if node.exc is None else f"throw {self.expr(node.exc)};"

    def do_try(self, node: ast.Try) -> str:
        if node.orelse:
            raise self.refuse(node, "try with else is not translated")
        last = f" finally {self.block(node.finalbody)}" if node.finalbody else ""
        if not node.handlers:
            return f"try {self.block(node.body)}{last}"
        code = f"try {self.block(node.body)} catch ($error) {{\n"
        for handler in node.handlers:
            if handler.type is None:
                raise self.refuse(handler, "an except that takes everything is not translated")
            kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
            named = f"{js_name(handler.name)} = $error; " if handler.name else ""
            code += f"if ($.caught($error, [{', '.join(self.expr(kind) for kind in kinds)}])) {{ {named}"
            code += self.block(handler.body).removeprefix("{") + " else "
        return f"{code}throw $error;\n}}{last}"

    def do_match(self, node: ast.Match) -> str:
        code = f"switch ({self.expr(node.subject)}) {{\n"
        for case in node.cases:
            if case.guard is not None:
                raise self.refuse(case.pattern, "a guard is not translated")
            patterns = case.pattern.patterns if isinstance(case.pattern, ast.MatchOr) else [case.pattern]
            for pattern in patterns:
                match pattern:
                    case ast.MatchValue(value=ast.Constant(value=str() | int())):
                        code += f"case {self.expr(pattern.value)}:\n"
                    case ast.MatchAs(pattern=None, name=None):
                        code += "default:\n"
                    case _:
                        raise self.refuse(pattern, "only texts and numbers are matched")
            code += self.block(case.body) + " break;\n"
        return code + "}"

    def do_importfrom(self, node: ast.ImportFrom) -> str:
        for alias in node.names:
            self.scope.imported[alias.asname or alias.name] = (node.module or "", alias.name)
        return ""

    # --- functions ---

    def do_functiondef(self, node: ast.FunctionDef) -> str:
        if node.decorator_list:
            raise self.refuse(node, "a decorated function inside another is not translated")
        name = js_name(node.name)
        return f"{name} = {self.function(node, 'function ')};\n" + self.signature(name, node.args)

    def _parameters(self, args: ast.arguments, drop: int) -> tuple[list[str], set[str]]:
        if args.vararg or args.posonlyargs:
            raise self.refuse(args.vararg or args.posonlyargs[0], "this kind of parameter is not translated")
        plain = [*args.args, *args.kwonlyargs]
        defaults = [*[None] * (len(args.args) - len(args.defaults)), *args.defaults, *args.kw_defaults]
        listed = []
        for arg, default in zip(plain, defaults, strict=True):
            code = js_name(arg.arg)
            if default is not None:
                if isinstance(default, ast.List | ast.Dict | ast.Set):
                    raise self.refuse(default, "a default that can change is not translated")
                code += f" = {self.expr(default)}"
            listed.append(code)
        names = {arg.arg for arg in plain}
        if args.kwarg:
            listed.append(f"{js_name(args.kwarg.arg)} = $.dict([])")
            names.add(args.kwarg.arg)
        return listed[drop:], names

    def function(self, node: Function, head: str, first: str | None = None) -> str:
        """Translate a function. ``first``: what replaces its first parameter, ``this`` for a method."""
        parameters, names = self._parameters(node.args, 0 if first is None else 1)
        bound = local_names(node.body) - names
        outer, self.scope = self.scope, Scope(names | bound, self.scope)
        self.scope.imported = dict(outer.imported)
        lines = ""
        if first is not None:
            lines += f"const {js_name(node.args.args[0].arg)} = {first};\n"
        if bound:
            lines += f"let {', '.join(sorted(map(js_name, bound)))};\n"
        body = self.block(node.body)
        ends = "" if isinstance(node.body[-1], ast.Return | ast.Raise) else "return null;\n"
        self.scope = outer
        return f"{head}({', '.join(parameters)}) {{\n{lines}{body[2:-1]}{ends}}}\n"

    def signature(self, code: str, args: ast.arguments, drop: int = 0) -> str:
        """Return what the runtime needs to call a function with keyword arguments."""
        names = [arg.arg for arg in [*args.args, *args.kwonlyargs]][drop:]
        if args.kwarg:
            names.append("**")
        return f"$.named({code}, {text(' '.join(names))});\n"

    def top_function(self, node: Function) -> str:
        """Translate a function of the module."""
        wrap = ""
        for decorator in node.decorator_list:
            name = self._decorator(decorator)
            if name in CACHES:
                wrap = "$.cached"
            elif name not in PLAIN_DECORATORS:
                raise self.refuse(decorator, f"the decorator {name} is not translated")
        name = js_name(node.name)
        if wrap:
            return f"export const {name} = {wrap}({self.function(node, 'function ')});\n"
        return "export " + self.function(node, f"function {name}") + self.signature(name, node.args)

    def _decorator(self, node: ast.expr) -> str:
        name = node.func if isinstance(node, ast.Call) else node
        if not isinstance(name, ast.Name):
            raise self.refuse(node, "this decorator is not translated")
        return name.id

    # --- classes ---

    def top_class(self, node: ast.ClassDef) -> str:
        bases = [self.base(base) for base in node.bases if not (isinstance(base, ast.Name) and base.id == "ABC")]
        if len(bases) > 1 or node.keywords:
            raise self.refuse(node, "a class has one base here")
        base = bases[0] if bases else "$.Thing"
        name = js_name(node.name)
        data = [self._decorator(decorator) == "dataclass" for decorator in node.decorator_list]
        if not all(data):
            raise self.refuse(node, "this decorator of a class is not translated")
        inside, after, fields = "", "", []
        for part in node.body:
            match part:
                case _ if _is_docstring(part):
                    continue
                case ast.FunctionDef():
                    if not self.globals.leaves_out(node, part):
                        method, more = self._method(name, part)
                        inside += method
                        after += more
                case ast.AnnAssign(target=ast.Name(id=field), value=value):
                    if data or base == "$.NamedTuple":
                        fields.append(self._field(field, value))
                    elif value is not None:
                        after += f"$.attribute({name}, {text(field)}, {self.expr(value)});\n"
                case ast.Assign(targets=[ast.Name(id="__hash__")]):
                    continue  # objects are compared by identity here
                case ast.Assign(targets=[ast.Name(id=field)], value=value):
                    after += f"$.attribute({name}, {text(field)}, {self.expr(value)});\n"
                case ast.Pass():
                    continue
                case _:
                    raise self.refuse(part, f"{type(part).__name__} in a class is not translated")
        if data or base == "$.NamedTuple":
            same = not any(
                keyword.arg == "eq"
                for decorator in node.decorator_list
                for keyword in getattr(decorator, "keywords", [])
            )
            after = f"$.fields({name}, [{', '.join(fields)}], {'true' if same else 'false'});\n{after}"
        return f"export class {name} extends {base} {{\n{inside}}}\n$.kind({name}, {text(node.name)});\n{after}"

    def base(self, node: ast.expr) -> str:
        if isinstance(node, ast.Name) and node.id in ("NamedTuple", "IntEnum"):
            return f"$.{node.id}"
        return self.expr(node)

    def _field(self, name: str, value: ast.expr | None) -> str:
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "field":
            (keyword,) = value.keywords
            made = self.expr(keyword.value)
            maker = made if keyword.arg == "default" else f"{made}()"
            found = self.static(keyword.value) if keyword.arg == "default_factory" else None
            if found is not None and found.kind in ("builtin", "class"):
                maker = f"{made}([])" if found.kind == "builtin" else f"new {made}()"
            return f"[{text(name)}, () => {maker}]"
        return f"[{text(name)}, {'null' if value is None else f'() => {self.expr(value)}'}]"

    def _method(self, owner: str, node: Function) -> tuple[str, str]:
        decorators = [self._decorator(decorator) for decorator in node.decorator_list]
        head, lazy = node.name, False
        for decorator in decorators:
            match decorator:
                case "classmethod":
                    head = f"static {node.name}"
                case "property":
                    head = f"get {node.name}"
                case "cached_property":
                    head, lazy = f"get {node.name}", True
                case _ if decorator not in PLAIN_DECORATORS:
                    raise self.refuse(node, f"the decorator {decorator} is not translated")
        code = self.function(node, head, "this")
        if lazy:
            return code, f"$.lazy({owner}, {text(node.name)});\n"
        if head.startswith("get "):
            return code, ""
        place = owner if head.startswith("static ") else f"{owner}.prototype"
        return code, self.signature(f"{place}.{node.name}", node.args, 1)

    # --- the module ---

    def top_assign(self, node: ast.Assign | ast.AnnAssign) -> str:
        """Translate a constant of the module."""
        assert node.value is not None
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if len(targets) != 1:
            raise self.refuse(node, "several targets are not translated")
        names = ", ".join(js_name(name) for name in bound_names(targets[0]))
        if isinstance(targets[0], ast.Name):
            return f"export const {names} = {self.expr(node.value)};\n"
        return f"export const [{names}] = $.unpack({self.expr(node.value)}, {len(names.split(', '))});\n"
