"""The gradebook that `course grade` writes, read by nbgrader itself."""

import sqlite3
from contextlib import closing

import nbformat
import pytest
from nbgrader.api import Base, Gradebook
from sqlalchemy import create_engine

from nbproctor.assignment.notebook import Assignment
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.gradebook.gradebook_writer import GradebookWriter
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Result
from tests.gradebook.graded_midterm import EXERCISES, FIRST, LATER, SCORES, formgrader, grade, gradebook, shown, tables

pytestmark = pytest.mark.xdist_group("gradebook")

# --- what nbgrader shows --------------------------------------------------------------------------


def test_the_formgrader_shows_every_submission_as_autograded_with_its_score(graded):
    submissions = {one["student"]: one for one in formgrader(graded).get_submissions("midterm1")}
    assert {student: one["score"] for student, one in submissions.items()} == SCORES
    for one in submissions.values():
        assert one["autograded"]
        assert one["max_score"] == one["max_code_score"] == 15
        assert one["needs_manual_grade"] is False
    assert submissions["half-solved"]["display_timestamp"] == FIRST
    assert submissions["untouched"]["display_timestamp"] is None


def test_the_formgrader_lists_the_assignment_with_its_average(graded):
    (assignment,) = (one for one in formgrader(graded).get_assignments() if one["name"] == "midterm1")
    assert assignment["num_submissions"] == 3
    assert assignment["max_score"] == 15
    assert assignment["average_score"] == assignment["average_code_score"] == pytest.approx(7)


def test_the_formgrader_can_open_every_notebook_and_knows_which_failed(graded):
    notebooks = formgrader(graded).get_notebook_submissions("midterm1", "midterm1")
    assert sorted(one["index"] for one in notebooks) == [0, 1, 2]
    assert {one["student"] for one in notebooks if one["failed_tests"]} == {"half-solved", "untouched"}


def test_the_gradebook_holds_what_the_results_say_exercise_by_exercise(graded):
    with gradebook(graded) as book:
        for student in SCORES:
            text = (graded / "autograded" / student / "midterm1" / "results.json").read_text()
            earned = {one.cell: (one.earned, one.points) for one in Result.from_json(text).exercises}
            grades = book.find_submission_notebook("midterm1", "midterm1", student).grades
            assert {one.name: (one.auto_score, one.max_score) for one in grades} == earned
            assert sum(points for _, points in earned.values()) == 15
            assert not any(one.needs_manual_grade or one.manual_score for one in grades)


def test_only_solution_cells_that_were_left_as_they_were_have_the_comment_no_response(graded):
    empty = {"all-solved": set(), "half-solved": {"ex4", "ex5", "ex6", "ex7"}, "untouched": set(EXERCISES) - {"ex0"}}
    with gradebook(graded) as book:
        for student, names in empty.items():
            comments = book.find_submission_notebook("midterm1", "midterm1", student).comments
            assert {one.name for one in comments} >= set(EXERCISES) - {"ex0"}
            assert {one.name for one in comments if one.auto_comment == "No response."} == names
            assert {one.auto_comment for one in comments} <= {"No response.", None}


# --- the second time ------------------------------------------------------------------------------


def test_grading_twice_changes_no_row_of_any_table_and_adds_none(regraded):
    before = tables(regraded)
    assert (len(before["student"]), len(before["grade"]), len(before["comment"])) == (3, 24, 21)
    grade(regraded)
    assert tables(regraded) == before


