"""A course with a test of each kind, and a class with whom something goes wrong in each: `mixed`."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import dedent

import nbformat

from nbproctor.assignment.release import build
from nbproctor.config import Course
from tests.plain_course import nbgrader_cell
from tests.soak import keep_official_seed

ROOT = Path(__file__).parents[2]
CONFIG = """\
c = get_config()
c.CourseDirectory.course_id = "mixed"
c.CourseDirectory.ignore = ["cases.py", "__pycache__", "*.pyc"]
c.Grading.packages = ["tester_fw"]
c.Grading.workers = 2
c.Grading.cell_seconds = 6
c.Grading.submission_seconds = 60
"""
_KEY = 'key=b"kvX8VF1YUgURm8NySX8Cx_UW0ZHCC6WCFqotGOpgvQc=", path="data/"'
_TESTER = """\
from tester_fw.testers import Tester
conf = {{"case_file": "tc_{0}", "func": {0}, "inputs": {{{1}}}}}
Tester(conf, {2}).run_tests(10, globals())
print("Passed!")"""
GIVEN = "import io\nfrom contextlib import redirect_stdout\ndef largest(numbers):\n    return numbers[0]"
# By name: a solution, and its test.
EXERCISES = {
    "add": ("def add(a, b):\n    return a + b", _TESTER.format("add", '"a": {}, "b": {}', _KEY)),
    "mean": (
        "def mean(values):\n    return sum(values) / len(values)",
        _TESTER.format("mean", '"values": {"dtype": "list", "check_modified": True}', _KEY),
    ),
    "total": (
        "def total(numbers):\n    return sum(numbers)",
        "assert total([1, 2]) == 3, 'the sum of 1 and 2'\n"
        "### BEGIN HIDDEN TESTS\nassert total([]) == 0\n### END HIDDEN TESTS",
    ),
    "shout": (
        "def shout(text):\n    print(text.upper())",
        "printed = io.StringIO()\nwith redirect_stdout(printed):\n    shout('ace')\n"
        "assert printed.getvalue() == 'ACE\\n'",
    ),
    "share": ("share = 1", "share"),
    "suite": (
        "def test():\n    assert largest([1, 3, 2]) == 3\n    assert largest([-2, -1]) == -1",
        f"""\
from tester_fw.suites import Suite
suite = Suite({{"case_file": "tc_suite", "func": test, "judged": "largest"}}, {_KEY})
suite.judge(2, globals())""",
    ),
}
CASES = """\
from nbproctor import JudgedFunctions, Sampler

tc_add, tc_mean, tc_suite = Sampler(count=10), Sampler(count=10), JudgedFunctions(count=4)


@tc_add.kind("any")
def two_numbers(rng):
    return {"a": rng.randrange(1, 10**6), "b": rng.randrange(1, 10**6)}


@tc_mean.kind("any")
def some_numbers(rng):
    return {"values": [2 * rng.randrange(10**6) + place for place in range(2 * rng.randint(1, 3))]}


@tc_suite.right("max")
def by_max(rng):
    return f"def largest(numbers):\\n    return max(numbers) + {rng.random()} * 0"


@tc_suite.wrong("the last", about="the place of the largest")
def the_last(rng):
    return f"def largest(numbers):\\n    return numbers[-1] + {rng.random()} * 0"


@tc_suite.wrong("begins at zero", about="negative numbers")
def from_zero(rng):
    return f"def largest(numbers):\\n    return max([0, *numbers]) + {rng.random()} * 0"
"""
RIGHT = {name: solution for name, (solution, _) in EXERCISES.items()}
MINUS = {"add": "def add(a, b):\n    return a - b"}
# By student: what they wrote otherwise than what is right.
CLASS: dict[str, dict[str, str]] = {
    "right": {},
    "untouched": dict.fromkeys(EXERCISES, ""),
    "minus": MINUS,
    "minus too": {"add": "def add(a, b):\n    difference = a - b\n    return difference"},
    "forgets": {"add": "def add(a, b):\n    return a"},
    "broken": {"add": "def add(a, b)\n    return a + b"},
    "prints": {"add": "def add(a, b):\n    print(a + b)", "mean": "def mean(values):\n    return sum(values) // 2"},
    "raises": {"mean": "def mean(values):\n    return values[100]", "shout": "def shout(text):\n    text[5]"},
    "changes its input": {"mean": "def mean(values):\n    values.sort()\n    return sum(values) / len(values)"},
    "never ends": {"mean": "def mean(values):\n    while len(values) > 2: pass\n    return sum(values) / 2"},
    "ends": {"shout": "import os\ndef shout(text): os._exit(1)"},
    "hidden": {"total": "def total(numbers):\n    return sum(numbers) if numbers else None"},
    "equals": {
        "total": "class Three(int):\n    def __eq__(self, other): return True\ndef total(numbers): return Three()"
    },
    "half": {"share": "share = 0.5", "suite": "def test():\n    assert largest([1, 3, 2]) == 3"},
    "too strict": {"suite": "def test():\n    assert largest([]) is None"},
    "patches": {"add": "import tester_fw.testers as t\nt.Tester.run_tests = lambda *_: None\ndef add(a, b): return 0"},
}


def make_course(root: Path, notebooks: Sequence[str] = ("mixed",), students: Sequence[str] = tuple(CLASS)) -> Course:
    """The course, built, with its class handed in.

    Args:
        root: where it is to lie.
        notebooks: the notebooks of its assignment.
        students: who of the class hands in.
    """
    source = root / "source" / "mixed"
    source.mkdir(parents=True)
    (root / "grading_config.py").write_text(CONFIG)
    (source / "cases.py").write_text(CASES)
    shutil.copytree(ROOT / "tester_fw", root / "tester_fw", ignore=shutil.ignore_patterns("__pycache__"))
    for name in notebooks:
        made = nbformat.v4.new_notebook()
        made.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        made.cells.append(nbgrader_cell("given", "locked", GIVEN))
        for exercise, (solution, test) in EXERCISES.items():
            solved = f"### BEGIN SOLUTION\n{solution}\n### END SOLUTION"
            made.cells.append(nbgrader_cell(exercise, "solution", solved))
            made.cells.append(nbgrader_cell(f"test_{exercise}", "test", test, points=2))
        essay = nbformat.v4.new_markdown_cell("Write why.", id="essay")
        essay.metadata.nbgrader = {**made.cells[1].metadata.nbgrader, "grade_id": "essay", "grade": True, "points": 3}
        made.cells.append(essay)
        nbformat.write(made, source / f"{name}.ipynb")
    course = Course(root)
    keep_official_seed(course)
    build(course, "mixed")
    for student in students:
        folder = course.submitted / student / "mixed"
        folder.mkdir(parents=True)
        for name in notebooks:
            (folder / f"{name}.ipynb").write_text(handed_in(course, name, CLASS[student]))
    return course


def handed_in(course: Course, notebook: str, written: Mapping[str, str]) -> str:
    """A notebook as a student hands it in: right, but for what is written otherwise; what is empty is as released."""
    made = nbformat.read(course.release / "mixed" / f"{notebook}.ipynb", as_version=4)
    for cell in made.cells:
        name = cell.metadata.nbgrader.grade_id
        if name in RIGHT and written.get(name) != "":
            cell.source = dedent(written.get(name, RIGHT[name])).strip()
        elif name == "essay":
            cell.source = "Because it is so."
    return nbformat.writes(made)
