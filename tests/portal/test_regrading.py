"""An instructor who mends a test sees what that would change before it counts, or has all graded again."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator

import nbformat
import pytest
from nbformat import NotebookNode
from starlette.testclient import TestClient

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.portal.graders.embedded_graders import EmbeddedGrader
from nbproctor.portal.instructors.exam_course import ExamCourse
from nbproctor.portal.instructors.regrading import PreviewCounts, Regrading
from nbproctor.portal.jobs import SET_ASIDE, JobQueue
from nbproctor.portal.portal_app import PortalApp
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.results import ExerciseResult, Outcome, Result
from tests.portal.graded_portals import Visit, change, csrf, finish_next, hand_in, until, visitors

pytestmark = pytest.mark.all

TEACHER = ("teacher", 1)


@pytest.fixture
def folder(own_course: Course) -> PortalFolder:
    """Three submissions that wait: two of the owner, one of the neighbour."""
    folder = PortalFolder(own_course)
    for number, student in enumerate(("owner", "neighbour", "owner")):
        hand_in(folder, student, b"work %d" % number)
    return folder


@pytest.fixture
def regrading(folder: PortalFolder) -> Regrading:
    return Regrading(folder.rows, ExamCourse(folder.rows, ["numbers"], "last"))


def _finish(folder: PortalFolder, *scores: float) -> None:
    for score in scores:
        exercise = ExerciseResult("ex1", "test_ex1", 10.0, score, Outcome.FAILED, True, 3, "expected 9", 0.1)
        assert finish_next(folder, score, exercise)


def _scores(folder: PortalFolder) -> list[tuple[int, float]]:
    rows = folder.rows.read("SELECT submission, result FROM grades ORDER BY number")
    return [(row["submission"], Result.from_json(row["result"]).score) for row in rows]


def test_what_another_grading_would_change_counts_only_when_it_is_said_to(
    folder: PortalFolder, regrading: Regrading
) -> None:
    _finish(folder, 3, 4, 5)
    regrading.preview("numbers", TEACHER)
    assert regrading.counts("numbers") == PreviewCounts(0, 3, 0)
    _finish(folder, 3, 6)
    with pytest.raises(GradingError, match="is not finished"):
        regrading.take("numbers", TEACHER)
    _finish(folder, 1)
    preview = regrading.previewed("numbers")
    told = {
        number: (each.student, each.change.value)
        for number, each in zip(preview.numbers, preview.changes.students, strict=True)
    }
    assert told == {1: ("owner", "stays the same"), 2: ("neighbour", "gains"), 3: ("owner", "loses")}
    assert _scores(folder) == [(1, 3), (2, 4), (3, 5)]
    rows = list(csv.DictReader(regrading.table("numbers").splitlines()))
    assert [(row["submission"], row["score_before"], row["score_after"]) for row in rows] == [
        ("2", "4", "6"),
        ("3", "5", "1"),
    ]
    regrading.take("numbers", TEACHER)
    assert _scores(folder) == [(1, 3), (2, 4), (3, 5), (1, 3), (2, 6), (3, 1)]
    assert not regrading.counts("numbers").is_there
    acts = [row["act"] for row in folder.rows.read("SELECT act FROM acts ORDER BY number")]
    assert acts == ["requests a preview of regrading numbers", "accepts the previewed grades of numbers"]


def test_a_preview_that_is_dropped_changes_nothing(folder: PortalFolder, regrading: Regrading) -> None:
    _finish(folder, 3, 4, 5)
    regrading.preview("numbers", TEACHER)
    _finish(folder, 9)
    regrading.drop("numbers", TEACHER)
    assert not regrading.counts("numbers").is_there
    assert JobQueue(folder.rows).lease(["numbers"]) is None
    assert _scores(folder) == [(1, 3), (2, 4), (3, 5)]


def test_what_has_no_grade_yet_is_graded_and_not_previewed(folder: PortalFolder, regrading: Regrading) -> None:
    with pytest.raises(GradingError, match="no submission of numbers has a grade yet"):
        regrading.preview("numbers", TEACHER)
    _finish(folder, 3)
    regrading.preview("numbers", TEACHER)
    _finish(folder, 4, 5, 8)
    assert _scores(folder) == [(1, 3), (2, 4), (3, 5)]
    assert regrading.counts("numbers") == PreviewCounts(1, 0, 0)


def test_grading_all_again_takes_the_place_of_a_preview(folder: PortalFolder, regrading: Regrading) -> None:
    _finish(folder, 3, 4, 5)
    regrading.preview("numbers", TEACHER)
    _finish(folder, 9)
    regrading.regrade("numbers", TEACHER)
    assert not regrading.counts("numbers").is_there
    _finish(folder, 6, 7, 8)
    assert _scores(folder) == [(1, 3), (2, 4), (3, 5), (1, 6), (2, 7), (3, 8)]


def test_what_a_preview_could_not_examine_keeps_its_grade(folder: PortalFolder, regrading: Regrading) -> None:
    _finish(folder, 3, 4, 5)
    regrading.preview("numbers", TEACHER)
    _finish(folder, 6, 7)
    change(folder.rows, "UPDATE jobs SET kind = ?, trouble = 'trouble'", SET_ASIDE)
    assert regrading.counts("numbers") == PreviewCounts(2, 0, 1)
    regrading.take("numbers", TEACHER)
    assert _scores(folder)[3:] == [(1, 6), (2, 7)]
    assert not folder.rows.read("SELECT * FROM jobs")


@pytest.mark.parametrize("act", ["preview", "regrade"])
def test_what_was_begun_by_an_earlier_source_is_examined_again(
    folder: PortalFolder, regrading: Regrading, act: str
) -> None:
    _finish(folder, 3)
    jobs = JobQueue(folder.rows)
    begun = jobs.lease(["numbers"])
    assert begun
    getattr(regrading, act)("numbers", TEACHER)
    assert jobs.is_outdated()
    assert jobs.lease(["numbers"]) is None
    assert not jobs.finish(begun, "{}", "page")
    later = JobQueue(folder.rows).lease(["numbers"])
    assert later
    assert later.submission == begun.submission


# --- with a grader ----------------------------------------------------------------------------------

_NOT_OF_NOTHING = """\
def total(numbers):
    if not numbers:
        raise ValueError("there are no numbers")
    return sum(square(n) for n in numbers)
