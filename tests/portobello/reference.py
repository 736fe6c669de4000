"""The rules once more, read from the clauses alone and written with no thought of speed: lists, sets and texts.

The kernels are held against it in random games. It shares nothing with them but the text of moves.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

FACTOR = {  # 8.2
    ("servant", "servant"): 1,
    ("burgher", "servant"): 2,
    ("burgher", "burgher"): 3,
    ("lord", "servant"): 3,
    ("burgher", "lord"): 4,
}


class Reference:
    def __init__(self, board: dict[str, Any], players: int, starter: int, rules: dict[str, Any]) -> None:
        self.rules = rules
        self.players = players
        self.starter = starter
        self.values: dict[str, list[int]] = board["alleys"]
        self.districts: dict[str, list[str]] = board["districts"]
        self.clients: dict[str, str | None] = dict.fromkeys(board["squares"])
        self.row: dict[str, list[int | None]] = {alley: [None] * len(v) for alley, v in self.values.items()}
        self.begun: dict[str, str] = {}
        self.marked: set[str] = set()
        self.scores = [rules["start_score"]] * players  # 2.1
        self.stalls = [{2: 30, 3: 20, 4: 16}[players]] * players  # 1.1
        self.tiles = [{"2": True, "3": True, "4": True} for _ in range(players)]  # face up?
        self.neutrals: list[list[list[Any]]] = [[] for _ in range(players)]  # pairs of name, face up?
        self.stack = ["n3", "n3", "n2", "n2", "n1", "n1", "n1", "n1"]  # 1.2
        self.bag = ["servant"] * 5 + ["burgher"] * 5
        self.queue: list[str] = []
        self.bobby = ""
        self.walk: set[str] = set()
        self.seat = (starter + (1 if rules["bobby_set_by"] == "left" else -1)) % players  # 2.3
        self.tile = ""
        self.left = 0
        self.hand = ""
        self.waiting = "bobby"
        self.last_round = False
        self.quiet_rounds = 0
        self.quiet = True
        if rules["clients"] == "queue":
            self.waiting = "arranging"
        elif rules["clients"] == "house":  # what has no client on a larger map stays empty
            self.bag += ["the lord"] + ["nobody"] * (len(self.clients) - 11)
            self.waiting = "arranging"
            self.empty = list(self.clients)

    # --- the map ---

    def round(self, district: str) -> list[str]:
        """The three alleys of a district."""
        return [alley for alley in self.values if set(alley.split("-")) <= set(self.districts[district])]

    def across(self, district: str) -> dict[str, str]:
        """The districts that adjoin, each with the alley between."""
        mine = set(self.round(district))
        shared = {other: mine & set(self.round(other)) for other in self.districts if other != district}
        return {other: alleys.pop() for other, alleys in shared.items() if alleys}

    def ends(self, alley: str) -> tuple[str | None, ...]:
        return tuple(self.clients[square] for square in alley.split("-"))

    # --- whose move, and which ---

    @property
    def mover(self) -> int:
        return {"over": -2, "arranging": -1, "drawing": -1}.get(self.waiting, self.seat)

    def chances(self) -> dict[str, int]:
        return dict(Counter(self.bag)) if self.mover == -1 else {}

    def legal(self) -> set[str]:
        if self.waiting == "bobby":
            return {f"bobby {district}" for district in self.districts}
        if self.waiting == "place":
            return {f"place {square}" for square in self.free()}
        if self.waiting == "tile":
            return self.picks()
        if self.waiting == "actions":
            actions = self.actions() if self.left else set()
            stop = not actions or self.rules["actions"] == "may"  # 3.3
            return actions | self.crossings() | ({"end"} if stop else set())
        return set()

    def picks(self) -> set[str]:
        own = [tile for tile, up in self.tiles[self.seat].items() if up]
        found = {f"tile {tile}" for tile in own} | {f"tile {tile}" for tile, up in self.neutrals[self.seat] if up}
        unmarked = [district for district in self.districts if district not in self.marked]
        return found | {f"mark {district} x{tile}" for district in unmarked for tile in own if tile != "3"}  # 7.1

    def actions(self) -> set[str]:
        found = set()
        if self.stalls[self.seat]:
            for alley in self.round(self.bobby):
                if None in self.row[alley]:
                    ends = [self.begun[alley]] if alley in self.begun else alley.split("-")  # 4.2
                    found |= {f"build {alley}@{end}" for end in ends}
        if self.free() and (self.queue if self.rules["clients"] == "queue" else self.bag):
            found |= {"draw"} - ({"draw"} if self.rules["clients"] == "house" else set())
        if self.rules["lord"] == "action" and self.lord_is_due():
            found.add("lord")
        return found

    def crossings(self) -> set[str]:
        return {
            f"bobby {district}"
            for district, alley in self.across(self.bobby).items()
            if district not in self.walk and sum(self.tolls(alley).values()) <= self.scores[self.seat]  # 6.4, 6.3
        }

    def free(self) -> list[str]:
        return [square for square, client in self.clients.items() if client is None]

    def lord_is_due(self) -> bool:
        on_board = [client for client in self.clients.values() if client]
        return len(on_board) == 10 and "lord" not in on_board and bool(self.free())

    def tolls(self, alley: str) -> dict[int, int]:
        """6.2: what is paid to whom; −1 is nobody."""
        stalls = Counter(owner for owner in self.row[alley] if owner is not None)
        if not stalls:
            return {-1: 1}
        holders = {owner for owner, number in stalls.items() if number == max(stalls.values())}
        if self.seat not in holders:
            return dict.fromkeys(holders, 1)
        if holders == {self.seat} or self.rules["shared_majority"] == "free":
            return {}
        return {-1: 1} if self.rules["shared_majority"] == "bank" else dict.fromkeys(holders - {self.seat}, 1)

    # --- what a move does ---

    def play(self, move: str) -> None:
        word, *rest = move.split()
        if self.waiting == "arranging":
            self.arrange(move)
        elif self.waiting == "drawing":
            self.bag.remove(move)
            self.hand, self.waiting = move, "place"
        else:
            getattr(self, f"do_{word}")(*rest)

    def arrange(self, client: str) -> None:
        self.bag.remove(client)
        if self.rules["clients"] == "queue":
            self.queue.append(client)
            done = not self.bag
        else:
            square = self.empty.pop(0)
            self.clients[square] = None if client == "nobody" else client.removeprefix("the ")
            done = not self.empty
        if done:
            self.waiting = "bobby"

    def do_bobby(self, district: str) -> None:
        if self.waiting == "bobby":
            self.seat, self.waiting = self.starter, "tile"
        else:
            for receiver, points in self.tolls(self.across(self.bobby)[district]).items():
                self.scores[self.seat] -= points
                if receiver >= 0:
                    self.scores[receiver] += points
        self.bobby = district
        self.walk.add(district)

    def do_tile(self, tile: str) -> None:
        self.tile, self.left, self.waiting = tile, int(tile[-1]), "actions"
        self.walk = {self.bobby}

    def do_mark(self, district: str, factor: str) -> None:
        tile = factor[1]
        del self.tiles[self.seat][tile]
        self.marked.add(district)
        own = sum(self.row[alley].count(self.seat) for alley in self.round(district))
        self.scores[self.seat] += own * int(tile)  # 7.2
        self.neutrals[self.seat].append([self.stack.pop(0), self.rules["new_tile"] == "up"])  # 7.3
        self.quiet = False
        self.pass_on()

    def do_build(self, where: str) -> None:
        alley, end = where.split("@")
        self.begun[alley] = end
        row = self.row[alley]
        spaces = range(len(row)) if alley.startswith(f"{end}-") else reversed(range(len(row)))
        row[next(space for space in spaces if row[space] is None)] = self.seat
        self.stalls[self.seat] -= 1
        self.last_round |= self.stalls[self.seat] == 0  # 9.1
        self.acted()
        self.left -= 1
        if None not in row and None not in self.ends(alley):
            self.score(alley)

    def do_draw(self) -> None:
        self.left -= 1
        self.waiting = "drawing"
        if self.rules["clients"] == "queue":
            self.hand, self.waiting = self.queue.pop(0), "place"

    def do_lord(self) -> None:
        self.left -= 1
        self.lord_comes()

    def do_place(self, square: str) -> None:
        self.waiting = "actions"
        self.put(self.hand, square)
        if self.rules["lord"] == "free" and self.lord_is_due():
            self.lord_comes()

    def lord_comes(self) -> None:
        """5.4; on a larger map the player says where."""
        self.acted()
        if len(self.free()) == 1:
            self.put("lord", self.free()[0])
        else:
            self.hand, self.waiting = "lord", "place"

    def put(self, client: str, square: str) -> None:
        self.clients[square] = client
        self.acted()
        for alley in self.values:
            if square in alley.split("-") and None not in self.row[alley] and None not in self.ends(alley):
                self.score(alley)  # 8.1

    def score(self, alley: str) -> None:
        factor = FACTOR[tuple(sorted(client or "" for client in self.ends(alley)))]  # type: ignore[index]
        for owner, value in zip(self.row[alley], self.values[alley], strict=True):
            if owner is not None:
                self.scores[owner] += value * factor

    def acted(self) -> None:
        self.walk = {self.bobby}
        self.quiet = False

    def do_end(self) -> None:
        if self.tile in self.tiles[self.seat]:
            self.tiles[self.seat][self.tile] = False
        else:
            next(pair for pair in self.neutrals[self.seat] if pair == [self.tile, True])[1] = False
        self.pass_on()

    def pass_on(self) -> None:
        own, neutral = self.tiles[self.seat], self.neutrals[self.seat]
        if not any(own.values()) and not any(up for _, up in neutral):  # 3.5
            self.tiles[self.seat] = dict.fromkeys(own, True)
            self.neutrals[self.seat] = [[tile, True] for tile, _ in neutral]
        self.seat = (self.seat + 1) % self.players
        self.left, self.tile, self.waiting = 0, "", "tile"
        if self.seat == self.starter:
            self.quiet_rounds = self.quiet_rounds + 1 if self.quiet else 0
            self.quiet = True
            if self.last_round or self.quiet_rounds == 3:  # 9.1, 9.2
                self.waiting = "over"
                for alley in self.values:  # 9.3
                    if "lord" in self.ends(alley) and None not in self.ends(alley) and None in self.row[alley]:
                        self.score(alley)
