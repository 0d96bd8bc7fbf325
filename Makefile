# Two commands do everything: `make demo` and `make test`. Each sets up what it needs first, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find engine bots workers -name '*.pyx' -o -name '*.pxd') setup.py
DATA := $(shell find engine -name '*.toml')

.PHONY: demo test lint types unit soak bench proto clean tools help

help:  ## what there is to make
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/:/' | column -t -s:

demo: $(VENV)/built  ## a small league of external bots in all five games, with standings
	$(BIN)/arena demo

test: lint types unit  ## lint, types and the whole test suite

lint: $(VENV)/built
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/built
	$(BIN)/mypy

unit: $(VENV)/built tools
	$(BIN)/pytest -n $(shell $(PYTHON) -c 'import os; print(os.cpu_count() + 1)') --dist worksteal -m "not soak"

soak: $(VENV)/built tools  ## tournaments under fire: SOAK=seconds, 600 by default
	SOAK=$(or $(SOAK),600) $(BIN)/pytest -m soak -s tests/soak

bench: $(VENV)/bench  ## speed beside peers; prints tables, writes bench/results.json
	$(BIN)/python -m bench

proto: $(VENV)/built  ## the .proto files of the views and all generated code
	$(BIN)/python proto/generate.py

# Debian's Prometheus and Redis, where apt can have them; tests that need a missing one are skipped and say so.
tools: $(VENV)/tools

$(VENV)/tools:
	@mkdir -p $(VENV)
	@{ command -v promtool && command -v redis-server; } >/dev/null 2>&1 || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends prometheus redis-server >/dev/null; } ; } \
	  || echo "prometheus or redis-server could not be installed: the tests that need them will be skipped"
	@touch $@

$(VENV)/installed: requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --disable-pip-version-check -r requirements.lock
	@touch $@

$(VENV)/built: $(VENV)/installed pyproject.toml $(SOURCES) $(DATA)
	@echo "building the engine: a minute or two the first time"
	$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/bench: $(VENV)/built
	$(BIN)/pip install -q --disable-pip-version-check "open-spiel>=2.0"
	@touch $@

clean:  ## everything that was built
	rm -rf $(VENV) build *.egg-info
	find engine bots workers -name '*.so' -o -name '*.c' | xargs rm -f
