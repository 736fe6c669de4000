"""The board does not move by a pixel when the bar below it has more to say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.page.people.players import CARD
from tests.page.people.visitor import OFFERED, Visitor
from tests.page.windows.windows import WINDOWS
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

#: Note every place at which the board is, frame by frame. A sale is another scene: it takes the room of the players.
WATCH = """(selector) => {
  window.prompts = new Set();
  const started = window.boards;
  window.boards = new Set();
  if (started) return;
  const look = () => {
    const board = document.querySelector(selector)?.getBoundingClientRect();
    window.prompts.add(document.querySelector(".prompt .t")?.textContent);
    if (board && !document.querySelector(".selling"))
      window.boards.add([board.left, board.top, board.width, board.height].map(Math.round).join(" "));
    frame(look);
  };
  look();
}"""
#: Press something that goes on with the turn.
PRESS = """(offered) => {
  const all = [...document.querySelectorAll(offered)];
  const keen = all.filter((one) => !/^(bobby|mark)/.test(one.dataset.move ?? ""));
  (keen[0] ?? all[0])?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  document.querySelector(".preview .btn-primary")?.click();
}"""
#: What goes on in the card game: a button, else a card.
BUTTON = ".actions .btn-primary, .actions .go"
GO_ON = f"{BUTTON}, {CARD}"
#: Let the bar say a title and two lines more; return how high that is, and the bar.
LONG = """() => {
  const bar = document.querySelector(".bar");
  const said = bar.querySelector(".prompt").cloneNode();
  said.innerHTML = "<p class='t'>Alle bluffen</p><p class='h'>Keine Auktion mehr in diesem Zug.<br>Und dann?</p>";
  for (const line of said.children) line.classList.add(...said.classList);
  bar.querySelector(".prompt").replaceWith(said);
  return [said.clientHeight, bar.clientHeight];
}"""
SETTLED = "document.fonts.ready.then(() => new Promise((done) => frame(() => frame(done))))"


#: In the short tier the largest and the smallest.
SIZES = tier([(1440, 900), (390, 844)], [(1440, 900), (1366, 768), (820, 1180), (390, 844)])


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_board_stays_where_it_is(visit: Visit, width: int, height: int) -> None:
    """In German, whose words are the longest, from choosing a tile to the bot's turn and back."""
    ada = visit(phone=width < 400, locale="de-DE")
    ada.page.set_viewport_size({"width": width, "height": height})
    page = ada.against_bots()
    page.wait_for_selector(OFFERED)
    page.evaluate(SETTLED)
    page.evaluate(WATCH, ".holder")
    for _ in range(8):
        page.wait_for_selector(OFFERED)
        page.evaluate(PRESS, OFFERED)
        page.evaluate(SETTLED)
    page.wait_for_selector(OFFERED)
    assert page.evaluate("[...window.boards].length") == 1, page.evaluate("[...window.boards]")


def test_the_stage_stays_where_it_is(visit: Visit) -> None:
    """The same in the card game, through every window in one game."""
    ada = visit(locale="de-DE")
    page = ada.against_bots("viaggiatore", players=4)
    sizes = [(1440, 900), (390, 844), *((window.width, window.height) for window in WINDOWS if window.touch)]
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_selector(GO_ON)
        page.evaluate(SETTLED)
        page.evaluate(WATCH, ".stage")
        for _ in range(4):
            page.wait_for_selector(GO_ON)
            page.evaluate(
                "(all) => all.map((one) => document.querySelector(one)).find(Boolean)?.click()", [BUTTON, CARD]
            )
            page.evaluate(SETTLED)
        seen, asked = page.evaluate("[[...window.boards], [...window.prompts]]")
        assert len(asked) > 1, "the bar has said different things"
        assert len(seen) <= 1, f"{width}x{height}: {seen}"
    page.set_viewport_size({"width": 1180, "height": 820})
    page.evaluate(SETTLED)
    stage = page.locator(".stage").bounding_box()
    said, bar = page.evaluate(LONG)
    assert said <= bar
    assert page.locator(".stage").bounding_box() == stage
