"""Language models play each other. A model is any command that reads a prompt and prints its answer.

    python examples/language_models.py viaggiatore "one=ollama run llama3.2" "two=llm -m gpt-4o-mini" --games 4
    python examples/language_models.py portobello "one=python examples/stand_in_model.py" --bots easy --games 2

Each model becomes a program of the arena (docs/arena.md): the rules and what its seat may know are put into words, the
command answers, and the legal move that it names is played. A model that names none is told so and asked again; if it
names none three times, the first legal move is played, and counted. docs/assistants.md says more.
"""

import argparse
import io
import json
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from piazzetta.games.registry import find_game
from piazzetta.games.rulebooks.rulebook import find_rulebook

TRIES = 3
MODEL_SECONDS = 120
RECENT = 12  # sentences about what has happened


def drawn(picture) -> str:
    console = Console(file=io.StringIO(), width=100, color_system=None)
    console.print(picture)
    return console.file.getvalue().rstrip()


def prompt(setting: dict, seat: int, message: dict, recent: list[str]) -> str:
    """What a model reads: the rules, its view of the table, what has happened, and its legal moves."""
    game = find_game(setting["game"])
    components = game.read_components(setting[game.components_key])
    return "\n\n".join(
        [
            find_rulebook(game.name).markdown.strip(),
            f"You play {game.title} with {setting['players']} players as {game.seat_looks[seat].title}. Play to win.",
            drawn(game.drawing(components, message["view"], 100)),
            "What happened last:\n" + "\n".join(recent or ["Nothing yet."]),
            "Your legal moves:\n" + "\n".join(message["legal"]),
            "Answer with exactly one of these moves, on a line of its own.",
        ]
    )


def find_move(answer: str, legal: list[str]) -> str | None:
    """The legal move that an answer names: the last line that is one, or the only one that it mentions."""
    lines = [re.sub(r"^[\s`*>\"'-]+|[\s`*.\"']+$", "", line) for line in answer.splitlines()]
    for line in reversed(lines):
        if line in legal:
            return line
    mentioned = [move for move in legal if re.search(rf"(?<![\w-]){re.escape(move)}(?![\w-])", answer)]
    return mentioned[0] if len(mentioned) == 1 else None


def ask(command: str, text: str) -> str:
    """Run a model; a command that fails or takes too long has answered nothing."""
    try:
        done = subprocess.run(
            shlex.split(command), input=text, capture_output=True, text=True, timeout=MODEL_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return ""
    if done.returncode:
        print(f"{command!r} ended with status {done.returncode}: {done.stderr[-200:]}", file=sys.stderr)
    return done.stdout


def choose(command: str, text: str, legal: list[str]) -> tuple[str, int]:
    """A model's move, and how many of its answers named none."""
    for unusable in range(TRIES):
        move = find_move(ask(command, text), legal)
        if move is not None:
            return move, unusable
        text += "\n\nYour last answer named no legal move. Answer with one of the moves above and nothing else."
    return legal[0], TRIES


def take_part(command: str, journal: Path) -> None:
    """Speak the arena's program protocol for a model, and note every answer in a journal."""
    setting, seat, recent = {}, 0, []
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "game":
            setting, seat, recent = message["setting"], message["seat"], []
            print("ready", flush=True)
        elif message["type"] == "move":
            recent = (recent + [event["say"] for event in message["events"]])[-RECENT:]
            move, unusable = choose(command, prompt(setting, seat, message, recent), message["legal"])
            with journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"move": move, "unusable": unusable}) + "\n")
            print(move, flush=True)


def score_table(result: dict, journals: dict[str, Path]) -> Table:
    table = Table(title=f"{result['games']} games of {result['game']}")
    for column in ("player", "rating", "wins, 95%", "points", "decisions", "unusable answers", "moves not its own"):
        table.add_column(column, justify="left" if column == "player" else "right")
    for one in result["bots"]:
        noted = []
        if (journal := journals.get(one["name"])) and journal.exists():
            noted = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
        wins, low, high = one["wins"]
        figures = [
            str(len(noted)),
            str(sum(n["unusable"] for n in noted)),
            str(sum(n["unusable"] == TRIES for n in noted)),
        ]
        if one["name"] not in journals:
            figures = ["", "", ""]
        table.add_row(
            one["name"], f"{one['rating'][0]:.0f}", f"{100 * wins:.0f} ({100 * low:.0f} to {100 * high:.0f})",
            f"{one['points'][0]:.1f}", *figures,
        )  # fmt: skip
    return table


def main() -> None:
    if sys.argv[1:2] == ["--model"]:  # started by the arena
        return take_part(sys.argv[2], Path(sys.argv[3]))
    read = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    read.add_argument("game", help="portobello or viaggiatore")
    read.add_argument(
        "models", nargs="+", metavar="NAME=COMMAND", help="a command that reads a prompt and prints a move"
    )
    read.add_argument("--bots", default="", help="bots that play too, such as random,easy")
    read.add_argument("--games", type=int, default=2)
    read.add_argument("--rule", action="append", default=[], metavar="KEY=VALUE")
    asked = read.parse_args()
    models = dict(model.split("=", 1) for model in asked.models)
    with tempfile.TemporaryDirectory() as folder:
        journals = {name: Path(folder) / f"{number}.jsonl" for number, name in enumerate(models)}
        command = [sys.executable, "-m", "piazzetta", "arena", asked.game, "--json", "--games", str(asked.games)]
        command += ["--bots", ",".join([*models, *filter(None, asked.bots.split(","))]), "--workers", "1"]
        for name, model in models.items():
            own = [sys.executable, str(Path(__file__).resolve()), "--model", model, str(journals[name])]
            command += ["--program", f"{name}={shlex.join(own)}"]
        for rule in asked.rule:
            command += ["--rule", rule]
        command += ["--seconds", str(TRIES * MODEL_SECONDS + 10)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            sys.exit(done.returncode)
        Console(width=110).print(score_table(json.loads(done.stdout), journals))
    return None


if __name__ == "__main__":
    main()
