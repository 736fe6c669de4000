"""The board does not move by a pixel when the bar below it has more to say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.page.people.visitor import OFFERED, Visitor

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

#: Note every place at which the board is, frame by frame.
WATCH = """() => {
  window.boards = new Set();
  const look = () => {
    const board = document.querySelector(".holder")?.getBoundingClientRect();
    if (board) window.boards.add([board.left, board.top, board.width, board.height].map(Math.round).join(" "));
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


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1366, 768), (820, 1180), (390, 844)])
def test_the_board_stays_where_it_is(visit: Visit, width: int, height: int) -> None:
    """In German, whose words are the longest, from choosing a tile to the bot's turn and back."""
    ada = visit(phone=width < 400, locale="de-DE")
    ada.page.set_viewport_size({"width": width, "height": height})
    page = ada.against_bots()
    page.wait_for_selector(OFFERED)
    page.evaluate("document.fonts.ready")
    page.evaluate("new Promise((done) => frame(() => frame(done)))")
    page.evaluate(WATCH)
    for _ in range(8):
        page.wait_for_selector(OFFERED)
        page.evaluate(PRESS, OFFERED)
        page.evaluate("new Promise((done) => frame(() => frame(done)))")
    page.wait_for_selector(OFFERED)
    assert page.evaluate("[...window.boards].length") == 1, page.evaluate("[...window.boards]")
