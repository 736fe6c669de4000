"""What a call says, in every language."""

from __future__ import annotations

import re

import pytest

from piazzetta.games.words.messages import messages_of
from piazzetta.server.notifications import wording
from piazzetta.server.notifications.whose_turn import Turn

pytestmark = pytest.mark.compiled_only

LANGUAGES = ("de", "en", "es", "fr", "it")
ADA = Turn("abc", 0, 7, 9, "h", False, "portobello", "Ada", ("Leo", "Bea"), ())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_message_in_every_language(lang: str) -> None:
    own = messages_of("piazzetta.server.notifications", lang)._texts
    english = messages_of("piazzetta.server.notifications", "en")._texts
    assert own.keys() == english.keys()
    for key, text in own.items():
        if key.startswith(("call.", "mail.", "page.", "hook.")):
            assert set(re.findall(r"{(\w+)", text)) >= set(re.findall(r"{(\w+)[,}]", english[key])), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_call_says(lang: str) -> None:
    assert wording.heading([ADA], lang) != wording.heading([ADA, Turn(**{**vars(ADA), "table": "def"})], lang)
    assert "Leo, Bea" in wording.body([ADA], lang)
    assert wording.personal_text([ADA], lang, "https://x.org").endswith("https://x.org/t/abc")
    assert "Ada" in wording.table_text([ADA], lang, "https://x.org")
