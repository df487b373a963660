"""A very small assignment, in the forms of the three graders, and submissions for it.

Three exercises with visible and hidden tests: a `Tester` in the notebook for `course`, asserts in nbgrader's, and
doctests in otter-grader's test files. A submission's exercise 1 is always right, so its
honest worth is 1 point of 5 if it solves nothing else.
"""

from __future__ import annotations

import ast
import shutil
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

ROOT = Path(__file__).parents[1]
ATTACKS = Path(__file__).parent / "attacks"
ASSIGNMENT = "mini"

COUNT_VOWELS = """\
def count_vowels(word):
    return sum(letter in "aeiou" for letter in word)
"""

CONFIG = f"""\
c = get_config()
c.CourseDirectory.course_id = "{ASSIGNMENT}"
"""
# What only `course` reads.
OWN_CONFIG = 'c.Grading.packages = ["tester_fw"]\nc.CourseDirectory.ignore = ["cases.py"]\n'
TESTER = """\
from tester_fw.testers import Tester
conf = {{"case_file": "tc_{exercise.name}", "func": {exercise.function}, "inputs": {{"{exercise.argument}": {{}}}}}}
tester = Tester(conf, key=b"kvX8VF1YUgURm8NySX8Cx_UW0ZHCC6WCFqotGOpgvQc=", path="data/")
tester.run_tests(10, globals())"""
SAMPLER = """\

tc_{exercise.name} = Sampler(count=10)


@tc_{exercise.name}.kind("any")
def draw_{exercise.argument}(rng):
    return {{"{exercise.argument}": {exercise.drawn}}}
"""


@dataclass(frozen=True)
class Exercise:
    """A function to write, its points, and its tests: calls with their answers; and how its argument is drawn.

    `shown` says how otter-grader's doctests compare: by the text of the value, or with `==`.
    """

    name: str
    function: str
    argument: str
    drawn: str
    points: int
    visible: tuple[tuple[str, object], ...]
    hidden: tuple[tuple[str, object], ...]
    shown: bool = False


EXERCISES = (
    Exercise(
        name="ex1",
        function="count_vowels",
        argument="word",
        drawn="''.join(rng.choices('cardsuite', k=rng.randint(1, 9)))",
        points=1,
        visible=(("count_vowels('cards')", 1),),
        hidden=(("count_vowels('suited aces')", 5),),
    ),
    Exercise(
        name="ex2",
        function="median",
        argument="numbers",
        drawn="rng.choices(range(100), k=rng.randint(1, 7))",
        points=2,
        visible=(("median([3, 1, 2])", 2),),
        hidden=(("median([4, 1, 3, 2])", 2.5), ("median([7])", 7)),
    ),
    Exercise(
        name="ex3",
        function="roman",
        argument="number",
        drawn="rng.randint(1, 39)",
        points=2,
        visible=(("roman(3)", "III"),),
        hidden=(("roman(14)", "XIV"), ("roman(9)", "IX")),
        shown=True,
    ),
)
POSSIBLE = sum(exercise.points for exercise in EXERCISES)


def make_course(root: Path, own: bool) -> Path:
    """A course with this assignment's source notebook.

    Args:
        root: the course's folder; it is made.
        own: whether `course` is to grade it; otherwise it is a plain nbgrader course.

    Returns:
        the course's folder.
    """
    source = root / "source" / ASSIGNMENT
    source.mkdir(parents=True)
    nbformat.write(_notebook(own), source / f"{ASSIGNMENT}.ipynb")
    if own:
        (source / "cases.py").write_text(_samplers())
        shutil.copytree(ROOT / "tester_fw", root / "tester_fw", ignore=shutil.ignore_patterns("__pycache__"))
    (root / ("grading_config.py" if own else "nbgrader_config.py")).write_text(CONFIG + OWN_CONFIG * own)
    return root


def make_tests(folder: Path) -> Path:
    """This assignment's tests in otter-grader's OK format, a file for each exercise; returns their folder."""
    folder.mkdir(parents=True)
    for exercise in EXERCISES:
        cases = [_doctest(exercise, *test, hidden=test in exercise.hidden) for test in _tests(exercise)]
        test = {
            "name": exercise.name,
            "points": exercise.points,
            "all_or_nothing": True,
            "suites": [{"type": "doctest", "cases": cases}],
        }
        (folder / f"{exercise.name}.py").write_text(f"OK_FORMAT = True\ntest = {test!r}\n")
    return folder


