"""A preview names those whose grades a change of the tests changes, and leaves everything as it was."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.marking.class_preview import ClassPreview
from nbproctor.report.grade_changes import GradeChange, GradeFate
from nbproctor.system.locks import alone, unwritten
from tests.course_copy import Run
from tests.marking.changed_tests import (
    CHANGE,
    CHANGED,
    FLOAT,
    RIGHT,
    SUBMITTED,
    change_tests,
    changed_course,
    files,
    grade,
    hand_in_again,
    preview,
    record,
)
from tests.marking.class_runs import gradebook

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("preview")]

Files = dict[str, tuple[bytes, int]]
LUCKY = "student-12"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A graded course whose tests were changed then. Only to be read."""
    course = changed_course(tmp_path_factory.mktemp("preview") / "course")
    grade(course)
    change_tests(course, CHANGED)
    return course


@pytest.fixture(scope="module")
def before(course: Course) -> Files:
    """All files of the course before anybody looked what would change."""
    return files(course.root)


@pytest.fixture(scope="module")
def seen(course: Course, before: Files) -> dict[str, GradeChange]:
    assert "gradebook.db" in before
    return preview(course)


@pytest.fixture
def own(course: Course, tmp_path: Path) -> Course:
    return Course(Path(shutil.copytree(course.root, tmp_path / "course", symlinks=True)))


def test_it_names_those_whom_a_real_regrade_changes(own: Course, seen: dict[str, GradeChange]) -> None:
    was = {student: record(own, student) for student in SUBMITTED}
    will_be, _ = grade(own)
    changed = {one for one in SUBMITTED if one != LUCKY and will_be[one].score != was[one].score}
    assert {one for one, each in seen.items() if each.is_to_be_confirmed} == changed == CHANGE.keys()
    for student, each in seen.items():
        if student != LUCKY:
            assert (each.before, each.after) == (was[student].score, will_be[student].score)
            assert (each.percent_before, each.percent) == (was[student].percent, will_be[student].percent)


def test_it_says_who_gains_who_loses_and_why(seen: dict[str, GradeChange]) -> None:
    assert {one: each.change for one, each in seen.items() if each.change is not GradeFate.SAME} == CHANGE | {
        LUCKY: GradeFate.NOT_TWICE
    }
    (test,) = seen["student-07"].tests
    assert (test.test, test.before, test.after) == ("test_one", 0.0, 1.0)
    assert (test.outcome_before, test.outcome) == ("failed", "passed")
    assert "one() returned 7" in test.message, "what was wrong before"
    (test,) = seen["student-08"].tests
    assert (test.test, test.before, test.after, "a float" in test.message) == ("test_two", 1.0, 0.0, True)


def test_what_is_left_to_chance_is_said_to_be_so(seen: dict[str, GradeChange]) -> None:
    (test,) = seen[LUCKY].tests
    assert test.test == "test_luck" and not test.is_same_twice
    assert test.again is not None and len({test.before, test.after, test.again}) == 3


def test_no_file_of_the_course_is_another(course: Course, before: Files, seen: dict[str, GradeChange]) -> None:
    assert seen
    assert files(course.root) == before


