"""The examples in the description of the interface are what its schemas say, and what concerns people has one each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from piazzetta.server.routes.openapi import _EXAMPLES, openapi

pytestmark = pytest.mark.compiled_only

#: The validator's regular expressions know no surrogates.
DOCUMENT: dict[str, Any] = json.loads(openapi().replace(rb"\\ud800-\\udfff", b""))


def contents() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every body and answer in JSON: of which request, which of both, and its part of the document."""
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            name = f"{method.upper()} {path}"
            parts = [("body", operation.get("requestBody"))]
            parts += [("answer", operation["responses"].get(status)) for status in ("200", "201")]
            for part, found in parts:
                content = (found or {}).get("content", {}).get("application/json")
                if content is not None:
                    yield name, part, content


def test_every_example_fits_its_schema() -> None:
    checked = set()
    for name, part, content in contents():
        if "example" in content:
            schema = {**content["schema"], "components": DOCUMENT["components"]}
            jsonschema_rs.validator_for(schema).validate(content["example"])
            checked.add((name, part))
    given = {(name, part) for name, example in _EXAMPLES.items() for part in example}
    assert checked == given  # none is for a request that there is not


def test_what_concerns_people_has_examples() -> None:
    wanted = ("/api/v1/me", "/api/v1/notifications", "/api/v1/ratings", "/api/v1/match")
    everywhere = ("/notifications", "/blocks", "/reports")
    missing = [
        (name, part)
        for name, part, content in contents()
        if (name.partition(" ")[2].startswith(wanted) or any(part in name for part in everywhere))
        and "/admin/" not in name
        and "example" not in content
    ]
    assert missing == []


def test_a_wrong_example_would_be_found() -> None:
    schema = next(
        content["schema"] for name, part, content in contents() if (name, part) == ("POST /api/v1/me", "body")
    )
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validator_for({**schema, "components": DOCUMENT["components"]}).validate({"nome": "Ada"})
