"""What a run should do, and the files of its folder."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.train.learner import Recipe
from piazzetta.train.network import Network, Size
from piazzetta.train.thinking import Thinking

#: How seats think in games to learn from: with all of the paper's noise.
LEARNING = Thinking(0, noise=1.0)


@dataclass(frozen=True)
class TrainingPlan:
    """A run. It ends after the given minutes or, if set, decisions: then the same seed gives the same run."""

    game: str
    players: tuple[int, ...] = ()  # all numbers
    editions: tuple[str, ...] = ()  # all
    components: str = "default"  # maps or decks: default, random, or a folder of them
    variants: bool = True  # half of the games with random switches
    focus: float = 0.0  # the share of games of the fewest players with printed rules on the package's own map or deck
    minutes: float = 10.0
    decisions: int = 0
    rows: int = 256  # parallel games
    device: str = "cpu"
    seed: int = 0
    league: float = 0.25  # the share of games against members of the league
    members: int = 24  # how many earlier versions the run adds to the league
    exploiters: int = 0  # number of second learners for the league, each trained against the current network
    exploit: str = ""  # a network's file: play only against it
    start: str = ""  # a network's file to start from
    guests: tuple[str, ...] = ()  # networks' files that join the league at its start; one of them always plays
    size: Size = field(default_factory=Size)
    recipe: Recipe = field(default_factory=Recipe)
    search: Thinking = LEARNING  # with simulations: learn from searches, not from games alone
    sharpness: float = 0.2  # how much a search's values change the policy to learn
    passes: int = 4  # how often a window of searches is learned from

    @property
    def steps(self) -> int:
        return self.rows * self.recipe.steps

    def fraction(self, decisions: int, seconds: float) -> float:
        """The completed fraction of the run."""
        return decisions / self.decisions if self.decisions else seconds / (60 * self.minutes)


class Folder:
    """``plan.json``, ``log.jsonl``, ``network.pt`` (to play), ``run.pt`` (to continue), ``members/`` (the league)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.network, self.run, self.log = path / "network.pt", path / "run.pt", path / "log.jsonl"
        try:
            (path / "members").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{path} cannot be made: {error.strerror}") from None

    def keep_plan(self, plan: TrainingPlan) -> None:
        """Write the plan; refuses to overwrite a different one (only its length may change)."""
        file = self.path / "plan.json"
        text = json.loads(json.dumps(asdict(plan)))
        if self.run.exists():
            held = json.loads(file.read_text("utf-8")) if file.exists() else load(self.run).get("plan", text)
            before = {**json.loads(json.dumps(asdict(TrainingPlan(plan.game)))), **held}
            free = {"minutes", "decisions"}
            other = [f.name for f in fields(TrainingPlan) if f.name not in free and before.get(f.name) != text[f.name]]
            if other:
                raise BadInput(f"{self.path} holds a run with another {', '.join(other)}; name another folder (--out)")
        file.write_text(json.dumps(text, indent=1) + "\n", encoding="utf-8")

    def tell(self, line: dict[str, Any]) -> None:
        with self.log.open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")

    def lines(self) -> list[dict[str, Any]]:
        if not self.log.exists():
            return []
        whole, _, _ = self.log.read_text("utf-8").rpartition("\n")  # a kill may have cut the last line short
        return [json.loads(line) for line in whole.splitlines()]

    def cut_log(self, decisions: int) -> None:
        """Remove log lines written after the checkpoint from which a run continues."""
        lines = [line for line in self.lines() if line["decisions"] <= decisions]
        self.log.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")

    def member(self, number: int) -> Path:
        return self.path / "members" / f"{number:03d}.pt"


def save(kept: Any, file: Path) -> None:
    """Write atomically: a run killed here leaves the file as it was."""
    import torch

    beside = file.with_suffix(".new")
    torch.save(kept, beside)
    os.replace(beside, file)


def load(file: Path | str) -> Any:
    import torch

    return torch.load(file, map_location="cpu", weights_only=True)


def load_network(file: Path | str, game: str | None = None) -> Network:
    """A network from its file; ``BadInput`` if it is invalid or belongs to another game."""
    try:
        kept = load(file)
        if game is not None and kept["game"] != game:
            raise BadInput(f"{file} plays {kept['game']}, not {game}")
        network = Network.from_file(kept)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}") from None
    except BadInput:
        raise
    except Exception as error:  # whatever unpickling raises
        raise BadInput(f"{file} is not a network of piazzetta train ({type(error).__name__})") from None
    return network
