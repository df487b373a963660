"""Patterns of real courses are graded as stock nbgrader grades them, but for the differences that are listed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Result
from tests.courses.course_pattern import PATTERNS, SUBMISSIONS, CoursePattern, read_pattern
from tests.courses.stock_rows import NAMES, Rows, graded_by_nbgrader, kept_rows, make_course
from tests.examination.both_ways import both_ways
from tests.nbgrader.side_by_side import rows
from tests.soak import rest_in_soak

pytestmark = pytest.mark.all

LEAST_ISOLATED = 0.8
# By pattern: the test cells that one kernel grades.
NOT_ISOLATED = {
    "dates_and_decimals": {"test_type"},
    "fails_its_own_test": {"test_precise"},
    "files_that_hold_code": {"test_exec", "test_import", "test_pickle"},
    "given_objects_set": {"test_holds"},  # asks a given object about what it expects
    "source_is_read": {"test_no_sum"},
    "standard_error_and_warnings": {"test_warns", "test_value"},
    "unfinished_source": {"test_double", "test_zero"},
}
# By pattern, submission and test cell, "*" for any: which of the differences of docs/nbgrader.md a row shows.
DIFFERENT: dict[tuple[str, str, str], str] = {
    ("*", "copies-a-test", "*"): "a test cell that was copied",
    ("*", "deletes-a-test", "*"): "a deleted test cell is put back",
    ("standard_error_and_warnings", "*", "test_loud"): "a test cell that writes to the error stream",
    ("partial_credit", "*", "test_of_numpy"): "points on the last line are a number of any type",
}


@dataclass(frozen=True)
class Graded:
    """A pattern graded both ways: the rows of both gradebooks, and the tests that were isolated for who is right."""

    stock: Rows
    ours: Rows
    isolated: set[str]


def _graded(pattern: CoursePattern, root: Path) -> Graded:
    course = make_course(pattern, root)
    stock = kept_rows(pattern.name, course) or graded_by_nbgrader(course)
    course.grading.workers = 2
    isolated = set()
    with both_ways() as compared:
        for submission, result in ClassGrading(course, "ps1").run():
            assert isinstance(result, Result), result
            if submission.student == "right":
                isolated = {each.cell for each in result.exercises if each.isolated}
    assert compared.differences == [], "with an examiner from the beginning, something else is found"
    return Graded(stock, rows(root, course="patterns"), isolated)


def _difference(pattern: str, student: str, test: str) -> str:
    """The listed difference that a row may show; empty if there is none."""
    places = [(a, b, c) for a in (pattern, "*") for b in (student, "*") for c in (test, "*")]
    return next((DIFFERENT[place] for place in places if place in DIFFERENT), "")


@pytest.mark.parametrize("name", NAMES)
def test_the_rows_are_nbgraders_but_for_listed_differences(name: str, tmp_path: Path) -> None:
    pattern = read_pattern(PATTERNS / f"{name}.cells")
    graded = _graded(pattern, tmp_path)
    assert {student for student, _, _ in graded.ours} == set(SUBMISSIONS)
    both = {key: (graded.stock.get(key), graded.ours.get(key)) for key in graded.stock.keys() | graded.ours.keys()}
    unlike = {(student, test): rows for (student, _, test), rows in both.items() if rows[0] != rows[1]}
    assert {key: rows for key, rows in unlike.items() if not _difference(name, *key)} == {}
    # What is listed is seen: else the list allows more than is true.
    assert {test for pattern_name, _, test in DIFFERENT if pattern_name == name} <= {test for _, test in unlike}
    assert set(pattern.tests) - graded.isolated == NOT_ISOLATED.get(name, set())


@pytest.mark.parametrize("name", rest_in_soak(NAMES, "partial_credit"))
def test_the_kept_rows_are_those_that_nbgrader_gives_now(name: str, tmp_path: Path) -> None:
    course = make_course(read_pattern(PATTERNS / f"{name}.cells"), tmp_path)
    if kept := kept_rows(name, course):
        assert graded_by_nbgrader(course) == kept


def test_most_tests_are_isolated() -> None:
    tests = sum(len(read_pattern(PATTERNS / f"{name}.cells").tests) for name in NAMES)
    assert 1 - sum(map(len, NOT_ISOLATED.values())) / tests >= LEAST_ISOLATED
