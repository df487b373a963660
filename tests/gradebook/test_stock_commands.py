"""The gradebook that `course grade` writes in the hands of nbgrader's own commands."""

import csv
import shutil

import pytest

from tests.gradebook.graded_midterm import FIRST, SCORES, cells, grade, shown, tables

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("stock nbgrader")]


def test_nbgrader_exports_the_grades(graded, run, tmp_path):
    run("nbgrader", "export", "--to", tmp_path / "grades.csv", cwd=graded)
    with (tmp_path / "grades.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["student_id"]: float(row["score"]) for row in rows if row["assignment"] == "midterm1"} == SCORES
    assert {float(row["max_score"]) for row in rows if row["assignment"] == "midterm1"} == {15}


def test_nbgrader_makes_its_own_feedback_of_what_was_graded(regraded, run):
    run("nbgrader", "generate_feedback", "midterm1", "--student=half-solved", "--force", cwd=regraded)
    page = (regraded / "feedback" / "half-solved" / "midterm1" / "midterm1.html").read_text()
    assert "(Score: 5.0 / 15.0)" in page
    assert "No response." in page


def test_a_gradebook_that_nbgrader_made_keeps_its_rows(generated, submit, tmp_path):
    root = shutil.copytree(generated, tmp_path / "course", symlinks=True)
    submit(root / "submitted", "half-solved", ["ex1", "ex2", "ex3"], received=FIRST)
    before = tables(root)
    assert (len(before["grade_cells"]), len(before["grade"])) == (8, 0)
    grade(root)
    after = tables(root)
    of_submissions = {"student", "submitted_assignment", "submitted_notebook", "grade", "comment"}
    for name in before.keys() - of_submissions:
        assert after[name] == before[name], name
    assert len(after["grade"]) == 8
    assert shown(root, "half-solved")["score"] == 5


def test_a_new_gradebook_knows_the_cells_as_nbgrader_records_them(graded, generated):
    assert cells(graded) == cells(generated)
    assert len(cells(graded)["source"]) > 20


def test_nbgrader_can_make_the_release_again_after_grading(regraded, run):
    before = tables(regraded)
    run("nbgrader", "generate_assignment", "midterm1", "--force", cwd=regraded)
    assert tables(regraded) == before
