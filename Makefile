# Two commands matter: `make grade` and `make test`. Both set themselves up.

PYTHON ?= python3
# For example, for a CPU-only PyTorch on Linux: make grade PIP_ARGS="--extra-index-url URL"
PIP_ARGS ?=
SUBMISSIONS ?=
OUT ?= out
EXERCISE ?=
GRADE_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEV_READY := $(VENV)/.ready-dev

.PHONY: help setup grade check test lint verify bench attacks stubs pictures clean

help:  ## This list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

$(VENV)/.made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(READY): pyproject.toml constraints.txt | $(VENV)/.made
	$(BIN)/python -m pip install --quiet --disable-pip-version-check $(PIP_ARGS) -c constraints.txt -e .
	touch $@

$(DEV_READY): pyproject.toml constraints.txt | $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check $(PIP_ARGS) -c constraints.txt -e '.[dev]'
	touch $@

setup: $(READY)  ## Make .venv with everything that grading needs

# Without SUBMISSIONS our own sample class is graded. It is not hostile, so it is graded even where
# student code cannot be isolated (macOS); real hand-ins are not.
grade: $(READY)  ## Grade SUBMISSIONS=path into OUT=path (default: the sample class into out/)
ifeq ($(SUBMISSIONS),)
	@echo "No SUBMISSIONS=path was given: grading our own sample class, which needs no isolation."
	$(BIN)/topograde grade tests/sample_class --out $(OUT) --allow-unsandboxed $(GRADE_ARGS)
else
	$(BIN)/topograde grade '$(SUBMISSIONS)' --out '$(OUT)' $(GRADE_ARGS)
endif

check: $(READY)  ## Check your own work in exercises/ (EXERCISE=backward for one)
	$(BIN)/topograde check $(EXERCISE)

test: $(DEV_READY)  ## Run all tests
	$(BIN)/python -m pytest

lint: $(DEV_READY)  ## Formatting, imports, types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

verify: $(READY)  ## The course proves itself
	$(BIN)/topograde verify

attacks: $(DEV_READY)  ## Grade a hostile class and print what it achieved
	$(BIN)/python -m tests.attacks.battery

bench: $(DEV_READY)  ## Speed and cost, as ratios to what is measured in the same run
	$(BIN)/python -m tests.bench.exam
	$(BIN)/python -m tests.bench.check

stubs: $(READY)  ## Write exercises/ from solutions/
	$(BIN)/topograde release stubs

pictures: $(READY)  ## Draw the notebook's example graphs anew (needs Chromium)
	$(BIN)/python solutions/pictures/draw.py

clean:  ## Remove .venv and results
	rm -rf $(VENV) out build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
