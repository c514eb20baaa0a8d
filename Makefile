# make demo   plays a few turns by real mail on this machine
# make test   checks everything: ruff, mypy, import-linter, pytest
# Both make .venv, from the exact versions in constraints.txt and constraints-test.txt.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/pip --disable-pip-version-check --quiet

# Let Python write bytecode: many tests start processes, which would otherwise compile all sources again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test lint pytest thorough long boards secrets crash hunt balance truth nodes load deadline year liveliness look mailnet images compose bench docs compiled wheels uncompiled clean constraints

demo: $(VENV)/.runs
	$(BIN)/pbem demo

# Run both at once, because neither keeps two cores busy all the time.
test: $(VENV)/.tests
	$(MAKE) --no-print-directory --jobs=2 lint pytest

lint: $(VENV)/.tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

pytest: $(VENV)/.tests uncompiled
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder

# Run the random games and examples in full number, which takes too long for every change.
long: $(VENV)/.tests
	XIII_GAMES=200 HARDBOP_GAMES=200 EMPIRES_GAMES=200 DOMINATION_GAMES=200 MAP_GAMES=200 FOG_EXAMPLES=500 POSITIONS=20000 PICTURE_GAMES=5 \
	XIII_EXAMPLES=500 HARDBOP_EXAMPLES=500 EMPIRES_EXAMPLES=500 DOMINATION_EXAMPLES=500 PREVIEW_EXAMPLES=400 \
	DASHES_EVERY=1 TIMES=5 \
		$(BIN)/pytest -n 2 tests/games tests/maps tests/rules/test_solving.py tests/reading/lines/test_dashes.py \
		tests/commands/sheets/test_preview.py tests/pictures/test_picture_overlaps.py
	ALL_TABLES=yes $(BIN)/pytest tests/service/test_twin_tables.py -k clear
	TOUCH=all $(BIN)/pytest -m browser -o addopts="-q --strict-markers" tests/web/test_touch_composes.py
	HOSTILE_EXAMPLES=1000 HOSTILE_SECONDS=0.1 $(BIN)/pytest -n 2 tests/mail/test_hostile.py
	ROBOT_EXAMPLES=1000 $(BIN)/pytest -n 2 tests/games/test_robots.py -k hidden
	ORDINARY_LINES=100000 ORDINARY_EACH=1 $(BIN)/pytest -n 2 tests/reading/lines/test_ordinary_lines.py
	COMPOSED_MESSAGES=2500 $(BIN)/pytest -n 2 tests/games/test_every_word.py
	ANY_HEADER_EXAMPLES=10000 $(BIN)/pytest tests/mail/test_any_header.py

# Play random games on every map of the standard rules, with and without fog, and check that each turn obeys the rules.
boards: $(VENV)/.tests
	MAP_GAMES=$(or $(GAMES),200) MAP_TURNS=$(or $(TURNS),60) nice $(BIN)/pytest -n 2 tests/maps/test_random_games.py tests/maps/test_drawings.py

# Play random games, and search everything that is sent and logged for what its reader may not know.
secrets: $(VENV)/.tests
	SECRET_GAMES=$(or $(GAMES),100) $(BIN)/pytest -n 2 tests/service/test_secrets.py

# Kill the service at every step, again and again, and check that nothing is lost or done twice. With SQLite and
# PostgreSQL, and with messages by SMTP and from a Dovecot mailbox, as far as these servers are installed.
crash: $(VENV)/.tests
	$(BIN)/python -m tests.endurance.crash --kills $(or $(KILLS),500) --seed $(or $(SEED),1)

# Measure how soon a scripted search finds the Ring of Hardbop: the table of HB 7.1(a) in adjudicator/hardbop/rules.md.
hunt: $(VENV)/.tests
	$(BIN)/python -m bench.ring_hunt --games $(or $(GAMES),300)

# Measure with robots how balanced the games are, and write docs/balance.md. 500 games of each take a night.
balance: $(VENV)/.tests
	$(BIN)/python -m bench.balance --games $(or $(GAMES),500) --level $(or $(LEVEL),easy) --data balance.json --write

# Check the headlines and texts of random turns against what happened.
truth: $(VENV)/.tests
	$(BIN)/python -m tests.endurance.truth --turns $(or $(TURNS),10000)

# Take pictures of every mail and page, in ./look; this needs Chromium.
look: $(VENV)/.tests
	$(BIN)/python tools/look.py

# Build the documents as a web site in ./site; a link that leads nowhere makes it fail.
docs: $(VENV)/.docs
	$(BIN)/mkdocs build --strict

# Check that three nodes on one PostgreSQL run each turn once, although one is killed, one stops, and clocks are wrong.
nodes: $(VENV)/.tests
	$(BIN)/python -m tests.endurance.nodes --tables $(or $(TABLES),300)

# Measure what one machine can do, compared with limits from the same run.
load: $(VENV)/.tests
	$(BIN)/python -m bench.load --tables $(or $(TABLES),2000)

# Measure a thousand tables that are due at once, with and without pictures, and a quarter of them.
deadline: $(VENV)/.tests
	$(BIN)/python -m bench.deadline --tables $(or $(TABLES),1000) --pictures $(or $(PICTURES),both)