def test_no_temporary_folder_is_left(own: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    assert preview(own, students=["student-07"])["student-07"].change is GradeFate.GAINS
    assert list((tmp_path / "temporary").iterdir()) == []


def test_the_command_shows_a_table_or_json(course: Course, before: Files, run: Run) -> None:
    words = ("course", "grade", "kinds", "--preview", "--student", "student-0[789]", "--student", LUCKY)
    shown = run(*words, cwd=course.root).stdout
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert "student-07 2 → 3 gains one 0 → 1 failed → passed: one() returned 7" in "\n".join(lines)
    assert any(line.startswith("one 2 0 0") for line in lines) and any(line.startswith("two 0 1 0") for line in lines)
    assert any(line.startswith("luck 0 0 1") for line in lines)
    assert "submissions: 4; gain: 2, lose: 1, stay the same: 0, differ between the two runs (not counted): 1" in lines
    told = json.loads(run(*words, "--json", cwd=course.root).stdout)
    assert {one["student"]: one["change"] for one in told["students"]} == CHANGE | {LUCKY: "not the same twice"}
    assert told["counts"]["gains"] == 2
    assert [(one["test"], one["gain"], one["lose"], one["not_twice"]) for one in told["tests"]] == [
        ("test_one", 2, 0, 0),
        ("test_two", 0, 1, 0),
        ("test_luck", 0, 0, 1),
    ]
    assert files(course.root) == before


def test_without_a_record_a_grade_is_new_and_nothing_is_made(own: Course) -> None:
    for name in ("autograded", "feedback", "reports", ".secret"):
        shutil.rmtree(own.root / name)
    (own.root / "gradebook.db").unlink()
    was = files(own.root)
    found = preview(own, students=["student-0*"])
    assert {each.change for each in found.values()} == {GradeFate.NEW}
    assert (found["student-01"].before, found["student-01"].after) == (None, 3.0)
    assert files(own.root) == was


def test_a_record_that_somebody_wrote_is_none(own: Course) -> None:
    path = own.root / "autograded" / "student-08" / "kinds" / "results.json"
    path.write_text(path.read_text().replace('"score": 3.0', '"score": 2.0'))
    assert preview(own, students=["student-08"])["student-08"].change is GradeFate.NEW


def test_what_was_handed_in_since_is_no_change_of_the_tests(own: Course) -> None:
    hand_in_again(own, "student-01", RIGHT | FLOAT)
    change = preview(own, students=["student-01"])["student-01"]
    assert (change.change, change.before, change.after) == (GradeFate.HANDED_IN_AGAIN, 3.0, 2.0)


def test_a_persons_score_stays_and_is_no_change(own: Course) -> None:
    with gradebook(own) as book:
        book.find_grade("test_two", "kinds", "kinds", "student-08").manual_score = 0.5
        book.find_grade("test_one", "kinds", "kinds", "student-09").extra_credit = 0.25
        book.db.commit()
    was = files(own.root)
    found = preview(own, students=["student-08", "student-09"])
    assert found["student-08"].change is GradeFate.SAME
    assert (found["student-08"].before, found["student-08"].after) == (2.5, 2.5)
    assert (found["student-09"].before, found["student-09"].after) == (1.25, 2.25)
    assert files(own.root) == was
    real, _ = grade(own, students=["student-08", "student-09"])
    assert {one: real[one].score for one in found} == {"student-08": 2.5, "student-09": 2.25}


def test_late_penalties_are_as_they_would_be(own: Course) -> None:
    with (own.root / "grading_config.py").open("a") as config:
        config.write("c.LateSubmissionPlugin.penalty_method = 'zero'\n")
    with gradebook(own) as book:
        book.update_or_create_assignment("kinds", duedate="2024-03-01 12:00:00 UTC")
    (own.submitted / "student-07" / "kinds" / "timestamp.txt").write_text("2024-03-02 12:00:00 UTC")
    change = preview(Course(own.root), students=["student-07"])["student-07"]
    assert (change.before, change.after, change.penalty, change.change) == (2.0, 0.0, 3.0, GradeFate.LOSES)


def test_a_gradebook_in_the_middle_of_a_write_is_left_as_it_is(own: Course) -> None:
    # SQLite itself would undo what a killed program left half written.
    book = own.root / "gradebook.db"
    whole = book.read_bytes()
    with closing(sqlite3.connect(book, isolation_level=None)) as database:
        database.execute("PRAGMA cache_size = 1")
        database.execute("BEGIN IMMEDIATE")
        database.execute("UPDATE grade SET auto_score = 77")
        database.execute("CREATE TABLE filler AS SELECT zeroblob(100000) FROM grade")
        left = {end: Path(f"{book}{end}").read_bytes() for end in ("", "-journal")}
        database.execute("ROLLBACK")
    assert left[""] != whole
    for end, text in left.items():
        Path(f"{book}{end}").write_bytes(text)
    assert preview(own, students=["student-07"])["student-07"].change is GradeFate.GAINS
    assert {end: Path(f"{book}{end}").read_bytes() for end in left} == left


def test_a_run_that_writes_is_waited_for_and_those_who_read_are_not_in_its_way(own: Course) -> None:
    reports = own.root / "reports" / "kinds"
    with alone(reports), pytest.raises(GradingError, match="another run is writing to"):
        preview(own, students=["student-07"])
    with unwritten(reports):
        assert preview(own, students=["student-07"])["student-07"].change is GradeFate.GAINS


def test_a_run_begins_while_others_are_looked_at(own: Course) -> None:
    """Records and gradebook are copied at the beginning: what a run writes then changes nothing of a preview."""
    looked_at = ClassPreview(own, "kinds")
    real: list[float] = []

    def regrade(is_second: bool, done: int, total: int) -> None:
        if not real:
            real.append(grade(own)[0]["student-08"].score)

    found = {each.student: each.change for each in looked_at.changes(shown=regrade).students}
    assert real == [2.0]
    assert {one: found[one] for one in CHANGE} == CHANGE


def test_who_is_not_there_is_told(own: Course) -> None:
    with pytest.raises(GradingError, match="nothing was handed in by"):
        preview(own, students=["nobody"])
