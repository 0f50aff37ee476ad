# `make` sets up .venv and draws everything; `make test` runs every test.
PYTHON ?= python3
VENV := .venv
READY := $(VENV)/.ready
CORES ?= 8

.PHONY: all setup test lint lock clean

all: setup
	$(VENV)/bin/snakemake --cores $(CORES)

setup: $(READY)

$(READY): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || \
		{ echo "Error: $(PYTHON) is not Python 3.11 to 3.13; name one: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --requirement requirements.lock
	@touch $(READY)

test: setup lint
	$(VENV)/bin/python -m pytest

lint: setup
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/snakefmt --check Snakefile workflow
	$(VENV)/bin/snakemake --lint

# Needs uv. Run after a change of requirements.in, then commit the lock.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header requirements.in -o requirements.lock

clean:
	rm -rf results .snakemake
