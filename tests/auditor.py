"""Random games that check every property at every move: ``match/audit.py``, with what the package's games need."""

from __future__ import annotations

from piazzetta import Setting
from piazzetta.kernel import INTERPRETED
from piazzetta.match import audit
from tests.tiers import tier

MOVES_TO_LOOK_AT = tier(20, 40) if INTERPRETED else audit.MOST_MOVES  # interpreted, a whole game takes half a minute


def audit_games(setting: Setting, games: int, seed: int) -> None:
    """Fail with the number of the game and the violated property, if there is one."""
    least = -1000 if setting.rules.get("credit") == "granted" else 0  # 6.3
    audit.audit_games(setting, games, seed, MOVES_TO_LOOK_AT, least)
