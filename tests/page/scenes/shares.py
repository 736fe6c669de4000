"""How the workers of a parallel run share the page's tests, so that nothing costly is prepared twice."""

from __future__ import annotations

from pathlib import Path

from xdist.scheduler import LoadScopeScheduling

from tests.page.scenes import SCENES

#: One worker takes all of these, by module: one visit before the network goes off, one build of the site.
TOGETHER = {"test_offline": "offline", "test_site": "site", "test_plain_offline": "site"}
#: Scenes of one game, which continues from one to the next.
GAMES = {scene.name: f"{scene.order[:3]}" for scene in SCENES if scene.game}


class Shares(LoadScopeScheduling):  # type: ignore[misc]
    """Large shares first, then test by test."""

    def _split_scope(self, nodeid: str) -> str:
        return share(nodeid)


def share(nodeid: str) -> str:
    """Name the share to which a test belongs; tests of one share run in one worker."""
    file, _, test = nodeid.partition("::")
    module = Path(file).stem
    if module in TOGETHER:
        return TOGETHER[module]
    if module == "test_screens":
        return GAMES.get(test.partition("[")[2].removesuffix("]"), nodeid)
    return nodeid
