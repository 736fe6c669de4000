"""Every refusal beside the clause it names, to compare them: ``python -m tests.printed.refusals``.

It collects refusals from random games, trying every move at every position, so that you read what players get.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import piazzetta
from piazzetta.games.registry import NAMES
from piazzetta.games.rulebooks.rulebook import find_rulebook
from tests.tiers import tier

#: Two texts are about the same thing if they share a meaningful word, reduced to its stem.
EMPTY = {
    "must",
    "allowed",
    "have",
    "that",
    "with",
    "this",
    "there",
    "been",
    "does",
    "from",
    "already",
    "first",
    "they",
    "when",
}
RULES: dict[str, list[dict[str, object]]] = {
    "portobello": [{}, {"lord": "action", "clients": "queue"}, {"clients": "house"}, {"start_score": 0}],
    "viaggiatore": [{}, {"target": 1}],
}


def refusals(game: str, decisions: int = tier(100, 400)) -> dict[tuple[str, str], str]:
    """Key and clause of every refusal met in random games, with an example message."""
    found: dict[tuple[str, str], str] = {}
    for number, rules in enumerate(RULES[game]):
        chooser = random.Random(number)
        setting = piazzetta.game(game, players=2 + number % 2, rules=rules)
        match = setting.start(seed=number)
        for _ in range(decisions):
            for action in chooser.sample(range(setting.action_count), 60):
                refusal = match.why_not(action)
                if refusal is not None and (refusal.key, refusal.clause) not in found:
                    found[refusal.key, refusal.clause] = str(refusal)
            if match.over:
                match = setting.start(seed=chooser.randrange(1000))
            match.play(chooser.choice(list(match.legal_moves)))
    return found


def stems(text: str) -> set[str]:
    return {word[:4] for word in re.findall(r"[a-z]{4,}", text.casefold()) if word not in EMPTY}


def pairs(game: str) -> Iterator[tuple[str, str, str, str]]:
    """Key, clause, message, and the clause's text after its chapter's title."""
    book = find_rulebook(game)
    for (key, clause), sentence in sorted(refusals(game).items()):
        chapter = next(section.title for section in book.sections if section.number == clause.partition(".")[0])
        yield key, clause, sentence, f"{chapter}: {book.clause(clause)}"


if __name__ == "__main__":
    for name in NAMES:
        for key, clause, sentence, text in pairs(name):
            print(f"{key} ({clause})\n  {sentence}\n  {' '.join(text.split())}\n")
