"""The page: its built files, and its index for every address the page itself handles."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

#: Where the built page is.
PAGE = Path(__file__).parents[1] / "page"

#: MIME types that browsers insist on, whatever the system's own list says.
_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}

_LONGEST = 200  # characters of an address

_PLAIN = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Piazzetta</title>
<h1>Piazzetta</h1>
<p>The table server is running. The page has not been built into this installation; programs find the interface at
<a href="/api/v1/games">/api/v1/games</a>, its description at
<a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p>
</html>
"""


class _Files(StaticFiles):
    """Files whose names contain a digest of their content never change, so a browser may cache them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if kind := _TYPES.get(Path(path).suffix):
            response.headers["Content-Type"] = kind
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


#: What the head of the page at an address says besides, for services that show previews of links.
Describe = Callable[[Request, str], Awaitable[str]]


async def _nothing(request: Request, path: str) -> str:
    return ""


def page_routes(folder: Path | None = None, describe: Describe = _nothing) -> list[BaseRoute]:
    """Return the routes of files and, for any other address that looks like a page, of the page itself."""
    root = (folder or PAGE).resolve()

    async def page(request: Request) -> Response:
        path = request.path_params.get("path", "")
        if len(path) > _LONGEST or "\0" in path:  # neither a file nor a place in the page can be called that
            return Response("nothing here.", 404, media_type="text/plain")
        wanted = (root / path).resolve()
        if path and wanted.is_relative_to(root) and wanted.is_file():
            return FileResponse(wanted, media_type=_TYPES.get(wanted.suffix), headers={"Cache-Control": "no-cache"})
        front = root / "index.html"
        if "." in path.rsplit("/", 1)[-1] or path.startswith("api/"):
            return Response("nothing here.", 404, media_type="text/plain")
        if front.is_file():
            more = await describe(request, path)
            if more:
                html = front.read_text("utf-8").replace("</head>", f"{more}\n</head>", 1)
                return HTMLResponse(html, headers={"Cache-Control": "no-cache"})
            return FileResponse(front, headers={"Cache-Control": "no-cache"})
        return HTMLResponse(_PLAIN)

    assets = root / "assets"
    routes: list[BaseRoute] = []
    if assets.is_dir():
        routes.append(Mount("/assets", _Files(directory=assets)))
    return [*routes, Route("/{path:path}", page)]
