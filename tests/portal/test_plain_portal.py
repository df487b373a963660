"""`course serve` in a course of nbgrader's, without a setting of ours: it is of use at once."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import httpx
import nbformat
import pytest
from nbgrader.api import Gradebook

from tests.course_copy import Run
from tests.plain_course import nbgrader_cell
from tests.portal.graded_portals import served, until

pytestmark = pytest.mark.all


@pytest.fixture
def root(tmp_path: Path, run: Run) -> Path:
    """A course with an assignment of plain asserts, another of two notebooks, and a student in the gradebook."""
    root = tmp_path / "course"
    root.mkdir()
    (root / "nbgrader_config.py").write_text('c = get_config()\nc.CourseDirectory.course_id = "plain"\n')
    for path in ("ps1/ps1.ipynb", "ps2/one.ipynb", "ps2/two.ipynb"):
        made = nbformat.v4.new_notebook()
        made.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        solution = "### BEGIN SOLUTION\ndef one(): return 1\n### END SOLUTION"
        made.cells = [
            nbgrader_cell("one", "solution", solution),
            nbgrader_cell("test_one", "test", "assert one() == 1", points=2),
        ]
        (root / "source" / path).parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(made, root / "source" / path)
    for name in ("ps1", "ps2"):
        run("course", "build", name, cwd=root)
    with Gradebook(f"sqlite:///{root / 'gradebook.db'}", "plain") as gradebook:
        gradebook.add_student("bitdiddle")
    return root


def _logged_in(said: list[str], who: str) -> httpx.Client:
    (address,) = re.findall(r"^(http://\S+)/ accepts ps1; public key \w{64}$", said[3])
    browser = httpx.Client(base_url=address, follow_redirects=True, timeout=60)
    name, code = next(line.split(": ") for line in said[1:3] if line.startswith(who))
    assert browser.post("/login", data={"name": name, "code": code}).status_code == 200
    return browser


def _hand_in(student: httpx.Client, root: Path) -> None:
    work = (root / "source" / "ps1" / "ps1.ipynb").read_bytes()
    fields = dict(re.findall(r'name="(csrf|key)" value="([^"]+)"', student.get("/assignments/ps1").text))
    sent = student.post("/assignments/ps1", data=fields, files={"file": ("ps1.ipynb", work)})
    assert sent.status_code == 200


def test_students_of_the_gradebook_hand_in_and_plain_tests_count(root: Path) -> None:
    with served(root) as said:
        assert said[0] == "not accepted, because the portal allows only one notebook per assignment: ps2"
        assert [line.partition(": ")[0] for line in said[1:3]] == ["instructor", "bitdiddle"]
        student = _logged_in(said, "bitdiddle")
        assert ">ps1</a></li>" in student.get("/").text, "without a deadline"
        _hand_in(student, root)
        until(lambda: "2 of 2 points" in student.get("/submissions/1").text)
        assert "not isolated" in student.get("/submissions/1").text
        board = _logged_in(said, "instructor").get("/board").text
        assert "bitdiddle" in board
        assert re.search(r'2<span class="soft"> / 2</span>', board)
        assert "points are pending" not in board
        student.close()
    with served(root) as said:
        assert len(said) == 2, "whoever has a code keeps it"


def test_a_setting_of_exam_day_makes_it_an_exam(root: Path) -> None:
    with (root / "nbgrader_config.py").open("a") as config:
        config.write("c.ExamDay.attempts = 3\n")
    with served(root) as said:
        student = _logged_in(said, "bitdiddle")
        _hand_in(student, root)
        until(lambda: "your instructor decides whether its points count" in student.get("/submissions/1").text)
        student.close()


def test_a_course_of_several_notebooks_alone_is_told_what_is_missing(root: Path, run: Run) -> None:
    shutil.rmtree(root / "release" / "ps1")
    told = run("course", "serve", cwd=root, code=1).stderr
    assert "no assignment with exactly one notebook has been released: run course build for one first" in told
