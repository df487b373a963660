"""What a student's tests earn: all points for one that finds all, a part for a part, none for what says nothing."""

from __future__ import annotations

from pathlib import Path
from socket import socket

import pytest

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.examination.grader.notebook_sitting import RunnerCells
from nbproctor.results import ExerciseResult, Outcome, Result
from tests.attacks.attacked_course import NAME, POINTS, SECRET_WORDS
from tests.attacks.attacked_suite import HONEST, make_suite_course, solved_suite_notebook
from tests.examination.classes import answered, hand_in, results_of

SUITES = {
    "finds-all": HONEST,
    "finds-a-part": "def test():\n    assert mixed([1, 2, 3]) == 14",
    "finds-nothing": "def test():\n    mixed([1, 2, 3])",
    "is-empty": "def test():\n    pass",
    "is-too-strict": HONEST + "    assert mixed(['a']) == 0\n",
    "raises-what-it-likes": "def test():\n    if mixed([1, 2, 3]) != 14:\n        raise SystemExit('wrong')",
    "is-flaky": "runs = []\ndef test():\n    runs.append(1)\n    assert len(runs) == 1 or mixed([1, 2, 3]) == 14",
    "is-endless": "def test():\n    while True: pass",
    "ends-its-process": "import os\ndef test():\n    os._exit(3)",
    "fails-before": "for n in range(10**9): pass\n" + HONEST,
    "needs-a-cell-before": "def test():\n    assert square(2) == 4\n    assert mixed([1, 2, 3]) == 14",
    "says-a-lot": "def test():\n    print('loud')\n    assert mixed([1, 2, 3]) == 14",
}

# What is given of two points for two of the six wrong functions: never more than the share.
TWO_OF_SIX = 0.66


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return make_suite_course(tmp_path_factory.mktemp("suites") / "course")


@pytest.fixture(scope="module")
def graded(course: Course, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    """What each suite earned, by its name; all else is solved."""
    submitted, output = (tmp_path_factory.mktemp(name) for name in ("submitted", "graded"))
    for name, suite in SUITES.items():
        hand_in(submitted, name, answered(solved_suite_notebook(course), {"ex2": suite}), NAME)
    return results_of(course, NAME, submitted, output)


def _of_suite(graded: dict[str, Result], name: str) -> ExerciseResult:
    return next(one for one in graded[name].exercises if one.name == "ex2")


@pytest.mark.parametrize(
    ("name", "earned", "outcome"),
    [
        ("finds-all", POINTS, Outcome.PASSED),
        ("finds-a-part", TWO_OF_SIX, Outcome.PARTIAL),
        ("raises-what-it-likes", TWO_OF_SIX, Outcome.PARTIAL),
        ("needs-a-cell-before", TWO_OF_SIX, Outcome.PARTIAL),
        ("says-a-lot", TWO_OF_SIX, Outcome.PARTIAL),
        ("finds-nothing", 0, Outcome.FAILED),
        ("is-empty", 0, Outcome.FAILED),
        ("is-too-strict", 0, Outcome.FAILED),
        ("is-endless", 0, Outcome.TIMED_OUT),
        ("ends-its-process", 0, Outcome.ERRORED),
        ("fails-before", 0, Outcome.TIMED_OUT),
    ],
)
def test_a_suite_earns_points_for_what_it_finds(
    name: str, earned: float, outcome: Outcome, graded: dict[str, Result]
) -> None:
    result = _of_suite(graded, name)
    assert (result.earned, result.outcome, result.isolated) == (earned, outcome, True), result.message


def test_a_flaky_suite_is_told_so(graded: dict[str, Result]) -> None:
    result = _of_suite(graded, "is-flaky")
    assert (result.earned, "test() is flaky" in result.message) == (0, True), result.message


@pytest.mark.parametrize("name", SUITES)
def test_a_suite_costs_no_other_exercise(name: str, graded: dict[str, Result]) -> None:
    others = {one.name: one.earned for one in graded[name].exercises if one.name != "ex2"}
    assert others == {"ex1": POINTS, "ex3": POINTS}


def test_a_student_is_told_what_the_others_get_wrong_and_sees_none_of_them(
    graded: dict[str, Result], course: Course
) -> None:
    assert "What these get wrong, and how many of them:" in _of_suite(graded, "is-empty").message
    assert "no numbers (" in _of_suite(graded, "is-empty").message
    assert not any(SECRET_WORDS["solution"] in one.message for result in graded.values() for one in result.exercises)


def test_a_suite_runs_in_two_runners_and_all_else_in_a_third(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[list[str]] = []
    start, run, run_suite = RunnerCells.start, RunnerCells.run, RunnerCells.run_suite

    def starting(self: RunnerCells) -> None:
        ran.append([])
        start(self)

    def running(self: RunnerCells, position: int) -> object:
        ran[-1].append(self._cells[position].grade_id)
        return run(self, position)

    def judging(self: RunnerCells, position: int, judge: socket) -> object:
        ran[-1].append("the suite")
        return run_suite(self, position, judge)

    notebook = solved_suite_notebook(course)
    hand_in(tmp_path / "submitted", "one", notebook, NAME)
    monkeypatch.setattr(RunnerCells, "start", starting)
    monkeypatch.setattr(RunnerCells, "run", running)
    monkeypatch.setattr(RunnerCells, "run_suite", judging)
    results = results_of(course, NAME, tmp_path / "submitted", tmp_path / "graded")
    assert results["one"].score == 3 * POINTS
    cells = [cell.metadata.nbgrader.grade_id for cell in notebook.cells if cell.cell_type == "code"]
    suites = [*cells[: cells.index("test_ex2")], "the suite"]
    assert ran == [suites, suites, cells]


@pytest.mark.parametrize(
    ("instead", "sentence"),
    [
        ("return sum(place * number for place, number in enumerate(numbers, 1))", "it passes, but cases.py declares"),
        ("return nothing like it", "raised JudgedFunctionError: A judged function raises SyntaxError"),
    ],
)
def test_no_case_is_drawn_of_a_function_that_is_not_as_it_is_declared(
    instead: str, sentence: str, tmp_path: Path
) -> None:
    course = make_suite_course(tmp_path / "course")
    cases = course.source / NAME / "cases.py"
    cases.write_text(cases.read_text().replace('"return sum(numbers)"', f'"{instead}"'))
    with pytest.raises(GradingError, match="tc_suite, a case of the kind 'no places'") as caught:
        build(course, NAME)
    assert sentence in str(caught.value)
