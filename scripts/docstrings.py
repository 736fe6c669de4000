"""Docstrings as Markdown for the reference: examples become blocks of code (an extension of Griffe, `mkdocs.yml`)."""

from __future__ import annotations

import re
from typing import Any

import griffe

#: An example: from its first prompt to the next empty line.
_EXAMPLE = re.compile(r"^(?P<example>>>> .*(?:\n.+)*)", re.MULTILINE)


class Examples(griffe.Extension):
    """Fences examples, and writes reStructuredText's code marks as Markdown's."""

    def on_object(self, *, obj: griffe.Object, **given: Any) -> None:
        if obj.docstring is None:
            return
        text = _EXAMPLE.sub(r"```pycon\n\g<example>\n```", obj.docstring.value)
        obj.docstring.value = re.sub(r"(?<!`)``(?!`)", "`", text)