def hand_in(release: Path, submitted: Path, attack: str) -> None:
    """Write the released notebook, exercise 1 solved and exercises 2 and 3 by the attack, as a submission."""
    notebook = nbformat.read(release / ASSIGNMENT / f"{ASSIGNMENT}.ipynb", as_version=4)
    answers = _answers(attack)
    for cell in notebook.cells:
        cell.source = answers.get(cell.metadata.nbgrader.grade_id, cell.source)
    folder = submitted / attack / ASSIGNMENT
    shutil.copytree(release / ASSIGNMENT, folder)
    nbformat.write(notebook, folder / f"{ASSIGNMENT}.ipynb")


def otter_submission(path: Path, attack: str) -> Path:
    """Write the same submission as otter-grader's students have it: a check after each exercise."""
    notebook = nbformat.v4.new_notebook(metadata=_KERNEL)
    notebook.cells.append(nbformat.v4.new_code_cell("import otter\ngrader = otter.Notebook()", id="start"))
    for name, source in _answers(attack).items():
        notebook.cells.append(nbformat.v4.new_code_cell(source, id=name))
        notebook.cells.append(nbformat.v4.new_code_cell(f'grader.check("{name}")', id=f"check_{name}"))
    nbformat.write(notebook, path)
    return path


def attacks() -> list[str]:
    """The names of all attacks and of the two honest submissions."""
    return sorted(path.stem for path in ATTACKS.glob("*.py"))


def explained(attack: str) -> str:
    """What the file of an attack says about it: a line, and paragraphs."""
    return ast.get_docstring(ast.parse((ATTACKS / f"{attack}.py").read_text())) or ""


_KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


def _answers(attack: str) -> dict[str, str]:
    return {
        "ex1": COUNT_VOWELS,
        "ex2": (ATTACKS / f"{attack}.py").read_text(),
        "ex3": "# The cell above has it.",
    }


def _notebook(own: bool) -> NotebookNode:
    made = nbformat.v4.new_notebook(metadata=_KERNEL)
    for exercise in EXERCISES:
        made.cells.extend(_source_cells(exercise, own))
    return made


def _samplers() -> str:
    return "from nbproctor import Sampler\n\n" + "\n".join(SAMPLER.format(exercise=each) for each in EXERCISES)


def _source_cells(exercise: Exercise, own: bool) -> list[NotebookNode]:
    solution = f"### BEGIN SOLUTION\n{_solution(exercise.function)}\n### END SOLUTION"
    asserts = "\n".join(_assert(*test) for test in exercise.visible)
    hidden = "\n".join(_assert(*test) for test in exercise.hidden)
    test = f"{asserts}\n### BEGIN HIDDEN TESTS\n{hidden}\n### END HIDDEN TESTS"
    if own:
        test = TESTER.format(exercise=exercise)
    return [
        _cell(exercise.name, solution, {"grade": False, "solution": True, "locked": False}),
        _cell(
            f"test_{exercise.name}",
            test,
            {"grade": True, "solution": False, "locked": True, "points": exercise.points},
        ),
    ]


def _cell(name: str, source: str, role: dict[str, object]) -> NotebookNode:
    cell = nbformat.v4.new_code_cell(source, id=name)
    cell.metadata.nbgrader = {"schema_version": 3, "grade_id": name, "task": False, **role}
    return cell


def _solution(function: str) -> str:
    source = COUNT_VOWELS + (ATTACKS / "honest_right.py").read_text()
    nodes = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
    return next(ast.get_source_segment(source, node) or "" for node in nodes if node.name == function)


def _tests(exercise: Exercise) -> tuple[tuple[str, object], ...]:
    return exercise.visible + exercise.hidden


def _assert(call: str, answer: object) -> str:
    return f"assert {call} == {answer!r}"


def _doctest(exercise: Exercise, call: str, answer: object, hidden: bool) -> dict[str, object]:
    code = f">>> {call}\n{answer!r}\n" if exercise.shown else f">>> {call} == {answer!r}\nTrue\n"
    return {"code": code, "hidden": hidden, "locked": False}
