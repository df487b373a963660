"""Patterns of real courses are graded as stock nbgrader grades them, but for the differences that are listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Result
from tests.courses.course_pattern import PATTERNS, SUBMISSIONS, read_pattern
from tests.courses.stock_rows import NAMES, Rows, graded_by_nbgrader, kept_rows, make_course
from tests.nbgrader.side_by_side import rows
from tests.soak import rest_in_soak

pytestmark = pytest.mark.all

# By pattern, submission and test cell, "*" for any: which of the differences of docs/nbgrader.md a row shows.
DIFFERENT: dict[tuple[str, str, str], str] = {
    ("*", "copies-a-test", "*"): "a test cell that was copied",
    ("*", "deletes-a-test", "*"): "a deleted test cell is put back",
    ("standard_error_and_warnings", "*", "test_loud"): "a test cell that writes to the error stream",
    ("partial_credit", "*", "test_of_numpy"): "points on the last line are a number of any type",
}


def _graded(name: str, root: Path) -> tuple[Rows, Rows]:
    """The rows of nbgrader's gradebook and of ours."""
    course = make_course(read_pattern(PATTERNS / f"{name}.cells"), root)
    stock = kept_rows(name, course) or graded_by_nbgrader(course)
    course.grading.workers = 2
    for _, result in ClassGrading(course, "ps1").run():
        assert isinstance(result, Result), result
    return stock, rows(root, course="patterns")


def _difference(pattern: str, student: str, test: str) -> str:
    """The listed difference that a row may show; empty if there is none."""
    places = [(a, b, c) for a in (pattern, "*") for b in (student, "*") for c in (test, "*")]
    return next((DIFFERENT[place] for place in places if place in DIFFERENT), "")


@pytest.mark.parametrize("name", NAMES)
def test_the_rows_are_nbgraders_but_for_listed_differences(name: str, tmp_path: Path) -> None:
    stock, ours = _graded(name, tmp_path)
    assert {student for student, _, _ in ours} == set(SUBMISSIONS)
    both = {key: (stock.get(key), ours.get(key)) for key in stock.keys() | ours.keys()}
    unlike = {(student, test): rows for (student, _, test), rows in both.items() if rows[0] != rows[1]}
    assert {key: rows for key, rows in unlike.items() if not _difference(name, *key)} == {}
    # What is listed is seen: else the list allows more than is true.
    assert {test for pattern_name, _, test in DIFFERENT if pattern_name == name} <= {test for _, test in unlike}


@pytest.mark.parametrize("name", rest_in_soak(NAMES, "partial_credit"))
def test_the_kept_rows_are_those_that_nbgrader_gives_now(name: str, tmp_path: Path) -> None:
    course = make_course(read_pattern(PATTERNS / f"{name}.cells"), tmp_path)
    if kept := kept_rows(name, course):
        assert graded_by_nbgrader(course) == kept
