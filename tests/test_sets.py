"""The sets of tests are fixed: neither the date, nor chance, nor the order of a set of Python's has a part in them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.storeys import FIRST_STOREY, SECOND_STOREY, SOAK

ROOT = Path(__file__).parents[1]

# Collects all tests as if it were some seconds later; prints each, with its marks and what it may be skipped for.
_COLLECT = """
import datetime, sys, time
import pandas  # which would take another class of moments amiss
import pytest

seconds = float(sys.argv[1])
now, day, moment = time.time, datetime.date, datetime.datetime

class Stands(type):
    def __instancecheck__(cls, instance): return isinstance(instance, cls.__mro__[1])
    def __subclasscheck__(cls, other): return issubclass(other, cls.__mro__[1])

class Moment(moment, metaclass=Stands):
    @classmethod
    def now(cls, tz=None): return moment.now(tz) + datetime.timedelta(seconds=seconds)
    today = utcnow = now

class Day(day, metaclass=Stands):
    @classmethod
    def today(cls): return Moment.now().date()

time.time = lambda: now() + seconds
time.time_ns = lambda: int(time.time() * 10**9)
datetime.date, datetime.datetime = Day, Moment

class Told:
    def pytest_collection_finish(self, session):
        for item in session.items:
            marks = [(mark.name, mark.args if mark.name.startswith("skip") else ()) for mark in item.iter_markers()]
            print("collected", item.nodeid, marks)

sys.exit(pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", "tests"], plugins=[Told()]))
"""
_DAYS = 86400

# Where a moment, or chance, may be asked for; it chooses nothing that is tried.
_ASKS = re.compile(
    r"\bdate\.today\(|\bdatetime\.(now|today|utcnow)\(|\btime\.time(_ns)?\(\)|\bRandom\(\)|\bdefault_rng\(\)"
    r"|\bsecrets\.(choice|rand\w+)\("
)
_MAY_ASK = {
    "attacks/surroundings.py": "words that nothing else on the machine holds",
    "chaos/rounds.py": "when a round began, to compare with the times of files",
    "examination/grader/test_trouble.py": "a guess that comes true later",
    "portal/random_requests.py": "a deadline to come, words of its own, and the seed of make random-requests",
    "portal/test_board.py": "deadlines",
    "portal/test_jobs.py": "what waits until later",
    "portal/test_portal_in_a_browser.py": "deadlines",
    "portal/test_refused_requests.py": "when results are shown",
    "test_sets.py": "the words that are looked for",
}


def _collected(seconds: float, hash_seed: str) -> list[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "SOAK_"))}
    command = [sys.executable, "-c", _COLLECT, str(seconds)]
    ran = subprocess.run(
        command, cwd=ROOT, env={**environment, "PYTHONHASHSEED": hash_seed}, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return [line for line in ran.stdout.splitlines() if line.startswith("collected ")]


@pytest.mark.all
def test_on_another_day_the_same_tests_are_collected() -> None:
    today = _collected(0, hash_seed="1")
    assert len(today) > 8000
    assert _collected(100.4 * _DAYS, hash_seed="2") == today


def test_no_test_asks_what_time_it_is_or_draws_without_a_seed_to_choose_what_it_tries() -> None:
    paths = [path for path in (ROOT / "tests").rglob("*.py") if "submissions" not in path.parts]
    asking = {str(path.relative_to(ROOT / "tests")) for path in paths if _ASKS.search(path.read_text("utf-8"))}
    assert asking == set(_MAY_ASK)


@pytest.mark.parametrize(
    ("target", "expression"), [("test", FIRST_STOREY), ("test-all", SECOND_STOREY), ("soak", SOAK)]
)
def test_a_target_runs_its_set(target: str, expression: str) -> None:
    said = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    runs = re.findall(r" -m pytest .* -m (\"[^\"]+\"|\w+)", said)
    assert [each.strip('"') for each in runs] == [expression]
