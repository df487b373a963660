"""A course of three quick exercises, and as many submissions as are asked for, of every kind."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import nbformat

from nbproctor.config import Course
from tests import conftest

NAME = "numbers"

# (grade_id, role, source). A test cell's points are 2.
CELLS = [
    ("imports", "locked", "import math"),
    (
        "ex1",
        "solution",
        "def square(n):\n    ### BEGIN SOLUTION\n    return n * n\n    ### END SOLUTION\nprint(square(3))",
    ),
    ("test_ex1", "test", "assert [square(n) for n in range(5)] == [0, 1, 4, 9, 16], square(3)"),
    ("ex2", "solution", "def total(numbers):\n    ### BEGIN SOLUTION\n    return sum(numbers)\n    ### END SOLUTION"),
    (
        "test_ex2",
        "test",
        """\
        numbers = [1, 2, 3]
        assert total(numbers) == 6, f"total([1, 2, 3]) returned {total(numbers)!r}"
        ### BEGIN HIDDEN TESTS
        assert total([]) == 0
        ### END HIDDEN TESTS
        """,
    ),
    ("ex3", "solution", "def halve(n):\n    ### BEGIN SOLUTION\n    return n / 2\n    ### END SOLUTION"),
    (
        "test_ex3",
        "test",
        """\
        from tester_fw.testers import Tester
        def is_half(inputs, returned, expected):
            sum(range(1_000_000))  # for as long that a judge may be met while it compares
            return None if returned == expected else f"{returned} is not half of {inputs['n']}"

        conf = {"case_file": "tc_halve", "func": halve, "outputs": {"output_0": {"check": is_half}}}
        tester = Tester(conf, key=b"kvX8VF1YUgURm8NySX8Cx_UW0ZHCC6WCFqotGOpgvQc=", path="data/")
        for _ in range(10):
            tester.run_test()
        """,
    ),
]

SAMPLERS = """\
from nbproctor import Sampler

tc_halve = Sampler(count=10)


@tc_halve.kind("any")
def any_number(rng):
    return {"n": rng.randrange(1000)}
"""

# Nothing is to take too long, however busy the machine is: what is stopped for that is stopped in every run.
CONFIG = """\
c = get_config()
c.CourseDirectory.course_id = "numbers"
c.CourseDirectory.ignore = ["cases.py", "solutions", ".ipynb_checkpoints", "__pycache__", "*.pyc"]
c.Grading.packages = ["tester_fw"]
c.Grading.canonical_sources = True
c.Grading.caps = {"numbers": 5}
c.Grading.cell_seconds = 3
c.Grading.submission_seconds = 30
"""

RIGHT = {
    "ex1": "def square(n):\n    return n * n",
    "ex2": "def total(numbers):\n    return sum(numbers)",
    "ex3": "halve = lambda n: n / 2",
}


def make_course(root: Path) -> Course:
    """The course, built."""
    return conftest.make_course(root, CELLS, CONFIG, SAMPLERS)


def copy_course(course: Course, root: Path, database: str = "") -> Course:
    """Another course of the same assignment and secret seed, whose gradebook is in a database, if one is named."""
    shutil.copytree(course.root, root)
    if database:
        with (root / "grading_config.py").open("a") as file:
            file.write(f"c.CourseDirectory.db_url = {database!r}\n")
    return Course(root)


def hand_in(course: Course, folder: Path, count: int) -> None:
    """Write so many submissions, no two alike."""
    release = nbformat.read(course.release / NAME / f"{NAME}.ipynb", as_version=4)
    for number, answers in enumerate(_answers(count)):
        path = folder / f"student-{number:04}" / NAME / f"{NAME}.ipynb"
        path.parent.mkdir(parents=True)
        for cell in release.cells:
            if (name := cell.metadata.nbgrader.grade_id) in answers:
                cell.source = answers[name]
        nbformat.write(release, path)
        if number % 2:
            (path.parent / "timestamp.txt").write_text(f"2024-02-03 10:{number // 60 % 60:02}:{number % 60:02} UTC")
        if number % 50 == 49:
            path.write_text("This is not JSON.")


def _answers(count: int) -> Iterator[dict[str, str]]:
    """What is handed in: mostly right, some wrong, some failing, some ending their own process, now and then."""
    for number in range(count):
        answers = {**RIGHT, "ex2": f"{RIGHT['ex2']}\nprint({number})"}
        if number % 5 == 1:
            answers["ex1"] = f"def square(n):\n    return n * {number}"
        if number % 3 == 0:  # neither what it prints nor what it returns is the reference's
            answers["ex3"] = f"def halve(n):\n    print(n)\n    return n / 2 + (n % {number + 1} == 1)"
        if number % 7 == 2:
            answers["ex3"] = f"raise ValueError({number})"
        if number % 25 == 3:
            answers["ex2"] = "import os\nos._exit(0)"
        if number % 25 == 13:
            answers["ex3"] = "import os\ndef halve(n):\n    os.kill(os.getppid() or os.getpid(), 9)\n    os._exit(1)"
        yield answers
