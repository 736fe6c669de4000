"""One game in progress: play, take back, explain. And the setting that games are started from."""

from __future__ import annotations

import difflib
import io
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from piazzetta.errors import IllegalMove
from piazzetta.games.base import OPEN, Preview
from piazzetta.kernel import CHANCE, OVER
from piazzetta.match.dealer import Dealer, SeededDealer, SystemDealer
from piazzetta.match.played_moves import PlayedMoves
from piazzetta.match.position_history import PositionHistory
from piazzetta.match.setup import Setup

#: Longer than any sensible game; limits the record of a match that nobody wants to end.
MOST_MOVES = 32_000


@lru_cache(maxsize=1024)
def _said(setting: Setup, key: str, move: str) -> str:
    """Return why a move cannot be taken back, as a sentence. Cached, because every seat is told after each move."""
    return setting.game.english(setting.components).say("refusal", key, {"move": move})


class LegalMoves:
    """The mover's legal moves: iterable as texts; ``in`` accepts a text or an action number."""

    def __init__(self, setting: Setup, actions: list[int]) -> None:
        self._setting = setting
        self.actions = actions

    def __iter__(self) -> Iterator[str]:
        return (self._setting.text(action) for action in self.actions)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return self._setting.action(move) in self.actions
        return move in self.actions

    def __len__(self) -> int:
        return len(self.actions)

    def __repr__(self) -> str:
        return f"LegalMoves({list(self)!r})"


class _Moment(NamedTuple):
    """What a match remembers besides its positions, to return to."""

    length: int
    mover: int
    legal: LegalMoves | None
    sealed: dict[int, int]
    dealer: Dealer | None


