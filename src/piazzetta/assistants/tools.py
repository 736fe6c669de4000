"""How a function becomes a tool: its docstring describes it, and what it refuses is a sentence for the assistant."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import ValidationError

from piazzetta.errors import BadInput

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

#: Changes nothing and asks nobody outside.
LOOKS_UP = ToolAnnotations(read_only_hint=True, open_world_hint=False)
#: Reads what a table server tells.
READS = ToolAnnotations(read_only_hint=True, open_world_hint=True)
#: Does something that others at a table see and that cannot be taken back.
ACTS = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=True)


class ToolServer(MCPServer[Any]):
    """A server that refuses arguments that a tool does not have, or lacks, in a sentence."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        schema = next((tool.input_schema for tool in await self.list_tools() if tool.name == name), None)
        if schema is not None:
            known = schema.get("properties", {})
            takes = f"it takes {', '.join(known)}" if known else "it takes none"
            if unknown := [one for one in arguments if one not in known]:
                raise ToolError(f"{name} has no argument {unknown[0]!r}; {takes}.")
            if missing := [one for one in schema.get("required", ()) if one not in arguments]:
                raise ToolError(f"{name} needs the argument {missing[0]!r}; {takes}.")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as problem:
            if isinstance(problem.__cause__, ValidationError):
                first = problem.__cause__.errors()[0]
                raise ToolError(f"{name}, argument {str(first['loc'][0])!r}: {first['msg']}.") from None
            raise


def offer(
    server: MCPServer[Any], annotations: ToolAnnotations, tool: Callable[Asked, Awaitable[dict[str, Any]]]
) -> None:
    """Offer a function as a tool. ``BadInput`` reaches the assistant; any other error stays in the log."""

    @functools.wraps(tool)
    async def answered(*given: Asked.args, **named: Asked.kwargs) -> dict[str, Any]:
        try:
            return await tool(*given, **named)
        except BadInput as problem:
            raise ToolError(str(problem)) from None

    server.add_tool(answered, annotations=annotations)
