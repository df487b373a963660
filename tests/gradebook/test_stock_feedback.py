"""Our feedback and that of `nbgrader generate_feedback`, in the same place: neither replaces the other unseen."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from nbproctor.config import Course
from tests.course_copy import Run
from tests.gradebook.decided_course import (
    SUBMITTED,
    decide,
    exercise,
    grade,
    make_course,
    page_of,
    record,
    summary,
    table,
)

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("stock nbgrader")]


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A graded course with an exchange, from which a student has handed in; the tests go on one after the other."""
    root = tmp_path_factory.mktemp("stock") / "course"
    course = make_course(root)
    with (root / "grading_config.py").open("a") as config:
        config.write(f"c.Exchange.root = {str(root.parent / 'exchange')!r}\n")
    (root / "nbgrader_config.py").write_text((root / "grading_config.py").read_text())
    (root.parent / "exchange").mkdir(mode=0o777)
    (root.parent / "exchange").chmod(0o777)
    for student in SUBMITTED:
        beside = root / "submitted" / student / "ps1"
        (beside / "timestamp.txt").write_text("2024-03-01 10:00:00 UTC")
        (beside / "submission_secret.txt").write_text(f"secret of {student}")
    course = Course(root)
    grade(course)
    decide(course, "one-wrong", "test_one", 1.5, 0.25, "Right idea.")
    decide(course, "all-right", "essay", 2)
    return course


def _nbgrader(run: Run, course: Course, *words: object) -> str:
    done = run(sys.executable, "-m", "nbgrader", *words, cwd=course.root)
    return done.stdout + done.stderr


def test_what_counts_is_what_nbgrader_exports(graded: Course, run: Run, tmp_path: Path) -> None:
    said = run("course", "feedback", "ps1", cwd=graded.root).stdout
    assert "Pages written again: 2 (of 3 students)" in said
    _nbgrader(run, graded, "export", "--to", tmp_path / "grades.csv")
    exports = table(tmp_path / "grades.csv", "student_id")
    exported, ours = ({name: float(row["score"]) for name, row in rows.items()} for rows in (exports, summary(graded)))
    assert ours == exported == {"all-right": 6, "one-wrong": 3.75, "one-empty": 4}
    assert {student: record(graded, student).total for student in ours} == exported


def test_nbgrader_leaves_our_page_alone_unless_it_is_forced_and_then_both_are_there(graded: Course, run: Run) -> None:
    run("course", "feedback", "ps1", cwd=graded.root)
    page = page_of(graded, "one-wrong")
    ours = page.read_text()
    assert "Skipping existing assignment" in _nbgrader(run, graded, "generate_feedback", "ps1")
    assert page.read_text() == ours
    _nbgrader(run, graded, "generate_feedback", "ps1", "--force", "--student=one-wrong")
    stock = page.read_text()
    assert "Right idea." in stock and "Grade report" not in stock
    assert (page.parent / "results.json").is_file(), "which nbgrader copied"
    said = run("course", "feedback", "ps1", cwd=graded.root).stdout
    assert "existing feedback pages from nbgrader were moved aside: 1; the first is now" in said
    assert "feedback/one-wrong/ps1/nbgrader/ps1.html" in said
    assert page.read_text() == ours
    assert (page.parent / "nbgrader" / "ps1.html").read_text() == stock
    assert not (page.parent / "results.json").exists()
    again = run("course", "grade", "ps1", cwd=graded.root).stdout
    assert "in the place of ours" not in again
    assert "Not graded again, as nothing has changed: 3 of 3" in again
    assert exercise(record(graded, "one-wrong"), "test_one").score == 1.75


def test_nbgrader_releases_our_pages_to_students(graded: Course, run: Run) -> None:
    said = _nbgrader(run, graded, "release_feedback", "ps1")
    assert "Releasing feedback for student 'one-wrong'" in said
    released = list((graded.root.parent / "exchange" / "decided" / "feedback").glob("*.html"))
    assert sorted(path.read_text() for path in released) == sorted(
        page_of(graded, student).read_text() for student in SUBMITTED
    )
