# Each target is the only command needed: it sets up what it needs first.
#   make league   play the sample leagues and report them
#   make test     all tests
#   make check    lint and types
#   make bench    benchmarks
#   make fuzz     a million hostile frames against the referee's reader
#   make setup    only set up

PYTHON := .venv/bin/python
READY := .venv/.ready
LEAGUES := $(sort $(wildcard sample_leagues/*.toml))

.PHONY: setup league test check bench fuzz clean

setup: $(READY)

$(READY): pyproject.toml .ci/setup $(wildcard sample_bots/*/bot.toml)
	@.ci/setup
	@touch $@

league: $(READY)
	@set -e; for file in $(LEAGUES); do \
	    .venv/bin/arena league run "$$file" --out "leagues/$$(basename "$$file" .toml)"; \
	done

test: $(READY)
	@$(PYTHON) -m pytest --numprocesses auto --dist worksteal

check: $(READY)
	@.venv/bin/ruff format --check .
	@.venv/bin/ruff check .
	@.venv/bin/mypy

bench: $(READY)
	@$(PYTHON) -m benchmarks.run
	@$(PYTHON) -m benchmarks.search

fuzz: $(READY)
	@FUZZ_FRAMES=1000000 $(PYTHON) -m pytest tests/wire/test_fuzzing.py tests/referee/test_fuzzed_match.py

clean:
	rm -rf .venv leagues build dist .pytest_cache .mypy_cache .ruff_cache
