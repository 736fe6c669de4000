"""Portobello Market a second time, from the clauses alone, on names instead of numbers: for the German edition.

It shares nothing with the engine but the map's file, so a mistake in how the engine numbers a map shows.
"""

from __future__ import annotations

from typing import Any

NEUTRAL = (3, 3, 2, 2, 1, 1, 1, 1)
WORTH = {"servant": 1, "burgher": 2, "lord": 3}


class Reference:
    def __init__(self, file: dict[str, Any], players: int) -> None:
        self.players = players
        self.values = {key: alley["values"] for key, alley in file["alleys"].items()}
        self.ends = {key: key.split(".")[0].split("-") for key in self.values}
        self.squares: dict[str, str] = dict.fromkeys(file["squares"], "")
        self.sides = {key: self._sides(one) for key, one in file["districts"].items()}
        self.stalls: dict[str, list[int]] = {key: [] for key in self.values}  # whose, in the order of building
        self.start: dict[str, str] = {}  # the square from which an alley is built
        self.marked: set[str] = set()
        self.scores = [10] * players
        self.left = [{2: 30, 3: 20, 4: 16}[players]] * players
        self.tiles = [{tile: [True] for tile in "234"} for _ in range(players)]
        self.bag = {"servant": 5, "burgher": 5}
        self.neutral = 0
        self.seat, self.bobby, self.walk = players - 1, "", {""}
        self.phase, self.actions, self.tile, self.hand = "setting", 0, "", ""
        self.ending, self.idle, self.busy = False, 0, False

    def _sides(self, district: dict[str, Any]) -> set[str]:
        if "alleys" in district:
            return {*district["alleys"]}
        return {key for key, ends in self.ends.items() if {*ends} <= {*district["squares"]}}

    def toll(self, alley: str) -> dict[int, int]:
        """6.2: who gains and loses what when the Bobby crosses an alley."""
        count = [self.stalls[alley].count(seat) for seat in range(self.players)]
        most = max(count)
        holders = [seat for seat in range(self.players) if count[seat] == most]
        if most and holders == [self.seat]:
            return {}
        if not most or self.seat in holders:
            return {self.seat: -1}
        return {self.seat: -len(holders), **dict.fromkeys(holders, 1)}

    def crossings(self) -> dict[str, str]:
        """The districts across one alley that the Bobby may enter now, each with the alley."""
        found = {}
        for district, sides in self.sides.items():
            common = sides & self.sides[self.bobby]
            if district not in self.walk and common:
                (alley,) = common
                if self.toll(alley).get(self.seat, 0) + self.scores[self.seat] >= 0:
                    found[district] = alley
        return found

    def legal(self) -> set[str]:
        if self.phase == "setting":
            return {f"bobby {district}" for district in self.sides}
        if self.phase == "picking":
            up = [tile for tile, faces in self.tiles[self.seat].items() if True in faces]
            marks = {
                f"mark {one} x{tile}" for one in self.sides if one not in self.marked for tile in up if tile in "24"
            }
            return {f"tile {tile}" for tile in up} | marks
        if self.phase == "placing":
            return {f"place {square}" for square, client in self.squares.items() if not client}
        moves = {f"bobby {district}" for district in self.crossings()}
        acts = set()
        if self.actions and self.left[self.seat]:
            for alley in self.sides[self.bobby]:
                if len(self.stalls[alley]) < len(self.values[alley]):
                    ends = [self.start[alley]] if alley in self.start else self.ends[alley]
                    acts |= {f"build {alley}@{end}" for end in ends}
        if self.actions and sum(self.bag.values()) and "" in self.squares.values():
            acts.add("draw")
        return moves | acts | (set() if acts else {"end"})

    def play(self, move: str) -> None:
        verb, _, what = move.partition(" ")
        if verb in WORTH:
            self.bag[verb] -= 1
            self.hand, self.phase = verb, "placing"
        elif verb == "bobby" and self.phase == "setting":
            self.bobby, self.seat, self.phase = what, 0, "picking"
        elif verb == "bobby":
            for seat, points in self.toll(self.crossings()[what]).items():
                self.scores[seat] += points
            self.bobby = what
            self.walk.add(what)
        elif verb == "tile":
            self.tile, self.actions, self.phase, self.walk = what, int(what[-1]), "acting", {self.bobby}
        elif verb == "mark":
            self._mark(*what.split(" x"))
        elif verb == "draw":
            self.actions -= 1
            self.phase = "drawing"
        elif verb == "place":
            self._place(what)
        elif verb == "build":
            self._build(*what.split("@"))
        else:
            faces = self.tiles[self.seat][self.tile]
            self.tiles[self.seat][self.tile] = [*faces[:-1], False] if faces[-1] else sorted([*faces[1:], False])
            self._pass_turn()

    def _mark(self, district: str, tile: str) -> None:
        stalls = sum(self.stalls[alley].count(self.seat) for alley in self.sides[district])
        self.scores[self.seat] += stalls * int(tile)
        self.marked.add(district)
        del self.tiles[self.seat][tile]
        taken = f"n{NEUTRAL[self.neutral]}"
        self.tiles[self.seat][taken] = [*self.tiles[self.seat].get(taken, []), True]
        self.neutral += 1
        self.busy = True
        self._pass_turn()

    def _place(self, square: str) -> None:
        client, self.hand, self.phase = self.hand, "", "acting"
        self.squares[square] = client
        self._acted({key for key, ends in self.ends.items() if square in ends})
        free = [key for key, one in self.squares.items() if not one]
        if client != "lord" and not sum(self.bag.values()) and free:
            if len(free) > 1:
                self.hand, self.phase = "lord", "placing"
            else:
                self.hand = "lord"
                self._place(free[0])

    def _build(self, alley: str, end: str) -> None:
        self.start[alley] = end
        self.stalls[alley].append(self.seat)
        self.left[self.seat] -= 1
        self.actions -= 1
        self.ending |= not self.left[self.seat]
        self._acted({alley})

    def _acted(self, alleys: set[str]) -> None:
        self.walk, self.busy = {self.bobby}, True
        for alley in alleys:
            if len(self.stalls[alley]) == len(self.values[alley]) and all(
                self.squares[end] for end in self.ends[alley]
            ):
                self._score(alley)

    def _score(self, alley: str) -> None:
        factor = sum(WORTH.get(self.squares[end], 0) for end in self.ends[alley]) - 1
        values = self.values[alley] if self.start.get(alley) == self.ends[alley][0] else self.values[alley][::-1]
        for seat, value in zip(self.stalls[alley], values, strict=False):
            self.scores[seat] += value * factor

    def _pass_turn(self) -> None:
        if not any(True in faces for faces in self.tiles[self.seat].values()):
            self.tiles[self.seat] = {tile: [True] * len(faces) for tile, faces in self.tiles[self.seat].items()}
        self.seat, self.phase, self.actions = (self.seat + 1) % self.players, "picking", 0
        if self.seat == 0:
            self.idle, self.busy = 0 if self.busy else self.idle + 1, False
            if self.ending or self.idle == 3:
                self.phase = "over"
                for alley, ends in self.ends.items():
                    if len(self.stalls[alley]) < len(self.values[alley]) and "lord" in map(self.squares.get, ends):
                        self._score(alley)
