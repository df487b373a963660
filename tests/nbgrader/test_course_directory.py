"""A course with other folders, students and notebooks than the usual ones is graded as nbgrader grades it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from nbproctor.results import Result
from tests.nbgrader.side_by_side import SideBySide, notebook_of, rows

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("course directory")]

SETTINGS = """
c.CourseDirectory.directory_structure = "{nbgrader_step}/{assignment_id}/{student_id}"
c.CourseDirectory.source_directory = "master"
c.CourseDirectory.release_directory = "given"
c.CourseDirectory.submitted_directory = "handed in"
c.CourseDirectory.autograded_directory = "graded"
c.CourseDirectory.feedback_directory = "told"
c.CourseDirectory.student_id_exclude = "excluded,nobody"
c.Autograde.create_student = False
"""
ONE = {"one": ("def one(): return 1", "assert one() == 1")}
TWO = {"two": ("def two(): return 2", "assert two() == 2")}
STUDENTS = ("student-001", "student-002", "excluded", "stranger")


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> SideBySide:
    both = SideBySide(tmp_path_factory.mktemp("directory"), SETTINGS)
    both.write("master/ps1/p1.ipynb", notebook_of(ONE))
    both.write("master/ps1/p2.ipynb", notebook_of(TWO))
    both.course("build", "ps1")
    for student in STUDENTS:
        both.write(f"handed in/ps1/{student}/p1.ipynb", both.solve("given/ps1/p1.ipynb", {"one": ONE["one"][0]}))
        both.write(f"handed in/ps1/{student}/p2.ipynb", both.solve("given/ps1/p2.ipynb"))
    both.fork()
    both.nbgrader("generate_assignment", "ps1", "--force")
    for student in ("student-001", "student-002", "excluded"):
        both.nbgrader("db", "student", "add", student)
    shutil.copy(both.stock / "gradebook.db", both.ours / "gradebook.db")
    return both


def _record(both: SideBySide, student: str) -> Result:
    return Result.from_json((both.ours / f"graded/ps1/{student}/results.json").read_text())


# One after the other, as the second finds what the first has recorded.
def test_one_notebook_of_two_is_graded_by_itself(both: SideBySide) -> None:
    both.nbgrader("autograde", "ps1", "--notebook", "p1", code=None)
    both.course("grade", "ps1", "--notebook", "p1", code=1)
    assert rows(both.ours) == rows(both.stock)
    assert rows(both.ours)["student-001", "p1", "test_one"] == (1, False)
    assert _record(both, "student-001").score == _record(both, "student-001").max_score == 1


def test_whom_the_gradebook_does_not_know_is_not_graded(both: SideBySide) -> None:
    both.nbgrader("autograde", "ps1", "--force", code=None)
    said = both.course("grade", "ps1", code=1)
    assert 'stranger could not be graded: the gradebook has no student "stranger"' in said
    assert "1 of 4 submissions could not be graded" in said
    assert "Traceback" not in said
    assert rows(both.ours) == rows(both.stock)
    assert {student for student, _, _ in rows(both.ours)} == {"student-001", "student-002"}
    assert (_record(both, "student-001").score, _record(both, "student-001").max_score) == (1, 2)


def test_one_notebook_keeps_what_was_recorded_of_the_other(both: SideBySide) -> None:
    both.write("handed in/ps1/student-002/p2.ipynb", both.solve("given/ps1/p2.ipynb", {"two": TWO["two"][0]}))
    both.course("grade", "ps1", "--student", "student-*", "--notebook", "p2", code=0)
    assert (_record(both, "student-002").score, _record(both, "student-002").max_score) == (2, 2)
    assert rows(both.ours)["student-002", "p2", "test_two"] == (1, False)
    assert rows(both.ours)["student-002", "p1", "test_one"] == (1, False)


def test_everything_lies_where_nbgrader_puts_it(both: SideBySide) -> None:
    def notebooks(root: Path) -> set[str]:
        return {str(path.relative_to(root)) for path in root.glob("graded/**/*.ipynb")}

    wanted = {f"graded/ps1/{student}/p{number}.ipynb" for student in STUDENTS[:2] for number in (1, 2)}
    assert notebooks(both.ours) == notebooks(both.stock) == wanted
    assert (both.ours / "told/ps1/student-001/p1.html").is_file()
    assert 'href="../../told/ps1/student-001/p1.html"' in (both.ours / "reports/ps1/index.html").read_text()
    assert not {"autograded", "feedback", "submitted"} & {path.name for path in both.ours.iterdir()}


def test_a_notebook_or_a_student_that_there_is_not_is_one_sentence(both: SideBySide) -> None:
    for option, name in (("--notebook", "p3"), ("--student", "x*")):
        (line,) = both.course("grade", "ps1", option, name, code=1).strip().splitlines()
        assert name in line
