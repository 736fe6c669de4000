"""Why a described position of Portobello Market cannot be, clause by clause."""

from __future__ import annotations

from typing import Any

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.moves import CLIENTS, TILE_NAMES
from piazzetta.games.portobello.positions.draft import IN_TURN, Draft
from piazzetta.games.portobello.state import (
    ACTING,
    BURGHER,
    DRAWING,
    FINISHED,
    FROM_FIRST,
    LAID,
    LORD,
    NOBODY,
    PICKING,
    PLACING,
    REGULARS,
    SERVANT,
    SETTING,
    STALLED_ROUNDS,
    UP,
    ClientsFrom,
    Credit,
    Ending,
    LordComes,
    Scoring,
)
from piazzetta.games.portobello.view import NEUTRAL_STACK
from piazzetta.games.positions import Problem
from piazzetta.kernel import plain

_OF_A_KIND = 5  # servants, and burghers (1.3)


class Check:
    """Looks at one description; collects what is wrong with it."""

    def __init__(self, board: Board, params: Any, draft: Draft) -> None:
        self.board = board
        self.fixed = plain(params)
        self.draft = draft
        self.found: list[Problem] = []
        self.most = 30 if draft.players == 2 else (20 if draft.players == 3 else 16)  # 1.1
        self.actions = 0 if draft.in_use < 0 else (draft.in_use + 2 if draft.in_use < 3 else draft.in_use - 2)

    def all(self) -> list[Problem]:
        if self.draft.phase == SETTING:
            self._first()
        self._stalls()
        self._customers()
        self._lord()
        self._hand()
        self._marks()
        self._tiles()
        self._use()
        self._bobby()
        self._scores()
        self._due()
        self._end()
        return self.found

    def no(self, clause: str, key: str, params: dict[str, Any]) -> None:
        self.found.append(Problem(clause, key, params))

    # --- what stands on the map ---

    def _first(self) -> None:
        """2.3: the Bobby is placed before the first turn, when nothing else has happened."""
        draft, fixed = self.draft, self.fixed
        untouched = all(draft.built(seat) == 0 for seat in range(draft.players))
        untouched = untouched and all(mark is None for mark in draft.marked)
        untouched = untouched and all(face == UP for own in draft.own for face in own)
        if fixed.clients != ClientsFrom.HOUSE:
            untouched = untouched and draft.free == len(self.board.squares)
        if not untouched or draft.busy or draft.idle_rounds:
            self.no("2.3", "begun", {})
        start = [fixed.start_score + fixed.head_start[seat] for seat in range(draft.players)]
        for seat, points in enumerate(start):
            if draft.score[seat] != points:
                self.no("2.1", "first_score", {"seat": seat, "n": points})

    def _stalls(self) -> None:
        draft = self.draft
        for seat in range(draft.players):
            n = draft.built(seat)
            if n > self.most:
                self.no("1.1", "stalls", {"seat": seat, "n": n, "most": self.most})
        for number, alley in enumerate(self.board.alleys):
            owners = draft.owner[number]
            built = len(owners) - owners.count(0)
            begins = owners if draft.begun[number] == FROM_FIRST else list(reversed(owners))
            if 0 in begins[:built]:
                self.no("4.2", "gap", {"alley": alley.key})

    def _customers(self) -> None:
        draft, fixed = self.draft, self.fixed
        for client in (SERVANT, BURGHER, LORD):
            n = draft.on_board(client) + (1 if draft.hand == client else 0)
            most = 1 if client == LORD else _OF_A_KIND
            if n > most:
                self.no("1.3", "customers", {"client": CLIENTS[client], "n": n, "most": most})
            elif fixed.clients == ClientsFrom.QUEUE and client != LORD and n + draft.row.count(client) != most:
                missing = {"client": CLIENTS[client], "n": draft.row.count(client), "most": most - n}
                self.no("10.1", "row", missing)
        if fixed.clients == ClientsFrom.HOUSE:
            wanted = min(REGULARS + 1, len(self.board.squares))
            if len(self.board.squares) - draft.free != wanted:
                self.no("10.2", "house", {"n": len(self.board.squares) - draft.free, "most": wanted})

    def _lord(self) -> None:
        """5.4: he comes when ten customers are on the board, where nobody waits for that before the game (10.2)."""
        draft, fixed = self.draft, self.fixed
        if fixed.clients == ClientsFrom.HOUSE:
            return
        is_here = draft.on_board(LORD) > 0
        if is_here and draft.placed < REGULARS:
            square = self.board.squares[draft.client.index(LORD)].key
            self.no("5.4", "lord_early", {"square": square, "placed": draft.placed})
        may_come = not is_here and draft.placed == REGULARS and draft.free > 0
        if may_come and fixed.lord == LordComes.FREE and draft.hand != LORD:
            self.no("5.4", "lord_due", {})

    def _hand(self) -> None:
        """5.1, 5.2, 5.4: a customer in hand, or about to be drawn."""
        draft, fixed = self.draft, self.fixed
        if draft.phase == DRAWING and (fixed.clients != ClientsFrom.BAG or draft.placed >= REGULARS or draft.free == 0):
            self.no("5.1", "no_draw", {})
        if draft.phase != PLACING:
            return
        if draft.hand == NOBODY:
            self.no("5.2", "no_customer", {})
        elif draft.hand == LORD:
            if fixed.clients == ClientsFrom.HOUSE or draft.placed < REGULARS or draft.free < 2:
                self.no("5.4", "lord_in_hand", {})
        elif draft.free == 0:
            self.no("5.1", "no_square", {})

    # --- tiles ---

    def _marks(self) -> None:
        """7.1, 7.3, 7.4: each district once, each tile once; who lays a tile takes a neutral one."""
        draft = self.draft
        for seat in range(draft.players):
            marks = 0
            for four in range(2):
                name = TILE_NAMES[2 * four]
                places = [number for number, mark in enumerate(draft.marked) if mark == [seat, four]]
                keys = [self.board.districts[number].key for number in places]
                marks += min(len(keys), 1)
                if len(keys) > 1:
                    self.no("7.4", "marked_twice", {"seat": seat, "tile": name, "district": keys[1]})
                if keys and draft.own[seat][2 * four] != LAID:
                    self.no("7.3", "tile_laid", {"seat": seat, "tile": name, "district": keys[0]})
                if not keys and draft.own[seat][2 * four] == LAID:
                    self.no("7.3", "tile_missing", {"seat": seat, "tile": name})
            if draft.own[seat][1] == LAID:
                self.no("7.1", "tile_missing", {"seat": seat, "tile": TILE_NAMES[1]})
            held = sum([sum(face) for face in draft.neutral[seat]])
            if held != marks:
                self.no("7.3", "neutrals", {"seat": seat, "n": held, "most": marks})

    def _tiles(self) -> None:
        """1.2: neutral tiles come from the top of the stack; 3.5: nobody has all tiles face down."""
        draft = self.draft
        held = [0, 0, 0]
        for seat in range(draft.players):
            up = draft.own[seat].count(UP) + sum(draft.neutral[seat][1])
            if up == 0:
                self.no("3.5", "all_down", {"seat": seat})
            for value in range(3):
                held[value] += draft.neutral[seat][0][value] + draft.neutral[seat][1][value]
        top = list(NEUTRAL_STACK[: sum(held)])
        if [top.count(value) for value in (1, 2, 3)] != held:
            self.no("1.2", "stack", {"n": sum(held), "stack": ", ".join([str(value) for value in top])})

    def _use(self) -> None:
        """3.1, 3.2: the tile in use, and what is left of its actions."""
        draft = self.draft
        if draft.phase not in IN_TURN:
            return
        if draft.in_use < 0:
            self.no("3.1", "no_tile", {})
            return
        name = TILE_NAMES[draft.in_use]
        mine, neutral = draft.own[draft.seat], draft.neutral[draft.seat][1]
        is_up = mine[draft.in_use] == UP if draft.in_use < 3 else neutral[draft.in_use - 3] > 0
        if not is_up:
            self.no("3.1", "tile_not_up", {"seat": draft.seat, "in_use": name})
        most = self.actions if draft.phase == ACTING else self.actions - 1
        if draft.left > most:
            self.no("3.2", "actions", {"in_use": name, "n": draft.left, "most": most})

    @property
    def _acted(self) -> bool:
        """Whether a stall was built or a customer placed in this turn."""
        draft = self.draft
        if draft.phase not in IN_TURN:
            return False
        drawn = 1 if draft.phase == DRAWING or (draft.phase == PLACING and draft.hand != LORD) else 0
        return self.actions - draft.left - drawn > 0

    # --- the Bobby, points, the end ---

    def _bobby(self) -> None:
        draft = self.draft
        if draft.phase == SETTING:
            return
        if draft.bobby < 0:
            self.no("2.3", "no_bobby", {})
        elif draft.bobby not in draft.walk or not self._is_walk(draft.bobby, draft.walk):
            self.no("6.4", "walk", {"district": self.board.districts[draft.bobby].key})

    def _is_walk(self, last: int, walk: list[int]) -> bool:
        """Whether one can go through all these districts, each once, and end in the last of them."""
        rest = [district for district in walk if district != last]
        if not rest:
            return True
        beyond = self.board.districts[last].neighbours
        return any(self._is_walk(one, rest) for one in rest if one in beyond)

    def _scores(self) -> None:
        if self.fixed.credit == Credit.REFUSED:
            for seat, points in enumerate(self.draft.score):
                if points < 0:
                    self.no("6.3", "below_zero", {"seat": seat})

    def _due(self) -> None:
        """8.1: alleys that are complete and wait for the end of the turn."""
        draft = self.draft
        for number in draft.due:
            alley = self.board.alleys[number]
            is_complete = 0 not in draft.owner[number] and all(draft.client[end] for end in alley.ends)
            if not is_complete or not self._acted or self.fixed.scoring != Scoring.END_OF_TURN:
                self.no("8.1", "due", {"alley": alley.key})

    def _end(self) -> None:
        draft, fixed = self.draft, self.fixed
        if draft.phase == SETTING:
            return
        first = draft.seat == fixed.starter
        if self._acted and not draft.busy:
            self.no("9.2", "moved", {})
        if first and draft.phase in (PICKING, FINISHED) and draft.busy:
            self.no("9.2", "not_moved", {})
        if draft.idle_rounds >= draft.round:
            self.no("9.2", "idle", {"n": draft.idle_rounds})
        done = [seat for seat in range(draft.players) if draft.built(seat) == self.most]
        stalled = draft.idle_rounds == STALLED_ROUNDS
        if draft.phase == FINISHED:
            ends = done and (first or fixed.ending == Ending.TURN)
            if not ends and not (stalled and first):
                self.no("9.1", "not_over", {})
            return
        if stalled:
            self.no("9.2", "stalled", {"n": draft.idle_rounds})
        turn = self._place(draft.seat) + (1 if draft.phase in IN_TURN else 0)
        for seat in done:
            own_turn = seat == draft.seat and draft.phase in IN_TURN
            if self._place(seat) >= turn or (fixed.ending == Ending.TURN and not own_turn):
                self.no("9.1", "over", {"seat": seat})

    def _place(self, seat: int) -> int:
        """How many turns of a round come before this seat's."""
        return int((seat - self.fixed.starter) % self.draft.players)
