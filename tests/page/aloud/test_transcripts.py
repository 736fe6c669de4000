"""Somebody who cannot see the page finishes a lesson, a game and its analysis in both games, by the keyboard alone.

What they hear is kept in ``transcripts``, to be read as they would hear it. After a change of words or screens
``PIAZZETTA_WRITE=1 python -m pytest tests/page/aloud`` writes the transcripts anew; read the difference.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tests.page.aloud.endings import LESSONS, ending
from tests.page.aloud.listener import Listener, compare
from tests.page.learning.test_lessons import by_keys, tab_to
from tests.page.people.company import Company, Sight
from tests.page.people.visitor import Visitor
from tests.tables.ways import WAYS
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

TRANSCRIPTS = Path(__file__).with_name("transcripts")
BEN = 1
WRITE = os.environ.get("PIAZZETTA_WRITE") == "1"
TURN = {"portobello": ".map [data-move], .act", "viaggiatore": ".hand .can .press, .actions .btn"}


@pytest.mark.parametrize("game", list(WAYS))
def test_a_lesson(visit: Visit, game: str) -> None:
    ada = visit()
    page = ada.go("/learn")
    listener = Listener(ada)
    lesson = LESSONS[game]
    tab_to(page, f"[data-learn={game}] [data-take={lesson}]")
    listener.heading(f"The page of lessons, {game}")
    listener.look(f"[data-learn={game}]")
    listener.listen()
    page.keyboard.press("Enter")
    page.wait_for_selector(".coach.task")
    table = page.url.rpartition("/")[2].partition("?")[0]
    listener.heading("The lesson begins")
    listener.hear()
    listener.look("main")
    for move in WAYS[game][lesson][0]:
        listener.does(f"{move}, by the keyboard")
        by_keys(page, game, move)
        listener.hear()
    page.wait_for_selector(".coach.done")
    listener.heading("The lesson is done")
    listener.hear()
    listener.look(".coach.done")
    # the bots' names and tastes, and what comes after the lesson's last move, are different every time
    chance = r'    says: (You draw .*|You sell in the shop.*|.*’s turn\.)\n|    \| +- img "likes .*\n'
    text = re.sub(chance, "", listener.transcript())
    card = ada.context.request.get(f"{ada.base}/api/v1/tables/{table}").json()
    for seat in card["seats"][1:]:
        text = text.replace(seat["name"], f"Bot{seat['seat']}")
    compare(text, TRANSCRIPTS / f"{game}-lesson.txt", WRITE)


def asked(sight: Sight) -> bool:
    """It is Ben's turn."""
    return bool(sight["viewer"] == BEN)


@pytest.mark.parametrize("game", tier(["viaggiatore"], list(WAYS)))  # the other's analysis has five times the moves
def test_a_game_and_its_analysis(visit: Visit, game: str) -> None:
    """The last moves of a game against Ben, the result, and where the game turned."""
    ada = visit()
    wish, moves = ending(game)
    ben = Company(ada.base, game, 2, **wish)
    listener = Listener(ada)
    try:
        ada.remember(pace="0", played=game)
        page = ada.go(ben.link(0))
        page.wait_for_selector(TURN[game])
        listener.listen()
        listener.heading(f"{game}: the table")
        listener.hear()
        listener.look("header")
        listener.look("main")
        for seat, move in moves:
            if seat == 0:
                listener.does(f"{move}, by the keyboard")
                by_keys(page, game, move)
            else:
                listener.does(f"(Ben plays {move})")
                while not any(map(asked, ben.awaited)):
                    ben.hear()
                ben.play(BEN, move)
            listener.hear()
        if game == "viaggiatore":  # its last sale depends on a draw, so that Ben gives up before it
            listener.does("(Ben resigns)")
            token = {"seat": BEN, "token": ben.tokens[BEN]}
            httpx.post(f"{ben.base}/api/v1/tables/{ben.id}/resign", json=token, timeout=60).raise_for_status()
        page.wait_for_selector("main.end")
        page.wait_for_selector(".fair:not(.bad)")
        listener.heading("The end")
        listener.hear()
        listener.look("main.end")
        tab_to(page, "main.end button:has(use[href='#i-search'])")
        listener.does("Analysis, by the keyboard")
        page.keyboard.press("Enter")
        expect(page.locator("[role=status]").filter(has_text="analysis")).not_to_have_count(0)
        listener.heading("The analysis")
        listener.hear()
        listener.look(
            "main.end .panel.whole", only=r"- (heading|img|group|columnheader|button \"You)"
        )  # figures differ
    finally:
        ben.leave()
    text = re.sub(r"\d+(?= ?%)", "N", listener.transcript())
    compare(text, TRANSCRIPTS / f"{game}-game.txt", WRITE)