def test_what_a_person_gave_survives_the_next_grading(regraded):
    with gradebook(regraded) as book:
        given = book.find_grade("test_ex4", "midterm1", "midterm1", "half-solved")
        given.manual_score, given.extra_credit = 1.5, 0.25
        written = book.find_comment("ex4", "midterm1", "midterm1", "half-solved")
        written.manual_comment = "Right idea; the wheel is missing."
        book.db.commit()
    grade(regraded)
    with gradebook(regraded) as book:
        kept = book.find_grade("test_ex4", "midterm1", "midterm1", "half-solved")
        assert (kept.auto_score, kept.manual_score, kept.extra_credit) == (0, 1.5, 0.25)
        assert not kept.needs_manual_grade, "what was handed in is what the person graded"
        comment = book.find_comment("ex4", "midterm1", "midterm1", "half-solved")
        assert comment.comment == "Right idea; the wheel is missing."
    assert shown(regraded, "half-solved")["score"] == SCORES["half-solved"] + 1.75
    assert shown(regraded, "untouched")["score"] == SCORES["untouched"]


def test_a_better_submission_is_to_be_graded_and_then_has_its_new_score(regraded, submit):
    submit(regraded / "submitted", "half-solved", ["ex1", "ex2", "ex3", "ex5"], received=LATER)
    assert not shown(regraded, "half-solved")["autograded"], "what was graded is older than what was handed in"
    grade(regraded)
    now = shown(regraded, "half-solved")
    assert (now["autograded"], now["score"], now["display_timestamp"]) == (True, 8, LATER)
    with gradebook(regraded) as book:
        assert book.find_comment("ex5", "midterm1", "midterm1", "half-solved").auto_comment is None
        assert book.find_comment("ex4", "midterm1", "midterm1", "half-solved").auto_comment == "No response."
        assert len(book.assignment_submissions("midterm1")) == 3


# --- what goes wrong ------------------------------------------------------------------------------


def test_a_time_that_nobody_can_read_costs_no_other_submission_its_grade(course, submit):
    submit(course / "submitted", "a", received="yesterday evening")
    submit(course / "submitted", "b", ["ex1"], received=FIRST)
    found = {submission.student: result for submission, result in ClassGrading(Course(course), "midterm1").run()}
    assert found["b"].score == 2
    assert (course / "reports" / "midterm1" / "summary.csv").is_file()
    assert found["a"].submission.repairs == ("timestamp.txt contains no valid time; it was ignored",)


def test_a_file_that_is_no_gradebook_is_named(course):
    path = course / "gradebook.db"
    path.write_text("student,score\n" * 100)
    with pytest.raises(GradingError, match=rf"{path} cannot be opened"):
        GradebookWriter(Course(course), f"sqlite:///{path}", Assignment.read_all(course / "source" / "midterm1")[0])


def test_cells_that_were_renamed_after_submissions_were_graded_are_refused_and_no_grade_is_lost(regraded):
    source = regraded / "source" / "midterm1" / "midterm1.ipynb"
    notebook = nbformat.read(source, as_version=4)
    for cell in notebook.cells:
        if cell.id == "test_ex7":
            cell.metadata.nbgrader["grade_id"] = "test_ex_seven"
    nbformat.write(notebook, source)
    before = tables(regraded)
    with pytest.raises(GradingError, match=r"midterm1\.ipynb: its cells differ from those .* --output"):
        GradebookWriter(Course(regraded), regraded / "gradebook.db", Assignment.read_all(source.parent)[0])
    assert tables(regraded) == before


def test_a_gradebook_whose_making_was_killed_says_its_version_afterwards(built_course, tmp_path):
    def version(path):
        with closing(sqlite3.connect(path)) as database:
            return database.execute("SELECT version_num FROM alembic_version").fetchall()

    killed, fresh = tmp_path / "killed.db", tmp_path / "fresh.db"
    engine = create_engine(f"sqlite:///{killed}")
    Base.metadata.create_all(engine)  # what nbgrader does before it says the version
    engine.dispose()
    (assignment,) = Assignment.read_all(built_course.source / "numbers")
    for _ in range(2):
        with GradebookWriter(built_course, f"sqlite:///{killed}", assignment):
            pass
    Gradebook(f"sqlite:///{fresh}").close()
    assert version(killed) == version(fresh)
