# Every target makes .venv by itself when it is needed; `make PYTHON=python3.12 ...` picks another Python.
.PHONY: grade test lint bench figures lock
.DEFAULT_GOAL := grade

ASSIGNMENTS := $(notdir $(wildcard source/*))
# Tools that a program starts (nbgrader starts alembic) are found beside Python.
export PATH := $(CURDIR)/.venv/bin:$(PATH)

.venv/installed: requirements.lock pyproject.toml scripts/bootstrap
	scripts/bootstrap

grade: .venv/installed  ## build every assignment and grade its sample submissions
	@for assignment in $(ASSIGNMENTS); do \
		course build $$assignment && \
		course grade $$assignment --submitted examples/submitted --output graded || exit 1; \
	done

test: .venv/installed  ## what the tests need, then the tests
	scripts/system-packages
	python -m pytest

lint: .venv/installed  ## style and types
	ruff check .
	ruff format --check .
	mypy

bench: .venv/installed  ## side by side with nbgrader and a bare loop
	python benchmarks/throughput.py

figures: .venv/installed  ## draw the figures and demo data again
	python resource/draw_cards.py
	python resource/make_demo_data.py

lock: .venv/installed  ## resolve requirements.lock anew from pyproject.toml
	uv pip compile pyproject.toml --extra dev --universal --generate-hashes --python-version 3.11 \
		--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" -o requirements.lock
