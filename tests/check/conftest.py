"""A small assignment that can be proven, and what is found about it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.assignment.release import build
from nbproctor.check.checked_exam import CheckedExam
from nbproctor.check.findings import Finding, failures
from nbproctor.check.forked_tasks import conduct
from nbproctor.check.proofs import ProofOptions, prove
from nbproctor.check.trial import Replacement, Trial, try_solution
from nbproctor.config import Course
from tests.plain_course import nbgrader_cell

KEY = b"kvX8VF1YUgURm8NySX8Cx_UW0ZHCC6WCFqotGOpgvQc="
ROOT = Path(__file__).parents[2]
CONFIG = """\
c = get_config()
c.CourseDirectory.course_id = "small"
c.CourseDirectory.ignore = ["cases.py", "solutions", "__pycache__", "*.pyc"]
c.Grading.packages = ["tester_fw"]
c.Grading.canonical_sources = True
"""
SOLUTION = """\
def larger(a, b):
    ### BEGIN SOLUTION
    if a > b:
        return a
    return b
    ### END SOLUTION
larger(1, 2)
"""
TEST = f"""\
from tester_fw.testers import Tester
tester = Tester({{"case_file": "tc_1", "func": larger, "inputs": {{"a": {{}}, "b": {{}}}}}}, key={KEY!r}, path="data/")
for _ in range(12):
    tester.run_test()
### BEGIN HIDDEN TESTS
assert larger(-70001, -70002) == -70001
### END HIDDEN TESTS
"""
CASES = """\
from nbproctor import Sampler

tc_1 = Sampler(count=12)


@tc_1.kind("the first is larger")
def first(rng):
    b = rng.randrange(100)
    return {"a": b + rng.randint(1, 9), "b": b}


@tc_1.kind("the second is larger")
def second(rng):
    a = rng.randrange(100)
    return {"a": a, "b": a + rng.randint(1, 9)}


@tc_1.kind("both are negative")
def negative(rng):
    return {"a": -rng.randint(1, 9), "b": -rng.randint(20, 29)}


@tc_1.requires("two negative numbers")
def _(case):
    return case["a"] < 0 > case["b"]
"""
RIGHT = {
    "max": "return max(a, b)",
    "sorted": "return sorted([a, b])[1]",
    "arithmetic": "return (a + b + abs(a - b)) // 2",
}
WRONG = {
    "the_first": "return a",
    "the_second": "return b",
    "the_smaller": "return min(a, b)",
    "the_sum": "return a + b",
    "by_absolute_value": "return max(a, b, key=abs)",
    "nothing": "pass",
    "prints": "print(max(a, b))",
    "text": "return str(max(a, b))",
    "a_list": "return [max(a, b)]",
    "a_tuple": "return (max(a, b),)",
}
EQUIVALENT = """\
[[equivalent]]
cell = "ex1"
diff = '''
- if a > b:
+ if a >= b:
'''
reason = "of equal numbers either may be returned"
"""

Check = Callable[[Course], list[Finding]]
Told = Callable[[Course], str]
Edit = Callable[[Course, str, str, str], None]


def write_course(root: Path, cells: list[NotebookNode], cases: str, solutions: dict[str, str]) -> Course:
    """A course of one assignment, `small`; the solutions by the names of their files in `solutions`."""
    source = root / "source" / "small"
    for name, text in solutions.items():
        (source / "solutions" / name).parent.mkdir(parents=True, exist_ok=True)
        (source / "solutions" / name).write_text(text)
    (source / "cases.py").write_text(cases)
    nbformat.write(nbformat.v4.new_notebook(cells=cells), source / "small.ipynb")
    (root / "grading_config.py").write_text(CONFIG)
    shutil.copytree(ROOT / "tester_fw", root / "tester_fw", ignore=shutil.ignore_patterns("__pycache__"))
    course = Course(root)
    build(course, "small", unproven=True)
    return course


@pytest.fixture
def course_of(tmp_path: Path) -> Callable[[list[tuple[str, str]], str, dict[str, str]], Course]:
    """A function that writes a course: `ex1` and `test_ex1` are a solution and a test, other names are text."""

    def write(cells: list[tuple[str, str]], cases: str, solutions: dict[str, str]) -> Course:
        return write_course(tmp_path, [_cell_of(name, source.strip()) for name, source in cells], cases, solutions)

    return write


def _cell_of(name: str, source: str) -> NotebookNode:
    if name.startswith(("test_", "ex")):
        return nbgrader_cell(name, "test" if name.startswith("test_") else "solution", source)
    return nbformat.v4.new_markdown_cell(source, id=name)


@pytest.fixture
def small(tmp_path: Path) -> Course:
    """The course of one exercise; its files may be changed before it is checked."""
    solutions = {"equivalent.toml": EQUIVALENT}
    for kind, bodies in (("right", RIGHT), ("wrong", WRONG)):
        for name, body in bodies.items():
            solutions[f"{kind}/ex1_{name}.py"] = f"# {name}.\n\ndef larger(a, b):\n    {body}\n"
    cells = [
        nbformat.v4.new_markdown_cell("## Exercise 1 (2 points): the larger number", id="prompt"),
        nbgrader_cell("ex1", "solution", SOLUTION),
        nbgrader_cell("test_ex1", "test", TEST, points=2),
    ]
    return write_course(tmp_path, cells, CASES, solutions)


@pytest.fixture
def check() -> Check:
    """A function that checks the small course on a few seeds."""
    return lambda course: prove(course, "small", ProofOptions(workers=2, seeds=8))


@pytest.fixture
def told(check: Check) -> Told:
    """A function that returns the sentences of what fails, a line each."""
    return lambda course: "\n".join(f"{found.subject}: {found.sentence}" for found in failures(check(course)))


@pytest.fixture
def edit() -> Edit:
    """A function that replaces text in a file beside the source."""

    def replace(course: Course, name: str, old: str, new: str) -> None:
        path = course.source / "small" / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    return replace


def append_cases(course: Course, text: str) -> None:
    """Add to what draws the cases of the small course."""
    with (course.source / "small" / "cases.py").open("a") as cases:
        cases.write(text)


def tried(exam: CheckedExam, code: str, should_pass: bool = False, exercise: str = "ex1") -> Trial:
    """What comes of this solution of an exercise."""
    replaced = Replacement(next(one for one in exam.written if one.name == exercise), code)
    [(_, trial)] = conduct({"": partial(try_solution, exam, replaced, should_pass)}, workers=1)
    assert isinstance(trial, Trial), trial
    return trial
