"""Which test cells are examined apart: those of which both ways of grading agree, whatever is handed in."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from nbproctor.agreement import comparison
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import ExerciseResult, Outcome, Result
from tests.made_once import made_once
from tests.plain_course import hand_in, make_plain_course

# A solution and its test, which looks at what starter code has left in the process.
COUNTS_OBJECTS = (
    "class Marker: pass\nkept = Marker()\ndef deal():\n    return 5\n### BEGIN SOLUTION\ndel kept\n### END SOLUTION",
    "import gc\nassert deal() == 5\nassert not [each for each in gc.get_objects() if type(each).__name__ == 'Marker']",
)
GIVEN = """
given_list = [1, 2, 3]
class Bag:
    items = []
    def holds(self, item): return item in self.items
given_bag = Bag()
"""
AGREE = {
    "returns data": ("def square(n):\n    return n * n", "assert square(3) == 9"),
    "is callable": ("def save(n):\n    return n", "assert callable(save)"),
    "gives points": ("def half():\n    return 0.5", "half()"),
    "changes in place": ("given_list.append(4)", "assert given_list == [1, 2, 3, 4]"),
    "is an array": ("import numpy as np\nrow = np.arange(3)", "assert row.sum() == 3 and row.shape == (3,)"),
}
NOT_APART = {
    "asks a given object": ("given_bag.items += [4]", "assert given_bag.holds(4)"),
    "asks for its source": (
        "def plain(n):\n    return n + 1",
        "import inspect\nassert 'for' not in inspect.getsource(plain) and plain(1) == 2",
    ),
}
# Figures take long to draw, and each probe draws them several times.
SELDOM = [pytest.mark.all]
DRAW = {
    "draws": (
        "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.plot([1, 2], label='a')\nax.legend()",
        "assert ax.get_legend().get_texts()[0].get_text() == 'a' and list(ax.lines[0].get_ydata()) == [1, 2]",
    ),
    "asks axes for what no form holds": (
        "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.set_anchor('N')",
        "assert ax.get_anchor() == 'N'",
    ),
}


def _course(root: Path, exercises: dict[str, tuple[str, str]]) -> Course:
    course = make_plain_course(root, {"begins": (GIVEN, ""), **exercises})
    course.grading.probes = 8
    return course


def _graded(course: Course, submitted: Path, output: Path) -> dict[str, dict[str, ExerciseResult]]:
    found = {}
    for submission, result in ClassGrading(course, "kinds", submitted, output).run():
        assert isinstance(result, Result), result
        found[submission.student] = {each.name: each for each in result.exercises}
    return found


# What is graded together.
COURSES = {"data": AGREE | NOT_APART, "figures": DRAW}

Graded = Callable[[str], dict[str, dict[str, ExerciseResult]]]


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Graded:
    """What the right answers, the untouched release and nothing earn in each of the courses, graded once."""

    @made_once
    def made(course_name: str) -> dict[str, dict[str, ExerciseResult]]:
        root = tmp_path_factory.mktemp("agreement")
        exercises = {name.replace(" ", "_"): pair for name, pair in COURSES[course_name].items()}
        course = _course(root / "course", exercises)
        right = {name: solution for name, (solution, _) in exercises.items()}
        hand_in(course, root / "submitted" / "right" / "kinds", right)
        hand_in(course, root / "submitted" / "untouched" / "kinds", {})
        hand_in(course, root / "submitted" / "none" / "kinds", dict.fromkeys(exercises, ""))
        return _graded(course, root / "submitted", root / "graded")

    return made


@pytest.mark.parametrize(
    ("course_name", "name"),
    [
        pytest.param(course_name, name, id=name, marks=SELDOM if course_name == "figures" else [])
        for course_name, exercises in COURSES.items()
        for name in exercises
    ],
)
def test_every_test_is_graded_and_isolated_only_where_both_ways_agree(
    graded: Graded, course_name: str, name: str
) -> None:
    found = graded(course_name)
    exercise = name.replace(" ", "_")
    right = found["right"][exercise]
    assert right.isolated == (name in AGREE or name == "draws")
    assert (right.outcome, right.earned) == (Outcome.PASSED, 0.5 if name == "gives points" else 1)
    assert found["untouched"][exercise].earned == found["none"][exercise].earned == 0


@pytest.mark.all
def test_the_second_run_takes_the_kept_agreement_and_a_changed_one_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    solution, test = NOT_APART["asks for its source"]
    compared = AGREE["returns data"]
    course = _course(tmp_path / "course", {"changes": (solution, test), "square": compared})
    hand_in(course, tmp_path / "submitted" / "right" / "kinds", {"changes": solution, "square": compared[0]})
    found: list[object] = []
    find = comparison.find_agreement
    monkeypatch.setattr(comparison, "find_agreement", lambda *args: found.append(args) or find(*args))

    def grade(number: int) -> bool:
        """Whether the agreement was found anew."""
        found.clear()
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            results = _graded(course, tmp_path / "submitted", tmp_path / f"graded{number}")
        assert (results["right"]["changes"].earned, results["right"]["changes"].isolated) == (1, False)
        assert caplog.text.count("not isolated: test_changes") == 1
        return bool(found)

    assert grade(1)
    assert not grade(2)
    (kept,) = (course.root / ".secret" / "agreements").iterdir()
    assert kept.stat().st_mode & 0o077 == 0
    for number, text in enumerate(["", "[]", kept.read_text().replace("test_changes", "test_other")], 3):
        kept.write_text(text)
        assert grade(number)
    course.grading.cell_seconds = 19
    assert grade(6)
    assert json.loads(kept.read_text())["not_apart"].keys() == {"test_changes"}


def test_a_course_can_refuse_what_is_not_isolated(tmp_path: Path) -> None:
    solution, test = NOT_APART["asks for its source"]
    course = _course(tmp_path / "course", {"changes": (solution, test)})
    course.grading.not_isolated = "refuse"
    hand_in(course, tmp_path / "submitted" / "right" / "kinds", {"changes": solution})
    with pytest.raises(GradingError, match=r"test_changes cannot be isolated.*course explain kinds"):
        _graded(course, tmp_path / "submitted", tmp_path / "graded")


def test_a_probe_that_both_ways_grade_differently_keeps_a_test_in_one_kernel(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    course = _course(tmp_path / "course", {"deals": COUNTS_OBJECTS})
    hand_in(course, tmp_path / "submitted" / "marker" / "kinds", {})
    with caplog.at_level(logging.WARNING):
        results = _graded(course, tmp_path / "submitted", tmp_path / "graded")
    assert (results["marker"]["deals"].earned, results["marker"]["deals"].isolated) == (0, False)
    # Probes are compared at once: which of the two shows it first is chance.
    said = r"with (the release as it is|deals as released), it gives 1 of 1 points apart \(passed\) and 0 in one kernel"
    assert re.search(said, caplog.text)


def test_where_one_kernel_may_grade_nothing_what_is_doubtful_waits_for_a_person(tmp_path: Path) -> None:
    solution = "def copy_of(xs): return list(xs)"
    test = "xs = [1]\nys = copy_of(xs)\nys.append(2)\nassert xs == [1] and ys == [1, 2]"
    course = _course(tmp_path / "course", {"copies": (solution, test)})
    course.grading.not_isolated = "refuse"
    handed_in = {
        "right": solution,
        "shares": "def copy_of(xs): return xs",
        "object": "class Cards:\n    def append(self, x): pass\ndef copy_of(xs): return Cards()",
    }
    for student, code in handed_in.items():
        hand_in(course, tmp_path / "submitted" / student / "kinds", {"copies": code})
    results = _graded(course, tmp_path / "submitted", tmp_path / "graded")
    found = {student: (each["copies"].earned, bool(each["copies"].disputed)) for student, each in results.items()}
    assert found == {"right": (1, False), "shares": (1, True), "object": (0, True)}
    assert all(each["copies"].isolated for each in results.values())
