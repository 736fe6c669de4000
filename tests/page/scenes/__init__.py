"""Every screen of the page, and how to get there: moments of games that programs played, then a few presses."""

from tests.page.scenes import front, portobello, viaggiatore
from tests.page.scenes.scene import Scene

SCENES: list[Scene] = [*front.SCENES, *portobello.SCENES, *viaggiatore.SCENES]
