"""With --never-lower, what another grading would lower stays as it is: record, page, notebook and rows."""

from __future__ import annotations

import csv
import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from textwrap import dedent

import pytest

from nbproctor.config import Course
from nbproctor.intake.handed_in import HandedIn
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking import marking_place
from nbproctor.marking.class_feedback import ClassFeedback
from nbproctor.report.grade_changes import GradeFate
from nbproctor.results import Result
from tests.course_copy import Run
from tests.marking.changed_tests import (
    BACK,
    CHANGED,
    FLOAT,
    RIGHT,
    SUBMITTED,
    change_tests,
    changed_course,
    grade,
    hand_in_again,
    preview,
    record,
)
from tests.marking.class_runs import gradebook, scores

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("never lower")]

LOWERED, RAISED = "student-08", "student-07"


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The course, graded with the first tests, and with the others now. Only to be read."""
    course = changed_course(tmp_path_factory.mktemp("never") / "course")
    shutil.rmtree(course.submitted / "student-12")  # its points are left to chance
    grade(course)
    change_tests(course, CHANGED)
    return course


@pytest.fixture
def course(graded: Course, tmp_path: Path) -> Course:
    """A copy, for a test that grades it again."""
    return Course(Path(shutil.copytree(graded.root, tmp_path / "course", symlinks=True)))


def _of(course: Course, student: str) -> dict[str, bytes]:
    """The files that were written of a student, but the record."""
    folders = [course.root / step / student for step in ("autograded", "feedback")]
    paths = [path for folder in folders for path in folder.rglob("*") if path.is_file() and path.name != "results.json"]
    return {str(path.relative_to(course.root)): path.read_bytes() for path in paths}


def _but_kept(result: Result) -> dict[str, object]:
    found = json.loads(result.to_json())
    return {name: value for name, value in found.items() if not name.startswith("kept_")}


def test_what_would_be_lower_stays_and_the_rest_is_graded(course: Course) -> None:
    was, files, rows = record(course, LOWERED), _of(course, LOWERED), scores(course.root)
    found, grading = grade(course, never_lower=True)
    now = record(course, LOWERED)
    assert (found[LOWERED].score, now.score, was.score) == (3, 3, 3)
    assert _but_kept(now) == _but_kept(was)
    assert now.kept_since and now.kept_why == ("regrading would give 2 points instead of 3, with fewer for two")
    assert now.kept_against == record(course, RAISED).fingerprint != was.fingerprint
    assert _of(course, LOWERED) == files
    assert (found[RAISED].score, found[RAISED].kept_since) == (3, "")
    assert {one for one, each in found.items() if each.kept_since} == {LOWERED}
    changed = {key: score for key, score in scores(course.root).items() if rows[key] != score}
    assert changed == {(RAISED, "test_one"): 1, ("student-09", "test_one"): 1}
    assert grading.kept == 0


def test_a_notebook_that_is_gone_is_there_again_where_the_earlier_grade_is_kept(course: Course) -> None:
    path = course.root / "autograded" / LOWERED / "kinds" / "kinds.ipynb"
    path.unlink()
    found, _ = grade(course, never_lower=True)
    assert (found[LOWERED].score, bool(found[LOWERED].kept_since)) == (3, True)
    assert any(cell.get("outputs") for cell in json.loads(path.read_text())["cells"])


def test_it_is_kept_in_later_runs_and_not_graded_in_each(course: Course) -> None:
    grade(course, never_lower=True)
    since = record(course, LOWERED).kept_since
    for never_lower in (False, True):
        found, grading = grade(course, never_lower=never_lower)
        assert grading.kept == len(SUBMITTED) - 1 == len(found)
        assert (found[LOWERED].score, record(course, LOWERED).kept_since) == (3, since)
    # Other tests, and no flag: what was kept is; of others nobody said so.
    change_tests(course, CHANGED | {"test_one": "assert one() == 7"})
    found, grading = grade(course)
    assert grading.kept == 0
    assert (found[LOWERED].score, found[LOWERED].kept_since) == (3, since)
    assert "1 points instead of 3, with fewer for one, two" in record(course, LOWERED).kept_why
    assert found["student-01"].score == 2
    # Tests that it passes: nothing is kept any longer.
    change_tests(course, BACK)
    found, _ = grade(course)
    assert (found[LOWERED].score, record(course, LOWERED).kept_since) == (3, "")
    change_tests(course, CHANGED)
    assert grade(course)[0][LOWERED].score == 2


def test_an_explicit_regrade_gives_up_what_was_kept(course: Course) -> None:
    grade(course, never_lower=True)
    assert grade(course, regrade=True, never_lower=True)[0][LOWERED].score == 3
    assert preview(course, students=[LOWERED])[LOWERED].change is GradeFate.KEPT
    assert preview(course, students=[LOWERED], regrade=True)[LOWERED].change is GradeFate.LOSES
    found, _ = grade(course, regrade=True)
    assert (found[LOWERED].score, record(course, LOWERED).kept_since) == (2, "")
    assert scores(course.root)[LOWERED, "test_two"] == 0


def test_what_is_handed_in_since_is_graded_for_itself(course: Course) -> None:
    grade(course, never_lower=True)
    hand_in_again(course, LOWERED, FLOAT | {"one": "def one(): return 0"})
    hand_in_again(course, "student-01", RIGHT | FLOAT)
    found, _ = grade(course, never_lower=True)
    assert (found[LOWERED].score, found["student-01"].score) == (0, 2)
    assert record(course, LOWERED).kept_since == ""


def test_persons_points_count_on_both_sides(course: Course) -> None:
    with gradebook(course) as book:
        book.find_grade("test_two", "kinds", "kinds", LOWERED).manual_score = 0.5
        book.db.commit()
    found, _ = grade(course, never_lower=True)
    assert (found[LOWERED].score, found[LOWERED].kept_since) == (2.5, ""), "only a person's points were at stake"
    assert {each.cell: each.outcome for each in found[LOWERED].exercises}["test_two"] == "failed"


def test_a_decision_counts_where_an_earlier_grade_is_kept(course: Course) -> None:
    grade(course, never_lower=True)
    with gradebook(course) as book:
        book.find_grade("test_luck", "kinds", "kinds", LOWERED).manual_score = 0.25
        book.db.commit()
    (result,) = [each for each in ClassFeedback(course, "kinds").run() if each.student == LOWERED]
    assert (result.score, bool(result.kept_since)) == (2.25, True)
    found, grading = grade(course)
    assert (found[LOWERED].score, grading.kept) == (2.25, len(SUBMITTED) - 1)


def test_what_cannot_be_examined_lowers_nothing(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    was = record(course, LOWERED)

    def unread(submission: Submission, *rest: object) -> HandedIn:
        raise RuntimeError("a disk that cannot be read")

    with monkeypatch.context() as patch:
        patch.setattr(marking_place, "take", unread)
        found, grading = grade(course, never_lower=True)
    assert grading.unexamined[LOWERED] == ("one", "two", "luck")
    assert record(course, LOWERED) == was
    assert found[LOWERED].score == 3
    assert record(course, LOWERED).kept_since == "", "of its points nothing is known"
    assert grade(course, never_lower=True)[0][LOWERED].kept_since


def test_terminal_table_and_pages_say_so(course: Course, run: Run) -> None:
    said = run("course", "grade", "kinds", "--never-lower", cwd=course.root).stdout
    assert "earlier grade kept (1): regrading would lower it; --regrade without --never-lower" in said
    assert f"  {LOWERED}: regrading would give 2 points" in said
    shown = run("course", "show", LOWERED, "kinds", cwd=course.root).stdout
    assert "regrading would give 2 points" in " ".join(shown.split())
    page = (course.root / "reports" / "kinds" / "index.html").read_text()
    assert "earlier grade kept" in page and "regrading would give 2 points" in page
    with (course.root / "reports" / "kinds" / "summary.csv").open() as summary:
        assert [row["student"] for row in csv.DictReader(summary) if row["kept since"]] == [LOWERED]


_RUN = """
    import sys
    from pathlib import Path
    from nbproctor.config import Course
    from nbproctor.marking.class_grading import ClassGrading, GradingOptions
    list(ClassGrading(Course(Path(sys.argv[1])), "kinds").run(options=GradingOptions(never_lower=True)))
"""
_KILLS = 6


def _started(course: Course) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", dedent(_RUN), str(course.root)])


def test_a_run_that_is_killed_at_any_moment_loses_no_points(course: Course, tmp_path: Path) -> None:
    """The record is there at each moment: the earlier one, or the better one that took its place."""
    undisturbed = Course(Path(shutil.copytree(course.root, tmp_path / "undisturbed", symlinks=True)))
    began = time.monotonic()
    assert _started(undisturbed).wait() == 0
    took = time.monotonic() - began
    students = [student for student in SUBMITTED if student != "student-12"]
    least = {student: record(course, student).score for student in students}
    for number in range(_KILLS):
        run = _started(course)
        time.sleep(took * (number + 1) / _KILLS)
        run.send_signal(signal.SIGKILL)
        run.wait()
        assert {one for one in students if record(course, one).score < least[one]} == set()
        least = {student: record(course, student).score for student in students}
    found, _ = grade(course, never_lower=True)
    assert {one: each.score for one, each in found.items()} == {one: record(undisturbed, one).score for one in students}
    assert {one for one, each in found.items() if each.kept_since} == {LOWERED}
    assert scores(course.root) == scores(undisturbed.root)
    assert _of(course, LOWERED) == _of(undisturbed, LOWERED)
