"""A gradebook in PostgreSQL: written to as one in SQLite, also when the server drops its connections."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from sqlalchemy import text

from nbproctor.assignment.notebook import Assignment
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.gradebook import gradebook_writer
from nbproctor.gradebook.gradebook_writer import GradebookWriter
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.class_feedback import ClassFeedback
from nbproctor.marking.class_grading import ClassGrading, GradingOptions
from nbproctor.marking.records.feedback_pages import FeedbackPages
from nbproctor.marking.records.grade_entry import Entry
from nbproctor.marking.records.grade_recorder import GradeRecorder
from nbproctor.marking.records.record_seal import RecordSeal
from nbproctor.notebook_grades import Grades
from nbproctor.results import Result
from tests.gradebook.numbers_results import result_of
from tests.postgresql_server import Server, new_database, plain

Writing = Callable[[str], GradebookWriter]

pytestmark = [pytest.mark.all, pytest.mark.needs("PostgreSQL")]


@pytest.fixture
def database(own_server: Server, request: pytest.FixtureRequest) -> str:
    """The address of a fresh database."""
    return new_database(own_server.address, request.node.name[:60].lower())


SCHEME = "postgresql+psycopg://"
NO_ADDRESS = "db_url is not the address of a database: write "


def _result(student: str, earned: float = 2.0) -> Result:
    return result_of(student, earned, unanswered=("ex2",))


@pytest.fixture
def writing(built_course: Course) -> Writing:
    """Opens a gradebook, by its address."""
    (assignment,) = Assignment.read_all(built_course.source / "numbers")
    return lambda url: GradebookWriter(built_course, url, assignment)


def _write(writer: GradebookWriter, *students: str) -> None:
    """Write the results of these students, ten at once."""
    for first in range(0, len(students), 10):
        writer.write([Grades("numbers", _result(student)) for student in students[first : first + 10]])


def _rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    """What the gradebook says of every student, without the ids of its rows."""
    with closing(Gradebook(url, "numbers")) as book:
        return {
            one.student_id: sorted(
                [(grade.name, grade.auto_score, grade.manual_score) for grade in one.notebooks[0].grades]
                + [(comment.name, comment.auto_comment) for comment in one.notebooks[0].comments],
                key=repr,
            )
            for one in book.assignment_submissions("numbers")
        }


def test_the_rows_are_those_that_a_gradebook_in_sqlite_has(
    own_course: Course, hand_in: Callable[..., Path], tmp_path: Path, database: str
) -> None:
    def wrong(notebook: NotebookNode) -> None:
        next(cell for cell in notebook.cells if cell.id == "ex1").source = "def square(n): return 0"

    hand_in(own_course, "student-001")
    submitted = hand_in(own_course, "student-002", wrong)
    list(ClassGrading(own_course, "numbers", submitted, tmp_path / "graded").run())
    own_course.config.CourseDirectory.db_url = database
    list(ClassGrading(own_course, "numbers", submitted).run())
    in_sqlite = _rows(f"sqlite:///{tmp_path / 'graded' / 'gradebook.db'}")
    assert _rows(database) == in_sqlite
    assert len(in_sqlite) == 2
    assert not (own_course.root / "gradebook.db").exists()


def test_connections_that_the_server_ends_lose_and_double_no_row(writing: Writing, database: str) -> None:
    ended, stop = 0, threading.Event()

    def end_connections() -> None:
        nonlocal ended
        with psycopg.connect(plain(database), autocommit=True) as own:
            query = (
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            while not stop.wait(0.05 * (1 + ended)):  # ever longer: on a busy machine, a batch takes its time
                ended += len(own.execute(query).fetchall())

    students = [f"student-{number:03}" for number in range(300)]
    with writing(database) as writer:
        thread = threading.Thread(target=end_connections)
        thread.start()
        try:
            _write(writer, *students)
            while ended < 3:  # a fast machine is done before: what is written once more changes no row
                assert thread.is_alive(), "no connection can be ended"
                _write(writer, *students[:10])
        finally:
            stop.set()
            thread.join()
    rows = _rows(database)
    assert sorted(rows) == students
    assert len(rows[students[0]]) == 8
    assert all(found == rows[students[0]] for found in rows.values())


def test_a_server_that_is_started_again_loses_and_doubles_no_row(
    writing: Writing, own_server: Server, database: str
) -> None:
    students = [f"student-{number:03}" for number in range(200)]
    with writing(database) as writer:
        for first in range(0, len(students), 10):
            if first in (50, 150):
                own_server.stop()
                restart = threading.Timer(1, own_server.start)
                restart.start()
            _write(writer, *students[first : first + 10])
        restart.join()
    rows = _rows(database)
    assert sorted(rows) == students
    assert all(found == rows[students[0]] for found in rows.values())


def test_a_server_that_stays_away_ends_the_run_with_a_sentence_and_the_next_run_goes_on(
    own_course: Course,
    hand_in: Callable[..., Path],
    own_server: Server,
    database: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def slow(notebook: NotebookNode) -> None:
        next(cell for cell in notebook.cells if cell.id == "ex1").source += "\nimport time; time.sleep(1)"

    monkeypatch.setattr(gradebook_writer, "_PAUSE_SECONDS", (0.1,))
    own_course.config.CourseDirectory.db_url = database
    own_course.grading.workers = 1
    for number in range(20):
        submitted = hand_in(own_course, f"student-{number:02}", slow)
    run = ClassGrading(own_course, "numbers", submitted).run()
    done = [next(run)[0].student]
    own_server.stop()
    try:
        with pytest.raises(GradingError, match=r"cannot be written to: .*; fix this, and grade again"):
            done += [submission.student for submission, _ in run]
    finally:
        own_server.start()
    assert len(done) < 20
    again = ClassGrading(own_course, "numbers", submitted)
    assert len(list(again.run())) == 20
    assert again.kept >= len(done)
    assert len(_rows(database)) == 20


def test_what_a_person_gave_survives_another_grading(writing: Writing, database: str) -> None:
    with writing(database) as writer:
        _write(writer, "student-001")
    with closing(Gradebook(database, "numbers")) as book:
        book.find_grade("test_ex1", "numbers", "numbers", "student-001").manual_score = 1.5
        book.find_comment("ex1", "numbers", "numbers", "student-001").manual_comment = "Well done."
        book.db.commit()
    with writing(database) as writer:
        writer.write([Grades("numbers", _result("student-001", earned=0.0))])
    with closing(Gradebook(database, "numbers")) as book:
        kept = book.find_grade("test_ex1", "numbers", "numbers", "student-001")
        assert (kept.auto_score, kept.manual_score, kept.needs_manual_grade) == (0, 1.5, True)
        assert book.find_comment("ex1", "numbers", "numbers", "student-001").comment == "Well done."
        assert book.db.execute(text("SELECT count(*) FROM grade")).scalar() == 4


def test_what_a_person_decided_is_read_back_and_the_same_answer_asked_for_once(
    own_course: Course, hand_in: Callable[..., Path], database: str
) -> None:
    own_course.config.CourseDirectory.db_url = database
    submitted = hand_in(own_course, "student-001")
    shutil.copytree(submitted, own_course.submitted, dirs_exist_ok=True)
    list(ClassGrading(own_course, "numbers").run())
    with closing(Gradebook(database, "numbers")) as book:
        given = book.find_grade("test_ex1", "numbers", "numbers", "student-001")
        given.manual_score, given.extra_credit, given.needs_manual_grade = 1.5, 0.25, False
        book.find_comment("ex1", "numbers", "numbers", "student-001").manual_comment = "Well done."
        book.find_submission_notebook("numbers", "numbers", "student-001").late_submission_penalty = 0.5
        book.db.commit()
    (result,) = ClassFeedback(own_course, "numbers").run()
    assert (result.score, result.penalty, result.exercises[0].decision.comment) == (7.75, 0.5, "Well done.")
    ((_, again),) = ClassGrading(own_course, "numbers").run(options=GradingOptions(regrade=True))
    assert isinstance(again, Result)
    assert (again.score, again.exercises[0].decision.manual_score, again.exercises[0].decision.look_again) == (
        7.75,
        1.5,
        False,
    )
    with closing(Gradebook(database, "numbers")) as book:
        assert not book.find_grade("test_ex1", "numbers", "numbers", "student-001").needs_manual_grade
        assert book.find_submission("numbers", "student-001").score == again.score


def test_a_name_that_one_row_cannot_hold_costs_no_other_its_grade(writing: Writing, database: str) -> None:
    names = ["student-001", "n" * 200, "student-002"]
    pages = FeedbackPages(1, {})
    with GradeRecorder(lambda: writing(database), RecordSeal("seed"), pages) as recorder:
        entries = []
        for name in names:
            result = _result(name)
            entries.append(Entry(Submission(name, "numbers", Path(name)), result, (Grades("numbers", result),)))
        found = {submission.student: outcome for submission, outcome in recorder.record(entries)}
    assert isinstance(found[names[1]], Exception)
    assert isinstance(found[names[0]], Result) and isinstance(found[names[2]], Result)
    assert sorted(_rows(database)) == ["student-001", "student-002"]


@pytest.mark.parametrize(
    ("url", "said", "hidden"),
    [
        (f"{SCHEME}course:open@sesame@127.0.0.1:1/grades", "write an @ in the password .* as %40", "open|sesame"),
        ("sesame", NO_ADDRESS, "sesame"),
        (f"{SCHEME}course:sesame@127.0.0.1:port/grades", NO_ADDRESS, "sesame"),
        (
            f"{SCHEME}course:open-sesame@/grades?host={{}}",
            "the gradebook postgresql.* cannot be opened: ",
            "open-sesame",
        ),
    ],
    ids=["with an at sign", "no address", "no port", "no server"],
)
def test_an_address_that_is_of_no_use_is_said_to_be_without_its_password(
    writing: Writing, tmp_path: Path, url: str, said: str, hidden: str
) -> None:
    with pytest.raises(GradingError, match=said) as found:
        writing(url.format(tmp_path))
    assert not re.search(hidden, str(found.value))
