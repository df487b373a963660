"""Where tests that are not isolated are refused, their points wait for one decision for the class."""

from __future__ import annotations

import re

import pytest

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.results import Outcome, Result
from tests.course_copy import Run
from tests.marking.class_runs import HandIn, asked, configured, gradebook, graded

PLAIN = ["test_ex1", "test_ex2", "test_ex3"]  # test_ex4 has a Tester


@pytest.fixture
def course(own_course: Course, hand_in: HandIn) -> Course:
    """The small course, which refuses what is not isolated, with two submissions."""
    hand_in(own_course, "right")
    hand_in(own_course, "wrong", ex1="def square(n): return n").rename(own_course.submitted)
    return configured(own_course, 'c.Grading.not_isolated = "refuse"')


def _graded(course: Course) -> dict[str, Result]:
    return graded(course)[0]


def test_every_test_is_graded_and_the_points_of_those_that_are_not_isolated_wait(course: Course, run: Run) -> None:
    said = run("course", "grade", "numbers", cwd=course.root).stdout
    assert "points pending (2): decide for the class with c.Grading.counted_tests" in said
    assert "test_ex1 (" in said and "test_ex3 (" in said
    results = _graded(course)
    assert [(each.outcome, each.earned) for each in results["right"].exercises] == [(Outcome.PASSED, 0)] * 3 + [
        (Outcome.PASSED, 2)
    ]
    wrong = results["wrong"].exercises[0]
    assert (wrong.outcome, wrong.has_open_points) == (Outcome.FAILED, False), "there are no points to decide about"
    assert "the test gives 2 points" in results["right"].exercises[0].disputed
    assert {test for student, test in asked(course, "numbers") if student == "right"} == set(PLAIN)
    report = (course.root / "reports" / "numbers" / "index.html").read_text()
    first = report.index("Points waiting for a decision")
    assert first < report.index("Mean") < report.index("Submissions by percent")
    assert '"numbers/test_ex1": True}' in report
    page = (course.root / "feedback" / "right" / "numbers" / "numbers.html").read_text()
    assert "is waiting for your instructor&#39;s decision" in page


def test_one_decision_for_the_class_lets_them_count_or_not(course: Course) -> None:
    before = _graded(course)["right"].score
    own = configured(
        course, "c.Grading.counted_tests = {'numbers/test_ex1': True, 'numbers/test_ex2': False, 'other/test': True}"
    )
    tests = {each.cell: each for each in _graded(own)["right"].exercises}
    assert sum(each.earned for each in tests.values()) == before + 2
    assert {name: (each.earned, each.has_open_points) for name, each in tests.items()} == {
        "test_ex1": (2, False),
        "test_ex2": (0, False),
        "test_ex3": (0, True),
        "test_ex4": (2, False),
    }
    assert "your instructor decided that the test does not count" in tests["test_ex2"].message
    assert {test for _, test in asked(own, "numbers")} == {"test_ex3"}


def test_a_decision_counts_where_they_are_allowed_too_and_grades_no_other_assignment_again(course: Course) -> None:
    own = configured(course, "c.Grading.not_isolated = 'allow'")
    assert _graded(own)["right"].score == 8
    found, grading = graded(configured(own, "c.Grading.counted_tests = {'other/test_ex1': False}"))
    assert (len(found), grading.kept) == (2, 2)
    own = configured(own, "c.Grading.counted_tests = {'numbers/test_ex1': False}")
    assert _graded(own)["right"].score == 6


def test_a_decision_about_a_test_that_is_not_there_is_refused(course: Course) -> None:
    own = configured(course, "c.Grading.counted_tests = {'numbers/test_ex9': True}")
    with pytest.raises(
        GradingError, match="'numbers/test_ex9', which is not a test of numbers; course explain numbers"
    ):
        _graded(own)


@pytest.mark.all
def test_a_students_points_can_be_decided_in_formgrader(course: Course, run: Run) -> None:
    _graded(course)
    with gradebook(course) as book:
        for name, score in (("test_ex1", 1.5), ("test_ex2", None)):  # the second is left as it is
            grade = book.find_grade(name, "numbers", "numbers", "right")
            grade.manual_score, grade.needs_manual_grade = score, False
        book.db.commit()
    run("course", "feedback", "numbers", cwd=course.root)

    def open_points(result: Result) -> list[str]:
        return [each.cell for each in result.exercises if each.has_open_points]

    result = _graded(course)["right"]
    assert (result.score, open_points(result)) == (3.5, ["test_ex3"])
    shown = re.sub(r"\s+", " ", run("course", "show", "right", "numbers", cwd=course.root).stdout)
    assert "points are pending: the test gives 2 points" in shown
