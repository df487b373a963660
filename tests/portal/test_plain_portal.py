"""`course serve` in a course of nbgrader's, without a setting of ours: it is of use at once."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import nbformat
import pytest
from nbgrader.api import Gradebook

from tests.plain_course import nbgrader_cell
from tests.portal.graded_portals import until

pytestmark = pytest.mark.all
COURSE = Path(sys.executable).with_name("course")


@pytest.fixture
def root(tmp_path: Path) -> Path:
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
        subprocess.run([COURSE, "build", name], cwd=root, check=True, capture_output=True)
    with Gradebook(f"sqlite:///{root / 'gradebook.db'}", "plain") as gradebook:
        gradebook.add_student("bitdiddle")
    return root


@contextmanager
def _served(root: Path) -> Iterator[list[str]]:
    """What `course serve` says until it answers; it is ended afterwards."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = str(listener.getsockname()[1])
    command = [str(COURSE), "serve", "--port", port]
    server = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout
        said: list[str] = []
        while not said or "public key" not in said[-1]:
            line = server.stdout.readline()
            assert line, said
            said.append(line.strip())
        until(lambda: socket.socket().connect_ex(("127.0.0.1", int(port))) == 0)
        yield said
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)
        if server.stdout:
            server.stdout.close()


def _logged_in(address: str, name: str, code: str) -> httpx.Client:
    browser = httpx.Client(base_url=address, follow_redirects=True, timeout=60)
    assert browser.post("/login", data={"name": name, "code": code}).status_code == 200
    return browser


def test_students_of_the_gradebook_hand_in_and_plain_tests_count(root: Path) -> None:
    with _served(root) as said:
        assert said[0] == "not accepted, because the portal allows only one notebook per assignment: ps2"
        codes = dict(line.split(": ") for line in said[1:3])
        assert list(codes) == ["instructor", "bitdiddle"]
        told = re.fullmatch(r"(http://\S+)/ accepts ps1; public key \w{64}", said[3])
        assert told
        student = _logged_in(told[1], "bitdiddle", codes["bitdiddle"])
        assert ">ps1</a></li>" in student.get("/").text, "without a deadline"
        page = student.get("/assignments/ps1").text
        work = (root / "source" / "ps1" / "ps1.ipynb").read_bytes()
        fields = dict(re.findall(r'name="(csrf|key)" value="([^"]+)"', page))
        handed_in = student.post("/assignments/ps1", data=fields, files={"file": ("ps1.ipynb", work)})
        assert handed_in.status_code == 200
        until(lambda: "2 of 2 points" in student.get("/submissions/1").text)
        assert "not isolated" in student.get("/submissions/1").text
        board = _logged_in(told[1], "instructor", codes["instructor"]).get("/board").text
        assert "bitdiddle" in board
        assert re.search(r'2<span class="soft"> / 2</span>', board)
        assert "points are pending" not in board
        student.close()
    with _served(root) as said:
        assert len(said) == 2, "whoever has a code keeps it"


def test_a_setting_of_exam_day_makes_it_an_exam(root: Path) -> None:
    with (root / "nbgrader_config.py").open("a") as config:
        config.write("c.ExamDay.attempts = 3\n")
    with _served(root) as said:
        told = re.search(r"(http://\S+)/ accepts", said[3])
        assert told
        student = _logged_in(told[1], *said[2].split(": "))
        fields = dict(re.findall(r'name="(csrf|key)" value="([^"]+)"', student.get("/assignments/ps1").text))
        work = (root / "source" / "ps1" / "ps1.ipynb").read_bytes()
        student.post("/assignments/ps1", data=fields, files={"file": ("ps1.ipynb", work)})
        until(lambda: "your instructor decides whether its points count" in student.get("/submissions/1").text)
        student.close()


def test_a_course_of_several_notebooks_alone_is_told_what_is_missing(root: Path) -> None:
    for path in (root / "release" / "ps1").iterdir():
        path.unlink()
    (root / "release" / "ps1").rmdir()
    done = subprocess.run([COURSE, "serve"], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "no assignment with exactly one notebook has been released: run course build for one first" in done.stderr