class Match(PlayedMoves):
    """One game in progress.

    >>> import piazzetta
    >>> match = piazzetta.game("portobello", players=2).start(seed=1)
    >>> match.play("bobby D7")
    >>> match.play("tile 3")
    >>> "build D-E@E" in match.legal_moves
    True
    >>> match.play("end")
    Traceback (most recent call last):
    piazzetta.errors.IllegalMove: end is not allowed. 3 actions are left, and an action is still possible \
where the Bobby stands (clause 3.3).
    """

    setting: Setting

    def __init__(self, setting: Setting, dealer: Dealer | None = None, trail: PositionHistory | None = None) -> None:
        """With ``dealer`` None, chance waits for its moves to be played, as in a replay. ``trail``: for a copy."""
        setting.check_rules()
        super().__init__(setting, PositionHistory(setting) if trail is None else trail)
        self._dealer = dealer
        self._legal: LegalMoves | None = None
        self._sealed: dict[int, int] = {}  # choices made before their seats' turn to be asked
        self._no_undo: dict[bool, tuple[str, str, str] | None] = {}  # kept by ``undo_refusal``
        self._mover = self._trail.mover(0)
        self._go_on()

    def copy(self, dealer: Dealer | None = None) -> Match:
        """A copy of the game, to try things out without changing this one. ``dealer`` deals there."""
        other = Match(self.setting, trail=self._trail.copy())
        other._dealer = dealer
        other._log = list(self._log)
        other._sealed = dict(self._sealed)
        other._mover = self._mover
        other._legal = None
        return other

    # --- state of the game ---

    @property
    def mover(self) -> int:
        """Whose move it is: a seat, ``CHANCE`` (−1) or ``OVER`` (−2)."""
        return self._mover

    @property
    def over(self) -> bool:
        return self._mover == OVER

    @property
    def legal_moves(self) -> LegalMoves:
        if self._legal is None:
            self._legal = LegalMoves(self.setting, self._trail.legal(len(self._log)))
        return self._legal

    @property
    def awaited(self) -> list[int]:
        """The seats that may decide now: the mover, or everyone who still has to choose where choices are secret."""
        if self._mover < 0:
            return []
        seats = self.setting.game.awaited(self.setting.params_record, self._at())
        return [seat for seat in seats if seat not in self._sealed]

    def choices(self, seat: int) -> LegalMoves:
        """What an awaited seat may choose; nothing for any other seat."""
        if seat == self._mover:
            return self.legal_moves
        if seat not in self.awaited:
            return LegalMoves(self.setting, [])
        return LegalMoves(self.setting, self._trail.legal_in(self.position(seat)))

    def sealed(self, seat: int) -> str | None:
        """The choice a seat made before its turn to be asked; a secret of that seat."""
        return self.setting.text(self._sealed[seat]) if seat in self._sealed else None

    def position(self, seat: int) -> Any:
        """The position in which this seat is asked, as a copy; also for an awaited seat that is not the mover."""
        state = self.state()
        return state if seat == self._mover else self.setting.game.asking(self.setting.params_record, state, seat)

    # --- moves ---

    def number(self, move: str | int) -> int:
        """The action number of a move given as text or number; ``IllegalMove`` if there is none."""
        if isinstance(move, str):
            action = self.setting.action(move)
            if action >= 0:
                return action
            close = difflib.get_close_matches(move[:40], self.setting.texts, 1, 0.5)
            raise self._refused(
                "unknown_move", "records", move, {"move": move[:40], "meant": close[0] if close else ""}
            )
        action = int(move)
        if 0 <= action < self.setting.action_count:
            return action
        raise self._refused("unknown_move", "records", str(move), {"move": str(action), "meant": ""})

    def play(self, move: str | int, seat: int | None = None) -> None:
        """Play a move of the mover, by text or action number. ``seat`` says who plays it, if that needs checking.

        Chance is then dealt, unless the match has no dealer. Nothing changes if the move is refused or a dealer fails.
        """
        action = self.number(move)
        if seat is not None and seat != self._mover:
            raise self._wrong_seat(action)
        self._check_length()
        reason = self._trail.step(len(self._log), action)
        if reason:
            raise self._explain(action, reason)
        before, played = self._moment(), False
        try:
            self._moved(action)
            self._go_on()
            played = True
        finally:
            if not played:
                self._return_to(before)

    def choose(self, move: str | int, seat: int) -> bool:
        """Make a seat's choice: play it if it is that seat's move, else seal it until then; returns whether sealed.

        Only an awaited seat may choose. If the choice is refused, nothing changes.
        """
        if seat == self._mover or seat not in self.awaited:
            self.play(move, seat)
            return False
        refusal = self.why_not(move, seat)
        if refusal is not None:
            raise refusal
        self._sealed[seat] = self.number(move)
        return True

    def tried(self, move: str | int, seat: int, dealer: Dealer) -> tuple[bool, list[int]]:
        """Return whether a seat's choice would be sealed, and which outcomes ``dealer`` would draw after it.

        ``IllegalMove`` if it is refused. The choice is made and then reversed, so nothing changes, whatever is raised.
        """
        before = self._moment()
        self._dealer = dealer
        try:
            is_sealed = self.choose(move, seat)
            return is_sealed, [action for who, action in self._log[before.length :] if who == CHANCE]
        finally:
            self._return_to(before)

    def deal_with(self, dealer: Dealer) -> None:
        """Let a dealer decide chance from now on, to continue a replayed match."""
        self._dealer = dealer
        self._go_on()

    def why_not(self, move: str | int, seat: int | None = None) -> IllegalMove | None:
        """Why a move is not allowed now, as the error that playing it would raise; None if it is allowed.

        ``seat``: check it as the choice of this awaited seat; None: as the mover's.
        """
        try:
            action = self.number(move)
        except IllegalMove as refusal:
            return refusal
        state = self.position(self._mover if seat is None else seat)
        reason = int(self.setting.game.kernels.why_not(self.setting.params_record, state, action))
        return self._explain(action, reason, state) if reason else None

    def preview(self, move: str | int, seat: int | None = None) -> Preview:
        """What a move costs and gains, and for whom, before it is played; ``IllegalMove`` if it is not allowed.

        ``seat``: take it as the choice of this awaited seat; None: as the mover's.
        """
        refusal = self.why_not(move, seat)
        if refusal is not None:
            raise refusal
        setting, asked = self.setting, self._mover if seat is None else seat
        speech = setting.game.english(setting.components, asked)
        given = (setting.components, setting.params_record, self.position(asked), self.number(move))
        return setting.game.preview(*given).noted(speech)

    def previews(self, seat: int, notes: bool = True) -> list[Preview]:
        """Return what each choice of an awaited seat costs and gains; nothing for any other seat.

        Without ``notes`` there are no sentences, only data, which takes a third of the time.
        """
        game, components, params = self.setting.game, self.setting.components, self.setting.params_record
        if seat == self._mover:
            state, actions = self._at(), self.legal_moves.actions
            after = self._trail.after(len(self._log), actions) if game.looks_ahead else [None] * len(actions)
            both = zip(actions, after, strict=True)
            found = [game.preview(components, params, state, action, then) for action, then in both]
        else:
            state = self.position(seat).keep()
            actions = self._trail.legal_in(state) if seat in self.awaited else []
            found = [game.preview(components, params, state, action) for action in actions]
        speech = game.english(components, seat) if notes else None
        return found if speech is None else [preview.noted(speech) for preview in found]

    def undo(self, seat: int | None = None) -> str:
        """Take back the last move and return its text.

        A seat can take back only its own moves of this turn, never past a draw, a reveal or another seat's move.
        ``seat`` says who asks, if that needs checking; its sealed choice is taken back first.
        """
        refusal = self.undo_refusal(seat)
        if refusal is not None:
            raise refusal
        if seat in self._sealed:
            return self.setting.text(self._sealed.pop(seat))
        mover = self._trail.mover(len(self._log) - 1)
        asked = self.setting.game.awaited(self.setting.params_record, self.state(-2))
        action = self._log.pop()[1]
        self._legal = None
        self._no_undo = {}
        self._mover = mover
        self._sealed = {other: choice for other, choice in self._sealed.items() if other in asked}
        return self.setting.text(action)

    def why_not_undo(self, seat: int | None = None) -> str:
        """Why the last move cannot be taken back; empty if it can."""
        refusal = self.undo_refusal(seat)
        return "" if refusal is None else str(refusal)

    def undo_refusal(self, seat: int | None = None) -> IllegalMove | None:
        """Why the last move cannot be taken back, as the error that ``undo`` would raise; None if it can.

        The asking seat does not learn another's move or a chance outcome, since these may be secret.
        """
        if seat not in self._sealed and not self._log:
            return self._refused("undo_nothing", "undo", "undo", {})
        found = self.undo_barred(seat)
        return None if found is None else IllegalMove(found[0], "undo", "undo", found[1], {"move": found[2]})

    def undo_barred(self, seat: int | None) -> tuple[str, str, str] | None:
        """Why the last move cannot be taken back: a sentence, its key, and the move if the seat may know it; None if it
        can. There must be a move."""
        if seat in self._sealed:
            return None
        known = seat is None or seat == self._log[-1][0]
        if known not in self._no_undo:  # everyone who did not make the last move gets the same answer
            self._no_undo[known] = self._bar_to_undo(known)
        return self._no_undo[known]

    # --- internals ---

    def _bar_to_undo(self, known: bool) -> tuple[str, str, str] | None:
        """Return why the last move cannot be taken back: a sentence, its key, and the move if the asker may know it.

        ``known``: the asker made the move, so its text is no secret. None: it can be taken back.
        """
        last, action = self._log[-1]
        undo_barrier = self.setting.game.undo_barrier
        if last == CHANCE:
            key = "undo_chance"
        elif not known:
            key = "undo_other_seat"
        elif undo_barrier(self._at()) != undo_barrier(self._at(-2)):
            key = "undo_too_late"
        else:
            return None
        move = self.setting.text(action) if known else ""
        return _said(self.setting, key, move), key, move

    def _moment(self) -> _Moment:
        return _Moment(len(self._log), self._mover, self._legal, dict(self._sealed), self._dealer)

    def _return_to(self, before: _Moment) -> None:
        """Reverse all moves since a moment. The next move overwrites the positions after them."""
        self._log = self._log[: before.length]
        self._mover, self._legal = before.mover, before.legal
        self._sealed, self._dealer = before.sealed, before.dealer
        self._no_undo = {}

    def _moved(self, action: int) -> None:
        self._log.append((self._mover, action))
        self._legal = None
        self._no_undo = {}
        self._mover = self._trail.mover(len(self._log))

    def _go_on(self) -> None:
        """Deal pending chance outcomes, and play sealed choices when their seats are asked."""
        while True:
            if self._mover == CHANCE and self._dealer is not None:
                action = self._trail.drawn(len(self._log), self._dealer)
            elif self._mover in self._sealed:
                action = self._sealed.pop(self._mover)
            else:
                return
            self._check_length()
            self._trail.step(len(self._log), action)
            self._moved(action)

    def _check_length(self) -> None:
        if len(self._log) >= MOST_MOVES:
            raise self._refused("too_long", "records", "", {"n": MOST_MOVES})

    def _wrong_seat(self, action: int) -> IllegalMove:
        text = self.setting.text(action)
        if self._mover == OVER:
            return self._refused("game_over", "9", text, {})
        return self._refused("wrong_seat", self.setting.game.turn_clause, text, {"mover": self._mover})

    def _refused(self, key: str, clause: str, move: str, facts: dict[str, Any]) -> IllegalMove:
        """An error for what any match refuses, whatever the game."""
        sentence = self.setting.game.english(self.setting.components).say("refusal", key, facts)
        return IllegalMove(sentence, clause, move, key, facts)

    def _explain(self, action: int, reason: int, state: Any = None) -> IllegalMove:
        setting = self.setting
        asked = self.state() if state is None else state
        found = setting.game.refusal(setting.components, setting.params_record, asked, action, reason)
        return IllegalMove(found.sentence, found.clause, setting.text(action), found.key, found.params)

    def __str__(self) -> str:
        """The position as a drawing without colour."""
        from rich.console import Console

        viewer = OPEN if self.over else self._mover
        console = Console(file=io.StringIO(), width=80, color_system=None)
        with console.capture() as capture:
            console.print(self.setting.game.drawing(self.setting.components, self.view(viewer)))
        return capture.get().rstrip("\n")

    def __repr__(self) -> str:
        return f"<Match of {self.setting!r} after {len(self._log)} moves>"


class Setting(Setup):
    """A game as set up for a table, made by ``piazzetta.game``. Any number of matches can be started from it."""

    def start(self, seed: int | None = None, dealer: Dealer | None = None, number: int = 0) -> Match:
        """A new match. A seed makes chance the same on every machine; without one, the system's random generator deals.
        Each ``number`` is another game of the same seed.

        >>> import piazzetta
        >>> match = piazzetta.game("portobello", players=3).start(seed=7)
        >>> match.play("bobby D4")
        >>> match.mover
        0
        """
        setting = self.drawn(SystemDealer()) if seed is None else self.of_game(seed, number)
        if dealer is None:
            dealer = SystemDealer() if seed is None else SeededDealer(seed, number)
        return Match(setting, dealer)
