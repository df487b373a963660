# Every target makes .venv by itself when it is needed; `make PYTHON=python3.12 ...` picks another Python.
.PHONY: grade dist test test-all test-oldest soak proofs soak-tests mutants chaos kills random-requests hostile-class fuzz lint bench bench-profile bench-strength bench-sandbox bench-start bench-imports bench-scaling bench-security figures pictures lock
.DEFAULT_GOAL := grade

# midterm1 is the smallest, so a first report is there soon.
ASSIGNMENTS := midterm1 $(filter-out midterm1,$(notdir $(wildcard source/*)))
# Tools that a program starts (nbgrader starts alembic) are found beside Python.
export PATH := $(CURDIR)/.venv/bin:$(PATH)

# What it takes to grade; the tests and the benchmarks need more.
.venv/installed: requirements.lock pyproject.toml scripts/bootstrap scripts/install.py
	@scripts/bootstrap requirements.lock $@

.venv/installed-tests: .venv/installed tests/requirements.lock
	@scripts/bootstrap tests/requirements.lock $@

.venv/installed-bench: .venv/installed-tests benchmarks/requirements.lock
	@scripts/bootstrap benchmarks/requirements.lock $@

grade: .venv/installed  ## build every assignment and grade its sample submissions
	@for assignment in $(ASSIGNMENTS); do \
		echo "Building $$assignment ..."; \
		course build $$assignment && \
		course grade $$assignment --submitted examples/submitted --output graded || exit 1; \
	done

dist: .venv/installed  ## the wheel and the sdist of nbproctor, in dist/
	python -m hatchling build -d dist

# One test more at once than there are processors, as many wait; those that look at one run are kept together. What is
# compiled is kept.
AT_ONCE := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PYTEST := env -u PYTHONDONTWRITEBYTECODE python -m pytest -q -n $(AT_ONCE) --maxprocesses 4 --dist loadgroup --no-loadscope-reorder

test: .venv/installed-tests  ## the most important tests, in a few minutes
	$(PYTEST) -m "not all and not soak"

test-all: .venv/installed-tests  ## and attacks, kills, PostgreSQL, browsers, stock nbgrader, a cluster
	scripts/system-packages
	$(PYTEST) -m "not soak"

# What the tests of tester_fw import; not locked, as of most there is a last version for such a Python.
OLDEST := python3.9
test-oldest:  ## tester_fw with the oldest Python that students may have
	@$(OLDEST) --version || { echo "There is no $(OLDEST) here: name another by make test-oldest OLDEST=python3.10"; exit 1; }
	$(OLDEST) -m venv .venv-oldest
	.venv-oldest/bin/pip install -q dill cryptography numpy pandas ipykernel nbclient pytest hypothesis
	.venv-oldest/bin/python -m pytest -q -o addopts="--import-mode=importlib -p tests.storeys" --confcutdir=tests/tester_fw tests/tester_fw

soak: .venv/installed-tests proofs soak-tests chaos kills random-requests hostile-class fuzz mutants  ## the long forms: hours

proofs: .venv/installed-tests  ## every exam anew, as course check proves it
	@for assignment in $(ASSIGNMENTS); do course check $$assignment || exit 1; done

# Given again, it draws the same again.
SOAK_SEED ?= $(shell date +%s)
SOAK_SEED := $(SOAK_SEED)
soak-tests: .venv/installed-tests  ## what test-all leaves out: every attack in every setting, nbgrader's rows of every pattern; and all properties, drawn by SOAK_SEED
	scripts/system-packages
	@echo "make soak-tests SOAK_SEED=$(SOAK_SEED) draws the same again."
	SOAK_SEED=$(SOAK_SEED) $(PYTEST) -m soak --hypothesis-seed=$(SOAK_SEED)

DRAWN := 40
mutants: .venv/installed-tests  ## DRAWN mistakes in the tools, one after the other: which of them do the tests not notice?
	python -m tests.mutants $(DRAWN)

ROUNDS := 50
chaos: .venv/installed-tests  ## ROUNDS of 500 submissions in which everything is killed now and then
	scripts/system-packages
	python -m tests.chaos.chaos --rounds $(ROUNDS)

KILLS := 200
UPLOADS := 10000
kills: .venv/installed-tests  ## KILLS of the portal and its graders while UPLOADS are handed in, here and on a cluster: two hours
	python -m tests.portal.killed_portal --uploads $(UPLOADS) --kills $(KILLS)
	python -m tests.portal.killed_portal --uploads $(UPLOADS) --kills $(KILLS) --cluster

REQUEST_SECONDS := 3600
random-requests: .venv/installed-tests  ## random, half-right and malformed requests to the portal for REQUEST_SECONDS
	python -m tests.portal.random_requests --seconds $(REQUEST_SECONDS)

hostile-class: .venv/installed-tests  ## 300 honest submissions beside all hostile kinds, on a busy machine
	python -m tests.chaos.hostile_class

SECONDS := 60
fuzz: .venv/installed-tests  ## hostile messages, by coverage, for SECONDS each: what is found is kept in fuzz/found
	@for target in wire outcome plain outputs; do python fuzz/run.py $$target $(SECONDS) || exit 1; done

lint: .venv/installed-tests  ## style and types
	ruff check .
	ruff format --check .
	mypy

bench: .venv/installed-bench bench-strength  ## four classes, side by side with the floor, nbgrader, a bare loop and otter-grader
	python benchmarks/throughput.py

bench-profile: .venv/installed  ## where the processor time of one submission goes
	python benchmarks/milliseconds.py

bench-strength: .venv/installed-tests  ## all five-card hands, with numpy and without, beside eval7 and phevaluator
	python benchmarks/strength.py

bench-sandbox: .venv/installed  ## what the sandbox costs, tier by tier
	python benchmarks/sandbox.py

bench-start: .venv/installed  ## what an author waits for: one submission, from the shell to the result
	python benchmarks/start.py

bench-imports: .venv/installed-bench  ## courses that import much: first and second start, further submissions, beside nbgrader
	python benchmarks/heavy_imports.py

bench-scaling: .venv/installed  ## more in flight, more Dask workers, more submissions
	python benchmarks/scaling.py

bench-security: .venv/installed-bench  ## attacks on nbgrader, otter-grader and this course, side by side
	python benchmarks/security.py

figures: .venv/installed  ## draw the figures and make the data again
	@for script in resource/draw_*.py resource/make_*.py; do python $$script || exit 1; done

pictures: .venv/installed-tests  ## the pictures of the documentation, as the tests see the pages
	scripts/system-packages
	KEEP_PICTURES=$(CURDIR)/docs/pictures python -m pytest -q tests/docs/test_pictures.py tests/course/test_in_a_notebook.py
	cd docs/pictures && rm -f notebook-* jupyterlab-table.png jupyterlab-test_ex1.png jupyterlab-test_ex3.png jupyterlab-before.png

LOCKED := uv pip compile --universal --generate-hashes --python-version 3.11 --no-annotate --no-emit-index-url \
	--no-emit-find-links --custom-compile-command "make lock"
lock: .venv/installed  ## resolve anew what runs, the tests and the benchmarks need, and the installer
	$(LOCKED) pyproject.toml --extra portal --group build -o requirements.lock
	$(LOCKED) pyproject.toml --all-extras --group build --group tests -c requirements.lock -o tests/requirements.lock
	$(LOCKED) pyproject.toml --group benchmarks -c tests/requirements.lock -o benchmarks/requirements.lock
	echo uv | $(LOCKED) - -o scripts/requirements.lock
