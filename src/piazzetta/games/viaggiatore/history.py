"""Who learns what, move by move: the history of a game as one viewer saw it, and another that is consistent with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from piazzetta.games.base import OPEN, SPECTATOR, UNTOLD, Move, Viewer
from piazzetta.games.viaggiatore.state import AUCTION, BID, BIDDING, BLUFF, BLUFFED, CARD, CARRY


def history_for(players: int, log: Sequence[Move], viewer: Viewer) -> list[tuple[int, int]]:
    """The moves as the viewer was told them: ``UNTOLD`` where it saw only that something was laid or drawn.

    3.2: when the last bid of an auction is in, the viewer learns the bids it did not know.
    """
    heard: list[tuple[int, int]] = []
    bids: list[tuple[int, int]] = []
    for mover, action, seen_by in log:
        if seen_by == SPECTATOR:
            heard.append((mover, action))
            continue
        knows = viewer in (seen_by, OPEN)
        heard.append((seen_by, action if knows else UNTOLD))
        if action < CARRY:  # a bid; any other secret move is a draw
            bids.append((mover, action))
            if len(bids) == players:
                heard += [bid for bid in bids if viewer not in (bid[0], OPEN)]
                bids.clear()
    return heard


def resample_history(log: Sequence[Move], true: Any, determinized: Any, seat: int, shuffle: Any) -> list[int]:
    """The actions of a game that ends in the ``determinized`` position and looks to ``seat`` like the true one.

    A card hidden in a hand was drawn face down, once, and has not been shown since, so another may have been drawn
    instead. ``shuffle`` puts a list in random order.
    """
    instead: dict[tuple[int, int], int] = {}
    players = len(true["held"])
    for other in range(players):
        if other == seat:
            continue
        before, after = (
            [int(at["hand"][other][k]) for k in range(int(at["held"][other])) if not at["seen"][other][k]]
            for at in (true, determinized)
        )
        shuffle(after)
        instead.update({(other, CARD + card): CARD + new for card, new in zip(before, after, strict=True)})
    actions = [instead.get((seen_by, action), action) for _, action, seen_by in log]
    if true["phase"] == BIDDING:  # 3.2: the bids of this auction are face down
        for at in range(len(log) - 1, -1, -1):
            mover, action, _ = log[at]
            if action == AUCTION:
                break
            if mover != seat:
                card = int(determinized["bid"][mover])
                actions[at] = BLUFF if card == BLUFFED else BID + card
    return actions
