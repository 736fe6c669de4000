"""Debian's Firefox as Playwright starts it: ``python relay.py FIREFOX ARGUMENT…``.

Playwright drives Firefox by WebDriver BiDi. With every new page it sends a command that only newer Firefoxes know, and
has no option to leave it out. This stands between the two and answers that one command, with nothing done; every other
message passes as it is. When Debian's Firefox knows the command, this file goes.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from contextlib import suppress
from functools import partial

from websockets import ConnectionClosed
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

UNKNOWN = "emulation.setMediaFeaturesOverride"
AS_IT_IS = {"max_size": None, "compression": None, "ping_interval": None}


async def pass_on(address: str, client: ServerConnection) -> None:
    """Carry messages both ways until one side ends."""
    async with connect(address, **AS_IT_IS) as browser:  # type: ignore[arg-type]

        async def back() -> None:
            with suppress(ConnectionClosed):
                async for text in browser:
                    await client.send(text)

        answers = asyncio.create_task(back())
        with suppress(ConnectionClosed):
            async for text in client:
                if UNKNOWN in text and (asked := json.loads(text))["method"] == UNKNOWN:
                    await client.send(json.dumps({"type": "success", "id": asked["id"], "result": {}}))
                else:
                    await browser.send(text)
        answers.cancel()


async def main(command: list[str]) -> int:
    firefox = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert firefox.stderr is not None
    async for line in firefox.stderr:
        text = line.decode(errors="replace")
        if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", text):
            address = found[1].removesuffix("/session") + "/session"
            relay = await serve(partial(pass_on, address), "127.0.0.1", 0, **AS_IT_IS)  # type: ignore[arg-type]
            port = relay.sockets[0].getsockname()[1]
            text = text.replace(found[1], f"ws://127.0.0.1:{port}")
        sys.stderr.write(text)
        sys.stderr.flush()
    return await firefox.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
