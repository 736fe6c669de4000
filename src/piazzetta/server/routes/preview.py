"""What messengers show of a link to a table, a study or a puzzle: Open Graph tags in the head of the page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from piazzetta.errors import BadInput
from piazzetta.games.registry import find_game
from piazzetta.games.rulebooks.rulebook import LANGUAGES
from piazzetta.games.words.messages import words_of
from piazzetta.puzzles.puzzle import Puzzle, packaged_puzzle
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.routes.http.endpoints import get
from piazzetta.server.routes.http.rate_limits import address_of
from piazzetta.server.routes.tables import drawn
from piazzetta.server.shelf.studies import SharedStudies
from piazzetta.server.workers.fair_queue import LongWork
from piazzetta.server.workers.pictures import SIZE, Pictures, Shown, shown_match
from piazzetta.tables.refusals import Refused

_TABLE = re.compile(r"(?:embed/)?(?:t|replay)/([a-z0-9]{1,32})/?")
_STUDY = re.compile(r"(?:embed/)?study/?")
_PUZZLE = re.compile(r"(?:embed/)?puzzles/([a-z]{1,40})/([0-9a-f]{8})/?")

GameName = Annotated[str, Meta(max_length=40)]
PuzzleId = Annotated[str, Meta(max_length=8)]


@dataclass
class Previews:
    """Of tables, live, replayed or in a frame of another page, of shared studies, and of puzzles."""

    _tables: TableRegistry
    _studies: SharedStudies
    _puzzles: PuzzlePictures

    async def tags(self, request: Request, path: str) -> str:
        """Return the tags of a place of the page; empty: there is nothing to preview."""
        shared = request.query_params.get("shared")
        try:
            if table := _TABLE.fullmatch(path):
                return await self._of_table(request, table[1])
            if shared and _STUDY.fullmatch(path):
                return await self._of_study(request, shared)
            if puzzle := _PUZZLE.fullmatch(path):
                return await self._of_puzzle(request, *puzzle.groups())
        except Refused:
            pass
        return ""

    async def _of_table(self, request: Request, table_id: str) -> str:
        """Names are told only where everybody may watch."""
        card = await self._tables.card(table_id, components=False)
        public = card["options"]["listed"] and card["options"]["spectators"]
        names = [seat["name"] for seat in card["seats"] if public and seat["name"]]
        return _tags(request, card["game"], ", ".join(names), f"tables/{table_id}/picture?at={card['at']}")

    async def _of_study(self, request: Request, key: str) -> str:
        study = await self._studies.find(key)
        title = msgspec.json.decode(study.study or "{}").get("title", "")
        return _tags(request, study.game, title, f"studies/{study.key}/picture?version={study.version}")

    async def _of_puzzle(self, request: Request, game: str, name: str) -> str:
        await self._puzzles.find(request, game, name)
        task = words_of(find_game(game), _language(request)).say("puzzle", {})
        return _tags(request, game, task, f"puzzles/{game}/{name}/picture")


@dataclass
class PuzzlePictures:
    """Pictures of the puzzles that come with the package."""

    _pictures: Pictures
    _long_work: LongWork

    async def find(self, request: Request, game: str, name: str) -> Puzzle:
        try:
            found = await self._long_work.run(address_of(request), lambda: packaged_puzzle(find_game(game).name, name))
        except BadInput:  # there is no such game
            found = None
        if found is None:
            raise Refused("missing", f"there is no puzzle {name}.")
        return found

    @get("/puzzles/{game}/{puzzle}/picture", media="image/png")
    async def picture(self, request: Request, game: GameName, puzzle: PuzzleId) -> Response:
        """A picture of a puzzle, for previews of its link.

        1200 × 630 pixels: what the seat that decides knows. The page at `/puzzles/{game}/{puzzle}` names it in Open
        Graph tags.
        """
        found = await self.find(request, game, puzzle)
        shown = await self._long_work.run(address_of(request), lambda: _shown(found))
        return await drawn(self._pictures.find(shown))


def _shown(puzzle: Puzzle) -> Shown:
    return shown_match(f"puzzle {puzzle.id}", 0, puzzle.match(), puzzle.seat)


def _tags(request: Request, game: str, what: str, picture: str) -> str:
    words = words_of(find_game(game), _language(request))
    base = f"{request.url.scheme}://{request.url.netloc}"
    tags = {
        "og:site_name": "Piazzetta",
        "og:type": "website",
        "og:title": ": ".join([words.say("title", {}), *filter(None, [what])]),
        "og:description": words.say("tagline", {}),
        "og:url": f"{base}{request.url.path}{f'?{request.url.query}' if request.url.query else ''}",
        "og:image": f"{base}/api/v1/{picture}",
        "og:image:type": "image/png",
        "og:image:width": str(SIZE[0]),
        "og:image:height": str(SIZE[1]),
    }
    lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in tags.items()]
    return "\n".join([*lines, '<meta name="twitter:card" content="summary_large_image" />'])


def _language(request: Request) -> str:
    """Return the first of the reader's languages that we speak; services that fetch previews often name none."""
    wished = request.headers.get("accept-language", "")
    tags = [part.partition(";")[0].strip()[:2].lower() for part in wished.split(",")]
    return next((tag for tag in tags if tag in LANGUAGES), "en")
