"""For every lesson a way to its goal, and one that misses it."""

from __future__ import annotations

WAYS: dict[str, dict[str, tuple[list[str], list[str]]]] = {
    "portobello": {
        "alley": (["build D-E@D"], ["build E-I@I", "build E-I@I", "end"]),
        "client": (["draw", "place J"], ["draw", "place C", "build F-J@F", "end"]),
        "toll": (
            ["bobby D7", "bobby D2", "bobby D3", "build B-C@B"],
            ["bobby D8", "bobby D4", "bobby D3", "build B-C@B", "build B-C@B", "end"],
        ),
        "mark": (["mark D11 x4"], ["mark D7 x4"]),
        "lord": (["draw", "place K"], ["draw", "place J", "build F-J@F", "end"]),
    },
    "viaggiatore": {
        "tie": (["bid 73"], ["bid 66"]),
        "bluff": (["bluff"], ["bid 24"]),
        "carrier": (["carry 42 train", "close", "travel 51"], ["carry 51 ship", "close", "stay"]),
        "travel": (["close", "travel 5"], ["close", "stay"]),
        "sell": (["bid 6", "carry 42 plane", "close", "travel 36"], ["bluff", "close", "stay"]),
    },
}
