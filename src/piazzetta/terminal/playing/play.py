"""A game in the terminal: people take turns at one keyboard, bots take the other seats."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from piazzetta.bots import Bot, Position, bot, hint
from piazzetta.errors import BadInput, IllegalMove
from piazzetta.games.base import OPEN, SPECTATOR, Viewer
from piazzetta.games.words.messages import english
from piazzetta.kernel import CHANCE
from piazzetta.match.dealer import SeededDealer, SystemDealer
from piazzetta.match.match import Match
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting
from piazzetta.terminal.playing.choices import choices
from piazzetta.terminal.playing.hints import hint_lines
from piazzetta.terminal.playing.screen import ask, clear, picture, prepare, seat_text
from piazzetta.terminal.playing.story import story, story_table
from piazzetta.terminal.progress import spinner
from piazzetta.terminal.rules import credits, played_edition, read_rulebook, rules
from piazzetta.terminal.simulate import seat_bots
from piazzetta.terminal.tables import tell_command
from piazzetta.terminal.warming.compiling import compiling_note

DEFAULT_BOT = "medium"
#: The field of a record that keeps the bots of its seats, so that a resumed game has the same.
BOTS = "bots"
_RECENT = 6  # stretches of play shown before a turn; the log has all
_HELP = (
    ("NUMBER", "play that choice"),
    ("MOVE", "play a move by its text, as in a record: {example}"),
    ("undo", "undo your last move, unless something was drawn or revealed"),
    ("hint", "the best moves now, and why"),
    ("why MOVE", "why a move is not allowed; why alone quotes the rule behind the last refusal"),
    ("rules WORD", "what the rules of this edition say about a word; rules 3.1 gives a clause, rules alone everything"),
    ("board", "draw the board again"),
    ("log", "the whole game so far in words"),
    ("save FILE", "save the game to a file, to resume or replay it"),
    ("quit", "leave; asks whether to save"),
)


def play(
    setting: Setting,
    humans: set[int],
    seed: int | None,
    console: Console,
    record: Path | None = None,
    match: Match | None = None,
    bots: Sequence[str] = ("random",),
    resumed: Path | None = None,
) -> None:
    """Play a game, or continue ``match``, which is ``resumed`` from a file; ``record``: a file that is kept up to date.

    ``bots`` are the bots of the other seats: one for all, or one for each seat of the table.
    """
    levels = seat_bots(bots, setting)
    prepare(console)
    session = Session(match or setting.start(seed), humans, seed, console, record, levels, resumed)
    try:
        session.run()
    except KeyboardInterrupt:  # Ctrl-C, or quit
        session.leave()
    except EOFError:
        console.print()
        session.part()


class Session:
    """One game at one keyboard."""

    def __init__(
        self,
        match: Match,
        humans: set[int],
        seed: int | None,
        console: Console,
        record: Path | None = None,
        levels: Sequence[str] = (),
        resumed: Path | None = None,
    ) -> None:
        self.match = match
        self.humans = humans
        self.console = console
        self._stderr = Console(stderr=True, highlight=False)
        self._levels = levels = list(levels) or ["random"] * match.setting.players
        first = random.randrange(1 << 31) if seed is None else seed
        self._bots: list[Bot] = [bot(level, first + seat) for seat, level in enumerate(levels)]
        self._dealer = SystemDealer() if seed is None else SeededDealer(seed)
        self._record = record
        self._saved = (resumed, len(match.log)) if resumed else None  # where, and how many moves there were
        self._begun = match.setting.opening_length
        self._seen = dict.fromkeys(humans, self._begun)  # how much of the log each seat has seen
        self._looking: int | None = None  # whose hand was last on the screen
        self._refusal: IllegalMove | None = None
        self._notice = ""  # a message for below the next picture
        self._waits = False  # whether somebody was told that kernels are still compiled
        self._commands: dict[str, Callable[[str], object]] = {
            "undo": self._undo,
            "why": self._why,
            "rules": self._rules,
            "board": self._board,
            "log": self._log,
            "save": self._save_as,
            "hint": self._hint,
            "help": self._help,
            "?": self._help,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Play until the game is over."""
        match = self.match
        while not match.over:
            if match.mover == CHANCE:  # a replayed match without a dealer
                match.deal_with(self._dealer)
            elif match.mover in self.humans:
                self._turn(match.mover)
            else:
                with spinner(self._stderr, "the bots think", after=1):
                    action = self._bots[match.mover].choose(Position.of(match))
                match.play(action)
        self._finish()

    def say(self, sentence: str) -> None:
        self.console.print(Text(sentence))

    # --- a person's move ---

    def _turn(self, seat: int) -> None:
        self._hand_over(seat)
        self._show(seat)
        length = len(self.match.log)
        while len(self.match.log) == length:
            self._answer(
                ask(self.console, Text.assemble("\n", seat_text(self.match.setting.game, seat), ", your move? "))
            )
        self._keep()

    def _hand_over(self, seat: int) -> None:
        """Clear the screen before the next person takes over, so that nobody sees another player's hand."""
        if self._looking != seat and len(self.humans) > 1 and self._has_secrets(seat):
            clear(self.console)
            prompt = Text.assemble(
                "Pass the terminal to ", seat_text(self.match.setting.game, seat), ", who presses Enter. "
            )
            if ask(self.console, prompt) == "quit":
                raise KeyboardInterrupt
        self._looking = seat

    def _has_secrets(self, seat: int) -> bool:
        own, common = self.match.view(seat), self.match.view(SPECTATOR)
        return own | {"viewer": None} != common | {"viewer": None}

    def _show(self, seat: int) -> None:
        clear(self.console)
        if played_by := _edition(self.match.setting):
            self.console.print(Text(played_by, "dim"))
        self.console.print(picture(self.console, self.match, seat))
        self.console.print()
        self._tell_recent(seat, self._seen[seat])
        self._seen[seat] = len(self.match.log)
        if self._notice:
            self.say(self._notice)
            self._notice = ""
        self.console.print()
        self.console.print(choices(self.match))
        self._tell_compiling()

    def _tell_compiling(self) -> None:
        """Say once that bots take longer for now, and once that they do no more."""
        note = compiling_note()
        if bool(note) != self._waits:
            self.say(f"{note}; until then bots take longer." if note else "Everything is compiled: bots are fast now.")
        self._waits = bool(note)

    def _tell_recent(self, viewer: Viewer, since: int) -> None:
        stretches = story(self.match, viewer, since)
        if len(stretches) > _RECENT:
            self.console.print(Text("    …", "dim"))
        if stretches:
            self.console.print(story_table(self.match.setting.game, stretches[-_RECENT:]))

    def _answer(self, line: str) -> None:
        """Play a move or follow a command; invalid input changes nothing."""
        command, _, rest = line.partition(" ")
        moves = list(self.match.legal_moves)
        if line.isascii() and line.isdigit():
            if len(line) < 6 and 1 <= int(line) <= len(moves):
                self._play(moves[int(line) - 1])
            else:
                self.say(f"There is no choice {line[:12]}; the choices are numbered from 1 to {len(moves)}.")
        elif command.lower() in self._commands:
            self._commands[command.lower()](rest.strip())
        elif line.lower() in {move.split()[0] for move in moves} - set(moves):
            self.console.print(choices(self.match, line.lower()))
        elif line:
            self._play(self._meant(line))
        else:
            self.say(f"Type a number from 1 to {len(moves)}, a move, or help.")

    def _meant(self, line: str) -> str:
        """The move that was typed, ignoring spaces and capitals, if it is unambiguous."""
        line = " ".join(line.split())
        if self.match.setting.action(line) >= 0:
            return line
        for texts in (self.match.legal_moves, self.match.setting.game.texts(self.match.setting.components)):
            same = [text for text in texts if text.casefold() == line.casefold()]
            if len(same) == 1:
                return same[0]
        return line

    def _play(self, move: str) -> None:
        try:
            self.match.play(move, self.match.mover)
        except IllegalMove as refusal:
            self._refusal = refusal
            more = "Type why to read the rule." if self._clause(refusal) else "Type help for what you can type."
            self.say(f"{refusal} {more}")

    def _clause(self, refusal: IllegalMove) -> str | None:
        setting = self.match.setting
        return read_rulebook(setting.game.name, edition=played_edition(setting)).clause(refusal.clause)

    # --- commands ---

    def _undo(self, rest: str) -> None:
        seat = self.match.mover
        try:
            self._notice = f"{self.match.undo(seat)} was undone."
        except IllegalMove as refusal:
            self.say(str(refusal))

    def _why(self, rest: str) -> None:
        if rest:
            move = self._meant(rest)
            refusal = self.match.why_not(move)
            if refusal is None:
                self.say(f"{move} is allowed: {self.match.preview(move)}.")
                return
            self._refusal = refusal
        if self._refusal is None:
            self.say("No move has been refused yet. Type why MOVE to ask about one.")
            return
        self.say(str(self._refusal))
        clause = self._clause(self._refusal)
        if clause is not None:
            self.console.print(Markdown(clause))

    def _rules(self, rest: str) -> None:
        try:
            setting = self.match.setting
            rules(setting.game.name, rest or None, self.console, edition=played_edition(setting))
        except BadInput as error:
            self.say(f"No such rule: {error}.")

    def _board(self, rest: str) -> None:
        self._show(self.match.mover)

    def _log(self, rest: str) -> None:
        self.console.print(story_table(self.match.setting.game, story(self.match, self.match.mover, self._begun)))

    def _hint(self, rest: str) -> None:
        with spinner(self._stderr, "looking for the best moves", after=1):
            found = hint(self.match, "medium")
        self.console.print(hint_lines(found))

    def _help(self, rest: str) -> None:
        table = Table.grid(padding=(0, 2, 0, 0))
        example = next(iter(self.match.legal_moves), "")
        for word, meaning in _HELP:
            table.add_row(Text(word, "bold"), Text(meaning.format(example=example)))
        self.console.print(table)

    def _quit(self, rest: str) -> None:
        raise KeyboardInterrupt

    # --- saving ---

    def _save_as(self, name: str) -> bool:
        """Save under a name; returns whether it was done. Asks before overwriting another file."""
        if not name:
            self.say("Give a file name: save FILE.")
            return False
        try:
            path = Path(name).expanduser()
            taken = path.exists() and not (self._saved is not None and self._saved[0] == path)
        except (OSError, RuntimeError):  # name too long, folder not accessible, no home folder
            taken = None
        if taken is None or not name.isprintable():
            self.say("That is not a valid file name.")
            return False
        if taken:
            answer = ask(self.console, Text(f"There is a file {path} already. Overwrite it? (y/n) "))
            if answer.lower() not in ("y", "yes"):
                self.say("Nothing was saved.")
                return False
        if not self._write(path):
            return False
        self.say(f"Saved in {path}.")
        return True

    def _write(self, path: Path) -> bool:
        record = Record.of(self.match)
        if (lines := credits(record.setting.game.name)) is not None:
            record.extra["credits"] = lines
        record.extra[BOTS] = [None if seat in self.humans else level for seat, level in enumerate(self._levels)]
        try:
            record.write(path)
        except OSError as error:
            self.say(f"{path} cannot be written: {error.strerror}.")
            return False
        self._saved = path, len(self.match.log)
        return True

    def _keep(self) -> None:
        """Update the record of the game, if there is one."""
        if self._record is not None and not self._write(self._record):
            self._record = None  # saying it once is enough

    def _offer_to_save(self) -> None:
        while len(self.match.log) > self._begun and (self._saved is None or self._saved[1] != len(self.match.log)):
            name = ask(self.console, Text("\nSave the game? Type a file name, or press Enter to discard it: "))
            if name.isdigit():
                self.say(f"{name[:12]} looks like a move, not like a file.")  # typed ahead of the end
            elif not name or self._save_as(name):
                return

    # --- the end ---

    def _finish(self) -> None:
        match, console = self.match, self.console
        clear(console)
        console.print(picture(console, match, OPEN))
        console.print()
        self._tell_recent(OPEN, min(self._seen.values(), default=self._begun))
        table = Table.grid(padding=(0, 2, 0, 0))
        for seat in sorted(range(match.setting.players), key=lambda seat: -match.scores[seat]):
            table.add_row(
                seat_text(match.setting.game, seat), f"{match.scores[seat]}", "won" if seat in match.winners else ""
            )
        console.print(Text("\nFinal scores", "bold"), table, sep="\n")
        self._keep()
        try:
            if self.humans:
                self._offer_to_save()
        except (EOFError, KeyboardInterrupt):
            console.print()
        file = self._saved[0] if self._saved else "FILE"
        tell_command(console, "To replay a saved game move by move:", ["piazzetta", "replay", str(file)])

    def leave(self) -> None:
        """A person leaves before the end, and may save the game first."""
        try:
            self._offer_to_save()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
        self.part()

    def part(self) -> None:
        """Say how to resume the game another time."""
        self._keep()
        match, seats = self.match, ",".join(str(seat) for seat in sorted(self.humans))
        bots = self._levels if len(set(self._levels)) > 1 else self._levels[:1]
        path, length = self._saved or ("FILE", len(match.log))
        sentence = "The game was not saved. In a game, save FILE keeps it; then this goes on with it:"
        if self._saved is not None:
            since = "" if length == len(match.log) else f" (as it was {len(match.log) - length} moves ago)"
            sentence = f"The game is in {path}{since}. To go on with it:"
        command = ["piazzetta", "play", match.setting.game.name, "--humans", seats, "--bots", ",".join(bots)]
        tell_command(self.console, sentence, [*command, "--resume", str(path)])


def bots_of(record: Record) -> list[str]:
    """Return the bots of a saved game's seats, or none if they are not known."""
    kept = record.extra.get(BOTS)
    if not isinstance(kept, list) or len(kept) != record.setting.players:
        return []
    return [level if isinstance(level, str) else DEFAULT_BOT for level in kept]


def _edition(setting: Setting) -> str:
    """Return the rules that a game is played by in a line; nothing if there is no choice."""
    game = setting.game
    usual = game.rules(setting.edition, {}) if setting.edition in game.editions else {}
    changed = [f"{key} {value}" for key, value in setting.rules.items() if usual.get(key) != value]
    if len(game.editions) < 2 and not changed:
        return ""
    words, key = english(game), f"edition.{setting.edition}"
    name = f"{words.say(key, {})} ({setting.edition})" if key in words else f"edition {setting.edition}"
    return ", ".join([name, *changed])
