# Two commands on a fresh machine: `make play` and `make test`. Each sets up what it needs in .venv.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin

.PHONY: play test lint bench clean

# The package with its tools, and the compiled kernels in the cache, so that nobody waits for them later.
$(VENV)/ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	$(BIN)/piazzetta warm
	touch $@

play: $(VENV)/ready
	$(BIN)/piazzetta serve --open

test: $(VENV)/ready
	$(BIN)/piazzetta warm
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -n 2 -m "not compiled_only" --cov --cov-report=term --cov-fail-under=98
	$(BIN)/python -m pytest -q -n 2

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/ready
	$(BIN)/python -m pip install --quiet --editable '.[dev,bench]'
	$(BIN)/python -m benchmarks.engine

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
