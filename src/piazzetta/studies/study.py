"""A study: a game with its variations, names and comments, made from a record and kept in a file."""

from __future__ import annotations

from typing import Self

from piazzetta.errors import BadRecord, IllegalMove
from piazzetta.match.dealer import SeededDealer
from piazzetta.match.match import Match
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting
from piazzetta.studies import files, text_form
from piazzetta.studies.variations import Variations

#: What is true of a game as it was played, and not of a study of it: how its draws were made, how it was ended.
_OF_THE_GAME = ("fair", "ended")
_LOTS = 1  # tells the draw of a fair start from the draws of the game


class Study(Variations):
    """A game to think about: from its first position, a tree of moves and draws with names and comments.

    >>> import piazzetta
    >>> from piazzetta.studies import Study
    >>> match = piazzetta.game("portobello", players=2).start(seed=1)
    >>> match.play("bobby D7")
    >>> study = Study.of(piazzetta.Record.of(match))
    >>> better = study.play(study.root, "bobby D4")
    >>> study.remark(better, "Nearer to my stalls.")
    >>> [node.move for node in study.root.children]
    ['bobby D7', 'bobby D4']
    >>> study.match(better).mover
    0
    >>> Study.loads(study.dumps()).root.children[1].comment
    'Nearer to my stalls.'
    """

    @classmethod
    def of(cls, record: Record) -> Self:
        """A study of a game, finished or not; ``BadRecord`` if a move is not allowed."""
        extra = {key: value for key, value in record.extra.items() if key not in _OF_THE_GAME}
        study = cls(record.setting, list(record.opening), extra)
        node = study.root
        for index, (seat, text) in enumerate(record.moves):
            try:
                node = study.play(node, text, seat)
            except IllegalMove as refusal:
                raise BadRecord(str(refusal), index) from refusal
        study.game_end = None if node is study.root else node
        return study

    @classmethod
    def new(cls, setting: Setting, seed: int) -> Self:
        """A study of no game yet; the seed draws what comes before the first decision."""
        drawn = setting.drawn(SeededDealer(seed, _LOTS))
        length = drawn.opening_length
        match = Match(drawn, SeededDealer(seed))
        return cls(drawn, [action for _, action in match.log[:length]])

    # --- files ---

    def dumps(self) -> str:
        """One line of JSON: a record of the main line, with the variations and notes in fields of their own."""
        return files.dumps(self)

    @classmethod
    def loads(cls, text: str | bytes) -> Self:
        """Read a study, or a record as the study of its game. ``BadRecord`` names the field, ``tree`` and its line."""
        record = Record.loads(text)
        study = cls.of(files.plain_record(record))
        files.read_tree(study, record.extra)
        return study

    def to_text(self) -> str:
        """The study to read and to edit: a move a line, variations indented, comments after ``>``."""
        return text_form.written(self)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what ``to_text`` wrote; ``BadRecord`` names the line that is wrong."""
        head, lines = text_form.split(text)
        record = Record.loads(head)
        study = cls.of(files.plain_record(record))
        text_form.read_lines(study, lines)
        files.read_tree(study, record.extra)
        return study
