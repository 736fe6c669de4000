"""How a function becomes a tool: its docstring describes it, and what it refuses is a sentence for the assistant."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from piazzetta.errors import BadInput

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

#: Changes nothing and asks nobody outside.
LOOKS_UP = ToolAnnotations(read_only_hint=True, open_world_hint=False)
#: Reads what a table server tells.
READS = ToolAnnotations(read_only_hint=True, open_world_hint=True)
#: Does something that others at a table see and that cannot be taken back.
ACTS = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=True)


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
