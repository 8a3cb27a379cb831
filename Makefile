# Two commands matter: `make run` and `make test`. Each sets up what it needs.
PYTHON ?= python3
TOOLS := .venv/tools
UV := $(TOOLS)/bin/uv
export UV_PROJECT_ENVIRONMENT := .venv/nagori
BIN := .venv/nagori/bin

.PHONY: help setup run test web lint format bench clean

help: ## Show these targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 10

$(UV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Nagori needs Python 3.11 or newer; set PYTHON=python3.x")'
	@$(PYTHON) -m venv $(TOOLS)
	@$(TOOLS)/bin/python -m pip install --quiet --disable-pip-version-check uv

# The stamp holds as long as the lock does, so a set-up machine starts at once and offline.
.venv/.ready: $(UV) pyproject.toml uv.lock
	@$(UV) sync --locked --quiet --compile-bytecode --no-dev --extra server --extra mcp --extra code --python $(PYTHON)
	@touch $@

.venv/.ready-dev: $(UV) pyproject.toml uv.lock
	@$(UV) sync --locked --quiet --compile-bytecode --all-extras --python $(PYTHON)
	@touch $@ .venv/.ready

setup: .venv/.ready-dev ## Install everything for development into .venv

run: .venv/.ready ## Start Nagori on this machine and open it in the browser
	@$(BIN)/nagori serve --open

test: .venv/.ready-dev ## Run all tests
	@.ci/browser
	@$(BIN)/pytest -n 3 --dist worksteal --ignore tests/browser  # more than cores: many tests wait for time
	@$(BIN)/pytest -n 3 --dist worksteal tests/browser  # apart: the browser's driver keeps a loop running in its process

web: ## Build the web app (needs Node; the built app is committed)
	@cd web && npm ci --silent --no-audit --no-fund && npm run --silent check && npm run --silent test && npm run --silent build

lint: .venv/.ready-dev ## Check format, types and layers
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/pyright

format: .venv/.ready-dev ## Format the code
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: .venv/.ready-dev ## Measure speed (quality needs data: see bench/README.md)
	@$(BIN)/python -m bench

clean: ## Remove the environment
	@rm -rf .venv
