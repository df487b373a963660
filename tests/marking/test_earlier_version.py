"""A course folder that an earlier version wrote goes on: nothing is lost, and what waited for a person still does."""

from __future__ import annotations

import json
import shutil
import tarfile
from pathlib import Path

import pytest

from nbproctor.config import Course
from nbproctor.marking.class_feedback import ClassFeedback
from nbproctor.marking.class_preview import ClassPreview
from nbproctor.portal.graders.embedded_graders import EmbeddedGrader
from nbproctor.portal.instructors.gradebook_export import export
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.report.grade_changes import GradeFate
from tests.course_copy import Run
from tests.marking.changed_tests import files
from tests.marking.class_runs import asked, configured, gradebook, graded
from tests.marking.earlier_version.make_course import CLASS
from tests.portal.graded_portals import results as of_portal
from tests.portal.graded_portals import until

RECORDED = Path(__file__).parent / "earlier_version" / "b8ed5b3.tar.xz"
SCORES = {"right": 9.0, "wrong": 2.0, "open": 4.0, "decided": 5.0, "resolved": 4.0, "better": 6.0}
OPEN = ("open", "test_one")


@pytest.fixture
def course(tmp_path: Path) -> Course:
    with tarfile.open(RECORDED) as recorded:
        recorded.extractall(tmp_path, filter="data")
    root = tmp_path / "course"
    shutil.copytree(root / "release" / "ps1" / "tester_fw", root / "tester_fw")
    return Course(root)


def _asked(course: Course) -> set[tuple[str, str]]:
    """The tests whose points the gradebook asks a person for."""
    return {(student, cell) for student, cell in asked(course, "ps1") if cell != "essay"}


def test_all_is_graded_again_once_and_nothing_is_lost(course: Course, run: Run) -> None:
    kept_since = json.loads((course.root / "autograded/better/ps1/results.json").read_text())["kept_since"]
    before = files(course.root)
    said = run("course", "grade", "ps1", "--preview", "--json", cwd=course.root).stdout
    assert {each["student"]: each["change"] for each in json.loads(said)["students"]} == {"better": "is kept"}
    assert files(course.root) == before, "a preview changes nothing"
    said = run("course", "grade", "ps1", cwd=course.root).stdout
    assert "Not graded again" not in said
    assert "points pending (1): decide for the class with c.Grading.counted_tests" in said
    assert ": test_one (" in said
    assert [path.name for path in (course.root / ".secret").iterdir()] == ["official_seed"]
    results, grading = graded(course, "ps1")
    assert grading.kept == len(CLASS)
    assert {student: result.score for student, result in results.items()} == SCORES
    assert results["better"].kept_since == kept_since
    tests = {(student, each.cell): each for student, result in results.items() for each in result.exercises}
    assert (
        tests["right", "essay"].decision.comment == "Well said."
        and tests["right", "test_two"].decision.extra_credit == 0.5
    )
    assert (tests["decided", "test_one"].score, tests["decided", "test_one"].decision.comment) == (1.0, "Half of it.")
    assert tests["resolved", "test_one"].decision.resolved
    assert {key for key, each in tests.items() if each.has_open_points} == _asked(course) == {OPEN}
    page = (course.root / "feedback/open/ps1/ps1.html").read_text()
    assert "your instructor decides whether these points count" in page


@pytest.mark.all
def test_what_waited_for_a_person_waits_until_somebody_decides_or_the_answer_changes(course: Course) -> None:
    graded(course, "ps1")
    results, _ = graded(course, "ps1", regrade=True)
    assert results["open"].score == 4 and _asked(course) == {OPEN}
    with gradebook(course) as book:
        grade = book.find_grade("test_one", "ps1", "ps1", "open")
        grade.manual_score, grade.needs_manual_grade = 1.5, False
        book.db.commit()
    assert {each.student: each.score for each in ClassFeedback(course, "ps1").run()}["open"] == 5.5
    notebook = course.submitted / "resolved" / "ps1" / "ps1.ipynb"
    notebook.write_text(notebook.read_text().replace("EqualsOne", "Equal"))
    results, _ = graded(course, "ps1")
    assert (results["resolved"].score, results["open"].score) == (6, 5.5), "another answer gets what the test gives"


@pytest.mark.all
def test_one_decision_for_the_class_ends_the_waiting(course: Course) -> None:
    graded(course, "ps1")
    for counts, scores in ((True, {"open": 6, "resolved": 6, "decided": 5}), (False, {"open": 4, "right": 7})):
        own = configured(course, f'c.Grading.counted_tests = {{"ps1/test_one": {counts}}}')
        results, _ = graded(own, "ps1")
        assert {student: results[student].score for student in scores} == scores
        assert _asked(course) == set()


@pytest.mark.all
def test_where_what_is_not_isolated_is_refused_a_preview_says_who_loses_and_why(course: Course) -> None:
    own = configured(course, 'c.Grading.not_isolated = "refuse"')
    changes = {each.student: each for each in ClassPreview(own, "ps1").changes().students}
    assert changes.pop("better").change is GradeFate.KEPT
    assert {each.change for each in changes.values()} == {GradeFate.LOSES}
    assert {test.test for each in changes.values() for test in each.tests} == {"test_one", "test_two"}
    assert all("c.Grading.counted_tests decides" in test.message for each in changes.values() for test in each.tests)


@pytest.mark.all
@pytest.mark.parametrize("not_isolated", ["allow", "refuse"])
def test_jobs_in_the_queue_of_a_portal_are_graded_and_its_grades_stay(course: Course, not_isolated: str) -> None:
    own = configured(course, f'c.ExamDay.not_isolated = "{not_isolated}"')
    folder = PortalFolder(own)
    before = [tuple(row) for row in folder.rows.read("SELECT * FROM grades ORDER BY number")]
    with EmbeddedGrader(own, ["exam"]):
        until(lambda: not folder.rows.read("SELECT * FROM jobs"))
    after = [tuple(row) for row in folder.rows.read("SELECT * FROM grades ORDER BY number")]
    assert after[:2] == before
    scores = {student: result.score for student, result in of_portal(folder).items()}
    of_plain_test = 2 if not_isolated == "allow" else 0
    assert scores == {"ann": 4, "ben": 2, "cem": 2 + of_plain_test, "dora": of_plain_test}
    assert export(own, folder, "exam") == (4, [])
    with gradebook(own) as book:
        assert book.find_grade("test_one", "exam", "exam", "ben").needs_manual_grade
        assert book.find_grade("test_one", "exam", "exam", "cem").needs_manual_grade == (not_isolated == "refuse")
    assert "EqualsOne" in (own.submitted / "ben" / "exam" / "exam.ipynb").read_text()
