# Everything a fresh machine needs: `make play` and `make test` set up by themselves.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help setup play test test-all lint lint-web page types bench docs golden clean

help:  ## say what the targets do
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 18

setup: $(STAMP)  ## make .venv, with the mazzo command in it

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "mazzo needs Python 3.11 or newer: set PYTHON=…"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || scripts/install-debian python3-venv
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing mazzo and what it needs into $(VENV) (about a minute) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

play: setup  ## open the page on which people play every game against the agents
	@$(BIN)/mazzo serve --open

BROWSER = $(VENV)/.browser

$(BROWSER): $(STAMP)  # the browser of the page's tests; without it they are skipped, and say so
	@command -v chromium >/dev/null || scripts/install-debian chromium || true
	@touch $@

# Most of a test is compiling, and what is not optimised compiles in less time; `make test-all` compiles as users do.
QUICK = $(XLA_FLAGS) --xla_backend_optimization_level=0

test: setup $(BROWSER) lint types page  ## lint, types and all tests that fit ten minutes on two cores
	XLA_FLAGS="$(QUICK)" $(BIN)/pytest -n 2 --dist loadfile -m 'not slow'

test-all: setup $(BROWSER) lint types page  ## everything, the long checks too
	$(BIN)/pytest -n 2 --dist loadfile

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint-web: node_modules/.package-lock.json  ## types and lint of the page, with Node, which nothing else needs
	npm run --silent types
	npm run --silent lint

NODE = node -e 'process.exit(Number(process.versions.node.split(".")[0] < 20))' && command -v npm

page:  # nobody needs Node to work on the rest
	@if { $(NODE); } >/dev/null 2>&1; then $(MAKE) --no-print-directory lint-web; \
	else echo "SKIPPED: types and lint of the page, which need Node 20 or newer and npm"; fi

node_modules/.package-lock.json: package.json package-lock.json
	npm ci --silent
	@touch $@

types: setup
	$(BIN)/mypy

GAMES = $(shell $(BIN)/python -c 'import mazzo; print(*mazzo.names())')

bench: setup  ## measure speed: of the games, of the environments, and of training beside another library
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[peers]'
	@for game in $(GAMES); do $(BIN)/mazzo bench env $$game || exit 1; done
	$(BIN)/mazzo bench vector briscola
	$(BIN)/mazzo bench train
	$(BIN)/mazzo bench table --people 1
	$(BIN)/mazzo bench table --people 50

docs: setup  ## generate the reference and strength pages in docs/
	$(BIN)/python scripts/docs.py

golden: setup  ## write the golden games anew (look at the difference before you commit it)
	$(BIN)/python -m tests.golden

clean:  ## remove what was built
	rm -rf $(VENV) .pytest_cache .ruff_cache .mypy_cache build src/*.egg-info
