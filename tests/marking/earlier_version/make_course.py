"""Made `b8ed5b3.tar.xz`, in an environment of that commit: a graded course folder, with all that has to go on.

    python tests/marking/earlier_version/make_course.py FOLDER

That version judged a test in another process than the submission's, and asked a person where that alone took points
away. It has what it kept of that, manual scores, a better earlier result, and a portal with jobs in its queue.
"""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.marking.class_feedback import ClassFeedback
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.portal.graders.machine_grader import MachineGrader
from nbproctor.portal.intake_desk import Arrival, Rule
from nbproctor.portal.portal_app import PortalApp
from nbproctor.portal.portal_folder import PortalFolder
from tests.plain_course import nbgrader_cell

ROOT = Path(__file__).parents[3]
CONFIG = """\
c = get_config()
c.CourseDirectory.course_id = "kept"
c.CourseDirectory.ignore = ["cases.py", "__pycache__", "*.pyc"]
c.Grading.packages = ["tester_fw"]
c.Grading.workers = 2
c.ExamDay.deadlines = {"exam": ""}
c.ExamDay.not_isolated = "allow"
"""
HALVE = """\
from tester_fw.testers import Tester
conf = {"case_file": "tc_half", "func": half, "inputs": {"n": {"dtype": "int"}}}
tester = Tester(conf, key=b"kvX8VF1YUgURm8NySX8Cx_UW0ZHCC6WCFqotGOpgvQc=", path="data/")
tester.run_tests(5, globals())"""
CASES = """\
from nbproctor import Sampler

tc_half = Sampler(count=5)


@tc_half.kind("any")
def any_number(rng):
    return {"n": rng.randrange(10**6)}
"""
RIGHT = {"one": "def one(): return 1", "two": "def two(): return 2", "half": "def half(n):\n    return n / 2"}
TESTS = {"one": "assert one() == 1", "two": "assert two() == 2", "half": HALVE}
STRICTER = {**TESTS, "two": "assert type(two()) is int and two() == 2"}
# Where the test ran in another process, it got no such object: a person was to decide.
EQUAL = {"one": "class EqualsOne:\n    def __eq__(self, other): return other == 1\ndef one(): return EqualsOne()"}
CLASS: dict[str, dict[str, str]] = {
    "right": {"essay": "Because it is so."},
    "wrong": {"one": "def one(): return 3", "half": "def half(n): return n", "essay": "It is not."},
    "open": {**EQUAL, "essay": "Why?"},
    "decided": {**EQUAL, "essay": "Why?"},
    "resolved": {**EQUAL, "essay": "Why?"},
    "better": {"two": "def two(): return 2.0", "essay": "Because."},
}


def main() -> None:
    root = Path(sys.argv[1])
    root.mkdir(parents=True)
    (root / "grading_config.py").write_text(CONFIG)
    shutil.copytree(ROOT / "tester_fw", root / "tester_fw", ignore=shutil.ignore_patterns("__pycache__"))
    course = Course(root)
    _build(course, "ps1", TESTS, has_essay=True)
    _build(course, "exam", {name: TESTS[name] for name in ("one", "half")}, has_essay=False)
    for student, written in CLASS.items():
        path = course.submitted / student / "ps1" / "ps1.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(_solved(course, "ps1", written), path)
        (path.parent / "timestamp.txt").write_text("2026-02-03 10:00:00 UTC")
    list(ClassGrading(course, "ps1").run())
    with closing(Gradebook(f"sqlite:///{root / 'gradebook.db'}", "kept")) as book:
        _decide(book, "right", "essay", 2.5, "Well said.")
        _decide(book, "wrong", "essay", 0.0)
        _decide(book, "decided", "test_one", 1.0, "Half of it.")
        _decide(book, "resolved", "test_one", None)
        book.find_grade("test_two", "ps1", "ps1", "right").extra_credit = 0.5
        book.db.commit()
    list(ClassFeedback(course, "ps1").run())
    _build(course, "ps1", STRICTER, has_essay=True)
    list(ClassGrading(course, "ps1").run(never_lower=True))
    _portal(course)


def _build(course: Course, name: str, tests: Mapping[str, str], has_essay: bool) -> None:
    made = nbformat.v4.new_notebook()
    made.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    for exercise, test in tests.items():
        made.cells.append(
            nbgrader_cell(exercise, "solution", f"### BEGIN SOLUTION\n{RIGHT[exercise]}\n### END SOLUTION")
        )
        made.cells.append(nbgrader_cell(f"test_{exercise}", "test", test, points=2))
    if has_essay:
        essay = nbformat.v4.new_markdown_cell("Write why.", id="essay")
        essay.metadata.nbgrader = {**made.cells[0].metadata.nbgrader, "grade_id": "essay", "grade": True, "points": 3}
        made.cells.append(essay)
    path = course.source / name / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    (path.parent / "cases.py").write_text(CASES)
    nbformat.write(made, path)
    build(course, name)


def _solved(course: Course, assignment: str, written: Mapping[str, str]) -> NotebookNode:
    made = nbformat.read(course.release / assignment / f"{assignment}.ipynb", as_version=4)
    for cell in made.cells:
        cell.source = {**RIGHT, **written}.get(cell.metadata.nbgrader.grade_id, cell.source)
    return made


def _decide(book: Gradebook, student: str, cell: str, score: float | None, comment: str = "") -> None:
    grade = book.find_grade(cell, "ps1", "ps1", student)
    grade.manual_score, grade.needs_manual_grade = score, False
    if comment:
        book.find_comment(cell.removeprefix("test_"), "ps1", "ps1", student).manual_comment = comment


def _portal(course: Course) -> None:
    """Two submissions are graded, two more wait."""
    folder = PortalFolder(course)
    PortalApp(course, folder).people.add(["ann", "ben", "cem", "dora", "teacher,instructor"])

    def hand_in(student: str, written: Mapping[str, str]) -> None:
        work = nbformat.writes(_solved(course, "exam", written)).encode()
        desk = folder.intake_desk()
        arrival = Arrival(student, "exam", f"key-{student:_<8}", folder.uploads.keep(work), len(work), desk.clock.now())
        desk.receipt_for(arrival, Rule())

    hand_in("ann", {})
    hand_in("ben", EQUAL)
    grader = MachineGrader(course, folder, ["exam"])
    running = threading.Thread(target=grader.run)
    running.start()
    while len(folder.rows.read("SELECT * FROM grades")) < 2:
        time.sleep(0.1)
    grader.stop()
    running.join()
    hand_in("cem", {})
    hand_in("dora", {"half": "def half(n): return n"})
    folder.rows.close()


if __name__ == "__main__":
    main()