"""


@pytest.fixture
def exam(own_course: Course, solved: Callable[[Course], NotebookNode]) -> Iterator[tuple[Visit, PortalFolder]]:
    """A portal with the grade of one submission, which a hidden test in exercise 2 takes points from."""
    folder = PortalFolder(own_course)
    browser_of = visitors(PortalApp(own_course, folder), "student-001", "teacher,instructor")
    work = solved(own_course)
    next(cell for cell in work.cells if cell.id == "ex2").source = _NOT_OF_NOTHING
    hand_in(folder, "student-001", nbformat.writes(work).encode())
    with EmbeddedGrader(own_course, ["numbers"]):
        until(lambda: folder.rows.read("SELECT * FROM grades"))
        yield browser_of, folder


def _press(browser: TestClient, path: str) -> str:
    answer = browser.post(path, data={"csrf": csrf(browser), "assignment": "numbers"})
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("is_previewed", [True, False])
def test_a_test_that_was_mended_is_what_is_graded_by(
    exam: tuple[Visit, PortalFolder], own_course: Course, is_previewed: bool
) -> None:
    browser_of, folder = exam
    student, teacher = browser_of("student-001"), browser_of("teacher")
    assert teacher.get("/board/previews/letters").status_code == 404
    assert "6 of 8 points" in (before := student.get("/submissions/1").text)
    source = own_course.source_of("numbers") / "numbers.ipynb"
    text = source.read_text()
    source.write_text(text.replace("assert total([]) == 0", "assert total([4]) == 16"))
    assert source.read_text() != text
    if is_previewed:
        _press(teacher, "/board/preview")
        until(lambda: "numbers would change</a>: done" in teacher.get("/board").text)
        page = teacher.get("/board/previews/numbers").text
        assert "1 submission regraded: 1 would gain, 0 would lose, 0 would stay the same." in page
        assert "student-001 gains: 6 → 8" in page
        assert "failed → passed" in page or "errored → passed" in page
        assert student.get("/submissions/1").text == before
        _press(teacher, "/board/preview/take")
    else:
        assert "teacher regrades all submissions of numbers" in _press(teacher, "/board/regrade")
    until(lambda: len(folder.rows.read("SELECT * FROM grades")) == 2)
    assert "8 of 8 points" in student.get("/submissions/1").text
