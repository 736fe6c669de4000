"""An assistant's side: the official library's own client."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from mcp import Client

from piazzetta.assistants.account import Account
from piazzetta.assistants.server import assistant_server


class Refusal(Exception):
    """A tool said no; the text is what the assistant reads."""


class Assistant:
    """Calls tools, and keeps every text that it was told."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.told: list[str] = []

    async def ask(self, tool: str, **arguments: Any) -> dict[str, Any]:
        result = await self.client.call_tool(tool, arguments)
        self.told.append(result.model_dump_json())
        if result.is_error:
            raise Refusal(" ".join(getattr(part, "text", "") for part in result.content))
        assert result.structured_content is not None
        text = getattr(result.content[0], "text", "")
        assert json.loads(text) == result.structured_content, "both forms say the same"
        return result.structured_content


@asynccontextmanager
async def assistant(account: Account | None = None) -> AsyncIterator[Assistant]:
    async with Client(assistant_server(account)) as client:
        yield Assistant(client)


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(story, 300))
