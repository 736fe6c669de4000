"""Run the notebooks and keep what they show: ``python scripts/notebooks.py [NAME…]`` (`make notebooks`)."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from nbclient import NotebookClient

nbformat: Any = import_module("nbformat")  # without types

FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"


def run(file: Path) -> Any:
    """Return a notebook with the outputs of a fresh run, and nothing that differs from run to run."""
    notebook = nbformat.read(file, as_version=4)
    NotebookClient(notebook, timeout=600, kernel_name="python3", record_timing=False).execute()
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = [one for one in cell.outputs if one.get("name") != "stderr"]
            for output in cell.outputs:
                data = output.get("data", {})
                if "text/html" in data:  # pandas puts a style into every table
                    data["text/html"] = re.sub(r"<style.*?</style>\n?", "", data["text/html"], flags=re.DOTALL)
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return notebook


if __name__ == "__main__":
    wanted = sys.argv[1:] or sorted(path.stem for path in FOLDER.glob("*.ipynb"))
    for name in wanted:
        made = run(FOLDER / f"{name}.ipynb")
        nbformat.write(made, FOLDER / f"{name}.ipynb")
        print(name)
