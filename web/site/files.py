"""Write the static site's files besides the page: ``python web/site/files.py FOLDER``.

These are the server's answers that are the same for everybody (games, rulebooks, and the words of games with a plain
table) as JSON, and the documentation, rendered plainly. `make site` passes the folder to the page's build, which copies
all of it into `site/`.
"""

from __future__ import annotations

import html
import json
import posixpath
import re
import shutil
import sys
from itertools import product
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from piazzetta.browser.exports import games_of_page
from piazzetta.games.rulebooks.rulebook import LANGUAGES
from piazzetta.tables.viewers import catalogue

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent

#: Shorter addresses for files deep in the sources.
_PLACES = (("README.md", "index.md"), ("docs/", ""), ("src/piazzetta/data/", ""), ("web/src/words/", "words/"))
_POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"
_PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Piazzetta</title>
<link rel="icon" href="{up}../icon.svg">
<link rel="stylesheet" href="{up}docs.css">
</head>
<body>
<header><a href="{up}../index.html">Piazzetta</a> <a href="{up}index.html">Documentation</a></header>
<main>
{body}
</main>
</body>
</html>
"""


def _place(path: str) -> str:
    """Where a file of the repository lies under the site's ``docs/``."""
    for start, short in _PLACES:
        if path.startswith(start):
            path = short + path.removeprefix(start)
            break
    return re.sub(r"\.md$", ".html", path)


def _slug(text: str) -> str:
    """A heading's anchor, in the usual form of Markdown renderers."""
    return re.sub(r"[^\w\- ]", "", html.unescape(re.sub(r"<[^>]*>", "", text)).lower()).replace(" ", "-")


class Docs:
    """Renders documents, and everything in the repository that they link to."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
        self._todo = ["README.md"]
        self._todo += [f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))]
        self._todo += [
            f"src/piazzetta/data/rules/{path.name}" for path in sorted((ROOT / "src/piazzetta/data/rules").glob("*.md"))
        ]
        self._done: set[str] = set()

    def write(self) -> None:
        self._out.mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / "docs.css", self._out / "docs.css")
        while self._todo:
            path = self._todo.pop(0)
            if path in self._done:
                continue
            self._done.add(path)
            target = self._out / _place(path)
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.endswith(".md"):
                target.write_text(self._page(path), encoding="utf-8")
            else:
                shutil.copy(ROOT / path, target)

    def _page(self, path: str) -> str:
        body = self._markdown.render((ROOT / path).read_text(encoding="utf-8"))
        body = re.sub(r'\b(href|src)="([^"]*)"', lambda found: f'{found[1]}="{self._link(path, found[2])}"', body)
        body = re.sub(
            r"<h([1-6])>(.*?)</h\1>",
            lambda found: f'<h{found[1]} id="{_slug(found[2])}">{found[2]}</h{found[1]}>',
            body,
        )
        title = re.search(r"<h1[^>]*>(.*?)</h1>", body)
        lang = re.search(r"\.(it|es|fr|de)\.md$", path)
        return _PAGE.format(
            lang=lang[1] if lang else "en",
            policy=_POLICY,
            title=re.sub(r"<[^>]*>", "", title[1]) if title else "Piazzetta",
            up="../" * _place(path).count("/"),
            body=body.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>"),
        )

    def _link(self, path: str, link: str) -> str:
        """Turn a link between files of the repository into a link between pages of the site."""
        target, hash_mark, anchor = link.partition("#")
        if not target or ":" in target:
            return link
        named = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        if not (ROOT / named).is_file():
            raise SystemExit(f"{path} leads to {target}, and there is no such file")
        self._todo.append(named)
        return posixpath.relpath(_place(named), posixpath.dirname(_place(path)) or ".") + hash_mark + anchor


def write(out: Path) -> None:
    """Write everything into a folder."""
    games = games_of_page()
    files: dict[str, Any] = {"games": catalogue.games(game.name for game in games)}
    for game, lang in product(games, LANGUAGES):
        files[f"rules/{game.name}.{lang}"] = catalogue.rulebook(game.name, lang)
        if not game.listing.own_table:  # the page has the words of all others
            files[f"words/{game.name}.{lang}"] = catalogue.words(game.name, lang)
    for name, said in files.items():
        path = out / "data" / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(said, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    Docs(out / "docs").write()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("python web/site/files.py FOLDER")
    write(Path(sys.argv[1]))
