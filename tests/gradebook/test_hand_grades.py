"""What a person gives in the portal: as formgrader writes it, for all of a group, and never over what somebody gave."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from nbproctor.assignment.notebook import Assignment
from nbproctor.config import Course
from nbproctor.gradebook.gradebook_writer import GradebookWriter
from nbproctor.notebook_grades import Grades
from nbproctor.results import HandGrade
from tests.gradebook.numbers_results import RECEIVED, TESTS, result_of
from tests.postgresql_server import Server, new_database

pytestmark = pytest.mark.all

STUDENTS = ("student-001", "student-002", "student-003")
NOTHING = HandGrade(None)
CELL = "test_ex1"
Writer = Callable[[], GradebookWriter]


@pytest.fixture(params=["SQLite", pytest.param("PostgreSQL", marks=pytest.mark.needs("PostgreSQL"))])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty gradebook."""
    if request.param == "SQLite":
        return f"sqlite:///{tmp_path / 'gradebook.db'}"
    found: Server = request.getfixturevalue("own_server")
    return new_database(found.address, request.node.name[:60].lower().translate(str.maketrans("[]-", "___")))


@pytest.fixture
def writer(built_course: Course, address: str) -> Writer:
    (assignment,) = Assignment.read_all(built_course.source / "numbers")
    return lambda: GradebookWriter(built_course, address, assignment)


def _grades(student: str, received: str = RECEIVED, earned: float = 1.0) -> Grades:
    result = result_of(student, earned, received, answers=dict.fromkeys(TESTS, received))
    return Grades("numbers", result, before=result)


BATCH = [_grades(student) for student in STUDENTS]
SEEN = dict.fromkeys(STUDENTS, NOTHING)


def _found(address: str) -> dict[str, tuple[float | None, float | None, float | None, bool, str | None]]:
    """Of each student: the machine's score, the person's, the extra credit, whether one is asked, and the comment."""
    with closing(Gradebook(address, "numbers")) as book:
        rows = {}
        for student in STUDENTS:
            grade = book.find_grade(CELL, "numbers", "numbers", student)
            comment = book.find_comment("ex1", "numbers", "numbers", student).manual_comment
            scores = grade.auto_score, grade.manual_score, grade.extra_credit
            rows[student] = (*scores, grade.needs_manual_grade, comment)
        return rows


def test_all_of_a_group_get_it_and_their_rows_first(writer: Writer, address: str) -> None:
    with writer() as gradebook:
        gradebook.write(BATCH[:1])
        assert gradebook.give(BATCH, CELL, HandGrade(1.5, "Well done."), SEEN) == set()
    assert _found(address) == dict.fromkeys(STUDENTS, (1.0, 1.5, None, False, "Well done."))


def test_what_somebody_gave_meanwhile_stays_and_extra_credit_does(writer: Writer, address: str) -> None:
    with writer() as gradebook:
        gradebook.write(BATCH)
        with closing(Gradebook(address, "numbers")) as book:
            book.find_grade(CELL, "numbers", "numbers", STUDENTS[0]).manual_score = 0.5
            book.find_grade(CELL, "numbers", "numbers", STUDENTS[1]).extra_credit = 0.25
            book.find_comment("ex1", "numbers", "numbers", STUDENTS[2]).manual_comment = "From formgrader."
            book.db.commit()
        assert gradebook.give(BATCH, CELL, HandGrade(2.0), SEEN) == {STUDENTS[0], STUDENTS[2]}
        assert _found(address) == {
            STUDENTS[0]: (1.0, 0.5, None, False, None),
            STUDENTS[1]: (1.0, 2.0, 0.25, False, None),
            STUDENTS[2]: (1.0, None, None, False, "From formgrader."),
        }
        seen = {STUDENTS[0]: HandGrade(0.5), STUDENTS[2]: HandGrade(None, "From formgrader.")}
        assert gradebook.give([BATCH[0], BATCH[2]], CELL, HandGrade(1.0), seen) == set()
    assert [row[1] for row in _found(address).values()] == [1.0, 2.0, 1.0]
    assert _found(address)[STUDENTS[2]][4] is None


def test_another_submission_has_its_own_rows_first(writer: Writer, address: str) -> None:
    later = [_grades(STUDENTS[0], "2024-03-02 10:00:00 UTC", earned=2.0), *BATCH[1:]]
    changed = [replace(each, result=replace(each.result, exercises=())) for each in later[1:]]
    with writer() as gradebook:
        gradebook.write(BATCH)
        assert gradebook.give([later[0], *changed], CELL, HandGrade(0.0, "No."), SEEN) == set()
    assert [row[:2] for row in _found(address).values()] == [(2.0, 0.0), (1.0, 0.0), (1.0, 0.0)]


def test_of_two_at_once_one_is_told_and_nothing_is_mixed(writer: Writer, address: str) -> None:
    both = threading.Barrier(2)
    told: dict[float, set[str]] = {}
    with writer() as gradebook:
        gradebook.write(BATCH)

        def give(score: float) -> None:
            both.wait()
            told[score] = gradebook.give(BATCH, CELL, HandGrade(score, f"{score:g}"), SEEN)

        threads = [threading.Thread(target=give, args=(score,)) for score in (1.0, 2.0)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(map(len, told.values())) == [0, len(STUDENTS)]
    (winner,) = (score for score, changed in told.items() if not changed)
    assert set(_found(address).values()) == {(1.0, winner, None, False, f"{winner:g}")}
