"""What is proven where students write tests: right suites find all, wrong ones lose, and no solution ships."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbproctor.assignment.release import make_release
from nbproctor.check.checked_exam import CheckedExam, prepare
from nbproctor.check.findings import failures
from nbproctor.check.leaks import prove_no_leaks
from tests.attacks.attacked_course import NAME
from tests.attacks.attacked_suite import HONEST, make_suite_course
from tests.check.conftest import tried

WRONG = {
    "empty": "def test():\n    pass",
    "too weak": "def test():\n    assert mixed([1, 2, 3]) == 14",
    "too strict": HONEST + "    assert mixed(['a']) == 0\n",
    "left to chance": "import random\ndef test():\n    assert random.random() < 0.5",
    "not defined": "tests = None",
    "swallows all": "def test():\n    try:\n        assert mixed([1, 2, 3]) == 14\n    except Exception:\n        pass",
}
RIGHT = {
    "the reference's": HONEST,
    "against a function of its own": "def right(numbers):\n    return sum(n * p for p, n in enumerate(numbers, 1))\n"
    "def test():\n    for numbers in [], [1, 2, 3], [3, 2, 1], [-5, 6], [0] * 30 + [1]:\n        before = [*numbers]\n"
    "        if mixed(numbers) != right(before) or numbers != before:\n            raise ValueError(numbers)",
}


@pytest.fixture(scope="module")
def exam(tmp_path_factory: pytest.TempPathFactory) -> CheckedExam:
    course = make_suite_course(tmp_path_factory.mktemp("suite") / "course")
    return next(prepare(course, NAME, seeds=5))


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_suite_passes_on_every_seed(name: str, exam: CheckedExam) -> None:
    assert tried(exam, RIGHT[name], should_pass=True, exercise="ex2").is_passed


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_suite_loses_on_every_seed(name: str, exam: CheckedExam) -> None:
    assert tried(exam, WRONG[name], exercise="ex2").is_lost


def test_all_functions_of_each_seed_count(exam: CheckedExam) -> None:
    trial = tried(exam, WRONG["empty"], exercise="ex2")
    assert (trial.failing, trial.cases, trial.iterations) == (6, 12, 12)
    assert sum(not kind.startswith("a ") for kind in exam.pools[exam.visible_seed]["tc_suite"].kinds) == 6


def test_a_visible_function_that_is_the_solution_of_an_exercise_is_found(exam: CheckedExam, tmp_path: Path) -> None:
    release = make_release(exam.course, NAME, tmp_path).folder
    found = [finding for finding in failures(prove_no_leaks(exam, release)) if "tc_suite" in finding.subject]
    assert any("a line of a solution (ex3)" in finding.sentence for finding in found), found
