"""Who plays is in sight at every size: all of them at once, and no bot's name is shortened."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.page.people.visitor import DRAWN, Visitor
from tests.page.windows.windows import WINDOWS, Window
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only

SOURCE = Path(__file__).parents[3] / "web" / "src" / "shell" / "seats" / "players.ts"
PHONES = (
    Window("phone", 390, 844, touch=True),
    Window("small phone", 360, 640, touch=True),
    Window("small phone lying down", 740, 360, touch=True),
    Window("desktop", 1440, 900),
)
#: In the short tier the tables with the narrowest places.
TABLES = tier(
    (("portobello", 4), ("viaggiatore", 6)),
    (*(("portobello", players) for players in (2, 3, 4)), *(("viaggiatore", players) for players in range(2, 7))),
)
#: Names that are cut off or not told in full to whoever points at them, and players who are not all in sight.
WRONG = """() => {
  const wrong = [];
  for (const name of document.querySelectorAll(".mini .word, .place .word, .board .name")) {
    const short = name.scrollWidth - name.clientWidth;
    if (short > 0) wrong.push(`${name.textContent} is cut by ${short}`);
    if (name.title !== name.textContent) wrong.push(`${name.textContent} has no title`);
  }
  const players = document.querySelectorAll(".others > *, .boards > *");
  for (const player of players) {
    const { x, y, width, height } = player.getBoundingClientRect();
    for (const place of [y + 4, y + height - 4]) {
      const hit = document.elementFromPoint(x + width / 2, place);
      if (!player.contains(hit)) wrong.push(`${player.textContent.trim().slice(0, 20)} is covered or out of sight`);
    }
  }
  return players.length ? wrong : ["no players"];
}"""


def longest_names(count: int) -> list[str]:
    """The longest of the names that the page gives to bots."""
    found = re.search(r"BOT_NAMES = \[(.*?)\]", SOURCE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return sorted(re.findall(r'"(\w+)"', found[1]), key=len, reverse=True)[:count]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_all_players_are_in_sight_by_name(visit: Callable[..., Visitor], game: str, players: int) -> None:
    visitor = visit(phone=True)
    bots = [{"kind": "bot", "level": "easy", "name": name} for name in longest_names(players - 1)]
    visitor.go()
    made = visitor.make({"game": game, "seats": [{"kind": "me", "name": "Ada"}, *bots], "starter": 0})
    page = visitor.go(f"/t/{made['table']}#s=0&k={made['tokens']['0']}")
    page.wait_for_selector(".others > *, .boards > *")
    wrong = {}
    for window in (*PHONES, *WINDOWS):
        window.open(page)
        page.evaluate(DRAWN)
        found = page.evaluate(WRONG)
        if found:
            wrong[window.name] = found
    assert not wrong