# Measure the database after a year of a hundred tables, and what work costs then and on the first day; some minutes.
year: $(VENV)/.tests
	nice $(BIN)/python -m bench.year --tables $(or $(TABLES),100) --turns $(or $(TURNS),122)

# Run the tests that take too long for every change, and those that differ from one of `make test` only in their values.
thorough: $(VENV)/.tests uncompiled
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder -m thorough -o addopts="-q --strict-markers"
	XIII_GAMES=30 HARDBOP_GAMES=16 EMPIRES_GAMES=10 DOMINATION_GAMES=10 ROBOT_EXAMPLES=6 $(BIN)/pytest -n 2 \
		tests/games/test_xiii_games.py tests/games/test_hardbop_games.py tests/games/empires/test_empires_games.py \
		tests/games/test_domination_games.py tests/games/test_robots.py -k "random_game or invariants or record or hidden"
	TIMES=5 DASHES_EVERY=5 POSITIONS=2000 COMPOSED_MESSAGES=150 $(BIN)/pytest -n 2 tests/reading/lines/test_dashes.py \
		tests/rules/test_solving.py tests/rules/domination/test_domination_reading.py tests/rules/middle_earth/test_reading_xiii.py \
		tests/games/test_truth.py tests/games/test_every_word.py -k "dashes or random or any or pieces"

# Run the tests that need servers, a browser or a compiler, and so are not in `make test`.
mailnet: $(VENV)/.tests
	$(BIN)/pytest -m "mailnet or browser or compiler or processes" -o addopts="-q --strict-markers"

# Build the images of deploy/ and run them together: as root, with buildah and debootstrap; takes some minutes.
images: $(VENV)/.tests
	$(BIN)/pytest -m images -o addopts="-q --strict-markers" tests/install/test_images.py

# Test deploy/compose.yaml unchanged, as root, with a Docker daemon and port 25 free: messages, kills, backup, restore.
compose: $(VENV)/.tests
	$(BIN)/pytest -m images -o addopts="-q -s -rs --strict-markers" tests/install/test_deploy_compose.py

# Compile the hot modules of the rules in this checkout, as in a wheel. This needs a C compiler. Python prefers the compiled
# modules to the sources: after an edit run this again, or `make uncompiled`. The tests refuse to run with outdated ones.
compiled: build/compiled

build/compiled: hatch_build.py $(shell find adjudicator -name '*.py') | $(VENV)/.tests
	$(BIN)/python hatch_build.py .
	mkdir -p build && touch $@

# Build a compiled wheel for this platform and a pure one in ./dist, install each into an empty environment, and
# measure the installation, the start and the memory at rest. Building needs a C compiler.
wheels: $(VENV)/.tests uncompiled
	rm -f dist/*.whl
	$(PIP) wheel . --no-deps --no-build-isolation -w dist
	ADJUDICATOR_PURE=1 $(PIP) wheel . --no-deps --no-build-isolation -w dist
	$(BIN)/python -m bench.install dist/*.whl

uncompiled:
	rm -f build/compiled *__mypyc.*.so
	find adjudicator -name '*.so' -delete

# Measure speed against peers and limits. ONLY=message measures the lines with that in their name.
bench: $(VENV)/.tests
	-$(MAKE) --no-print-directory compiled
	$(BIN)/python -m bench --rounds $(or $(ROUNDS),7) $(if $(ONLY),--only "$(ONLY)",--history bench/history.jsonl)

# Play random games of Empires and Domination, and write their lengths, endings and events into docs/. KEEP=file continues.
liveliness: $(VENV)/.tests
	nice $(BIN)/python -m bench.liveliness --games $(or $(GAMES),200) --minutes $(or $(MINUTES),12) $(if $(KEEP),--keep $(KEEP)) --write

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runs: $(VENV)/bin/python constraints.txt pyproject.toml
	$(PIP) install --require-hashes -r constraints.txt
	$(PIP) install --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/.tests: $(VENV)/.runs constraints-test.txt
	$(PIP) install --require-hashes -r constraints-test.txt
	touch $@

$(VENV)/.docs: $(VENV)/.runs constraints-docs.txt
	$(PIP) install --require-hashes -r constraints-docs.txt
	touch $@

# Pin the newest versions, with hashes, that the ranges in pyproject.toml allow.
constraints:
	uv pip compile pyproject.toml -q -U --universal --generate-hashes --no-annotate --no-header --no-emit-index-url --extra build -o constraints.txt
	uv pip compile pyproject.toml -q -U --universal --generate-hashes --no-annotate --no-header --no-emit-index-url --extra build --extra postgres --extra test -c constraints.txt -o constraints-test.txt
	uv pip compile pyproject.toml -q -U --universal --generate-hashes --no-annotate --no-header --no-emit-index-url --extra docs -c constraints-test.txt -o constraints-docs.txt
	uv pip compile pyproject.toml -q --universal --generate-hashes --no-annotate --no-header --no-emit-index-url --extra build --extra postgres -c constraints-test.txt -o deploy/constraints.txt

clean: uncompiled
	rm -rf $(VENV) demo build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis
