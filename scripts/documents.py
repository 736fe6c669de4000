"""What the documents' site has besides `docs/*.md`: a hook of MkDocs (`mkdocs.yml`), called by `make docs`.

Documents link to files of the whole repository. Those that a reader may want become pages of the site: other documents,
examples, notebooks, data. The reference of the Python API is made from docstrings. Links are the same in the repository
and on the site.
"""

from __future__ import annotations

import base64
import json
import posixpath
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
FONTS = ROOT / "web" / "node_modules" / "@fontsource-variable"
#: The page's own fonts, and its icon.
ASSETS = {
    "site/fraunces.woff2": FONTS / "fraunces/files/fraunces-latin-soft-normal.woff2",
    "site/fraunces-italic.woff2": FONTS / "fraunces/files/fraunces-latin-wght-italic.woff2",
    "site/cabin.woff2": FONTS / "cabin/files/cabin-latin-wght-normal.woff2",
    "site/icon.svg": ROOT / "web" / "public" / "icon.svg",
}
#: Folders whose files get shorter addresses.
SHORTER = (("README.md", "about.md"), ("docs/", ""), ("src/piazzetta/data/", ""), ("examples/notebooks/", "notebooks/"))
LANGUAGES = {".py": "python", ".json": "json"}
_LINK = re.compile(r"(\]\()([^)\s]+)(\))|(\b(?:src|href)=\")([^\"]+)(\")")
_FENCED = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)

#: What a program may import, page by page; other modules are internal.
API: dict[str, tuple[str, list[str]]] = {
    "piazzetta": ("Start games, play them, keep them as records.", []),
    "piazzetta.errors": ("What is raised.", ["piazzetta.errors"]),
    "piazzetta.games.base": ("What a game is, for games of your own.", ["piazzetta.games.base"]),
    "piazzetta.batch": ("Many games at once.", ["piazzetta.batch.Batch"]),
    "piazzetta.bots": ("Levels, positions, hints.", ["piazzetta.bots.levels", "piazzetta.bots.position",
                                                     "piazzetta.bots.hint"]),
    "piazzetta.arena": ("Bots against each other.", []),
    "piazzetta.frames": ("Games as tables.", ["piazzetta.frames"]),
    "piazzetta.envs.pettingzoo": ("The games for PettingZoo.", ["piazzetta.envs.pettingzoo"]),
    "piazzetta.envs.gymnasium": ("The games for Gymnasium.", ["piazzetta.envs.gymnasium"]),
}  # fmt: skip


def address(path: str) -> str:
    """Where a file of the repository lies in the site's sources."""
    for start, short in SHORTER:
        if path.startswith(start):
            path = short + path.removeprefix(start)
            break
    suffix = posixpath.splitext(path)[1]
    return f"{path}.md" if suffix in LANGUAGES else path.removesuffix(".ipynb") + ".md" if suffix == ".ipynb" else path


@cache
def origins() -> dict[str, str]:
    """Every file of the site that is one of the repository: its address, and its path there."""
    found: dict[str, str] = {}
    left = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").rglob("*.md"))]
    left += [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))]
    while left:
        path = left.pop()
        if address(path) in found:
            continue
        found[address(path)] = path
        if path.endswith(".md"):
            left += [target for target, _ in map(split, targets(path)) if target]
    return found


def targets(path: str) -> list[tuple[str, str]]:
    """The links of a document to other files, each with the document's path."""
    text = (ROOT / path).read_text(encoding="utf-8")
    prose = "".join(_FENCED.split(text)[::2])
    return [(path, found[2] or found[5]) for found in _LINK.finditer(prose)]


def split(link: tuple[str, str]) -> tuple[str, str]:
    """The file of the repository that a link leads to, and the place in it; no file for other links."""
    path, target = link
    file, hash_mark, anchor = target.partition("#")
    if not file or ":" in file:
        return "", ""
    named = posixpath.normpath(posixpath.join(posixpath.dirname(path), file))
    if not (ROOT / named).exists():
        raise SystemExit(f"{path} leads to {target}, and there is no such file")
    return named, hash_mark + anchor


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is not in `docs/`."""
    for place, source in ASSETS.items():
        if source.is_file():
            files.append(File.generated(config, place, content=source.read_bytes()))
    for place, path in origins().items():
        if files.get_file_from_path(place) is None:
            source = ROOT / path
            content: str | bytes = as_page(source) if place.endswith(".md") else source.read_bytes()
            files.append(File.generated(config, place, content=content, inclusion=InclusionLevel.INCLUDED))
    for module, (what, _) in API.items():
        files.append(File.generated(config, f"api/{module}.md", content=api_page(module, what)))
    return files


def as_page(source: Path) -> str:
    if source.suffix == ".ipynb":
        return notebook(source)
    text = source.read_text(encoding="utf-8")
    if source.suffix in LANGUAGES:
        return f"# {source.name}\n\n```{LANGUAGES[source.suffix]}\n{text}```\n"
    return text


def api_page(module: str, what: str) -> str:
    from importlib import import_module

    names = API[module][1]
    if not names:  # what it exports, wherever that is defined
        package = import_module(module)
        found = (getattr(package, name) for name in package.__all__)
        names = [f"{one.__module__}.{one.__qualname__}" for one in found if callable(one)]
    return f"# {module}\n\n{what}\n\n" + "\n".join(f"::: {name}\n" for name in names)


def notebook(source: Path) -> str:
    """A notebook as a page: its texts, its code, and what it printed and drew."""
    parts = [f"*This page is the notebook `examples/notebooks/{source.name}`.*\n"]
    for cell in json.loads(source.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(text)
            continue
        parts.append(f"```python\n{text}\n```")
        for output in cell["outputs"]:
            parts.append(shown(output))
    title = next(index for index, part in enumerate(parts) if part.startswith("# "))
    heading, _, rest = parts.pop(title).partition("\n")
    return "\n\n".join([heading, parts[0], rest, *parts[1:]])


def shown(output: Any) -> str:
    data = output.get("data", {})
    if "image/png" in data:
        picture = "".join("".join(data["image/png"]).split())
        return f'<img alt="" src="data:image/png;base64,{picture}">'
    if "image/svg+xml" in data:
        svg = base64.b64encode("".join(data["image/svg+xml"]).encode()).decode()
        return f'<img alt="" src="data:image/svg+xml;base64,{svg}">'
    if "text/html" in data:
        return f'<div class="output">{"".join(data["text/html"])}</div>'
    text = output.get("text") or data.get("text/plain", "")
    return f"```text\n{''.join(text).rstrip()}\n```"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links between files of the repository into links between pages of the site."""
    here = page.file.src_uri
    path = origins().get(here)
    if path is None:
        return markdown

    def on_site(found: re.Match[str]) -> str:
        target, anchor = split((path, found[2] or found[5]))
        if not target:
            return found[0]
        start, end = (found[1], found[3]) if found[2] else (found[4], found[6])
        way = posixpath.relpath(address(target), posixpath.dirname(here) or ".")
        if not found[2]:  # MkDocs leaves HTML alone
            way = re.sub(r"\.md$", ".html", way)
        return f"{start}{way}{anchor}{end}"

    parts = _FENCED.split(markdown)
    parts[::2] = [_LINK.sub(on_site, part) for part in parts[::2]]
    return "".join(parts)


def on_post_build(config: MkDocsConfig) -> None:
    """A site that is opened from a disk has no use for a map of addresses."""
    for name in ("sitemap.xml", "sitemap.xml.gz"):
        (Path(config.site_dir) / name).unlink(missing_ok=True)
    shutil.rmtree(Path(config.site_dir) / "__pycache__", ignore_errors=True)
