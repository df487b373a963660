"""The seeds' own code, pasted into the exercises: it passes where it is right, and else the notebook says why not.

So do the seeds' own test cells, unchanged, in a notebook and officially. The code lies among the right and wrong
solutions, under names with `the_seeds`, so that `course check` proves each piece by itself. Here the pieces are handed
in together, as by somebody who copies a whole document.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Outcome, Result
from tests.course.graded_samples import ASSIGNMENTS
from tests.notebook_runs import run_notebook
from tests.soak import keep_official_seed

ROOT = Path(__file__).parents[2]
SOLUTIONS = sorted(ROOT.glob("source/*/solutions/*/*_the_seeds_*.py"))
# What a notebook says, in which cell, where the seed's code loses: by the assignment and the name of the solution.
SAYS = {
    "lesson1/ex1_the_seeds_first_version": ("ex1-prompt", "which sorts the list itself and returns `None`"),
    "lesson1/ex4_the_seeds_own": ("ex4-prompt", "it is not `(2, two_pair(ranks))`"),
    "lesson1/ex5_the_seeds_own": ("ex5-prompt", "Then a second loop over it finds nothing"),
    "lesson1/ex6_the_seeds_first_version": ("ex6-prompt", "a list of hands even if there is only one winner"),
    "lesson1/ex7_the_seeds_own": ("ex7-prompt", "`deck` must stay as it was, cards and order"),
    "lesson1/ex9_the_seeds_conditions": ("ex9-prompt", "Write down what `group` gives"),
    "lesson1/ex9_the_seeds_conditions_with_group": ("ex9-prompt", "the code of a straight flush is 9 here, not 8"),
    "lesson1/ex9_the_seeds_table": ("ex9-prompt", "Write down what `group` gives"),
    "lesson1/ex9_the_seeds_table_with_group": ("ex9-prompt", "Together they are worth 4 + 5 = 9"),
    "lesson1/ex10_the_seeds_own": ("ex10-prompt", "Exactly `n` hands must be counted"),
    "homework1/ex4_the_seeds_own": ("ex4-prompt", "a joker never stands for a card that is in the hand already"),
    "homework1/ex6_the_seeds_own": ("ex6-prompt", "A joker never stands for a card that is in the hand already"),
    "challenge1/ex3_the_seeds_own": ("ex3-prompt", "holds the number 0, not the list `[0]`"),
    "challenge1/ex5_the_seeds_own": ("ex5-prompt", "`Hand` takes a text, not a list or a tuple"),
    "challenge1/ex5_the_seeds_own_with_text": ("ex5-prompt", "but not the tuples of `eval`"),
    "lookup1/ex7_the_seeds_own": ("ex7-prompt", "written as in the table"),
}  # fmt: skip


def test_where_the_seeds_code_loses_the_notebook_says_why() -> None:
    losing = {f"{path.parts[-4]}/{path.stem}" for path in SOLUTIONS if path.parts[-2] == "wrong"}
    assert losing == set(SAYS)
    for name, (cell_id, words) in SAYS.items():
        assignment = name.partition("/")[0]
        notebook = nbformat.read(ROOT / "release" / assignment / f"{assignment}.ipynb", as_version=4)
        [text] = [cell.source for cell in notebook.cells if cell.id == cell_id]
        assert words in text, name


def test_the_first_line_says_that_it_is_the_seeds_code() -> None:
    assert len({path.parts[-4] for path in SOLUTIONS}) == 5
    assert [path for path in SOLUTIONS if not path.read_text("utf-8").startswith("# The seed's own code")] == []


@pytest.mark.all
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_seeds_code_passes_at_home_and_officially_where_it_is_right_and_loses_where_it_is_not(
    assignment: str, tmp_path: Path
) -> None:
    pasted = {kind: _rounds(assignment, kind) for kind in ("right", "wrong")}
    passed_at_home, submitted = {}, tmp_path / "submitted"
    for kind, rounds in pasted.items():
        for number, codes in enumerate(rounds):
            student = f"{kind}-{number}"
            folder = Path(shutil.copytree(ROOT / "release" / assignment, submitted / student / assignment))
            _paste(folder / f"{assignment}.ipynb", codes)
            passed_at_home[student] = _passed_at_home(folder / f"{assignment}.ipynb")
    course = Course(ROOT)
    course.grading.official_seed_file = str(tmp_path / "secret" / "official_seed")
    keep_official_seed(course)
    course.grading.cell_seconds, course.grading.submission_seconds = 60.0, 300.0  # a busy machine is slow
    for submission, result in ClassGrading(course, assignment, submitted, tmp_path / "graded").run():
        assert isinstance(result, Result), result
        kind, number = submission.student.split("-")
        losing = set(pasted["wrong"][int(number)]) if kind == "wrong" else set()
        wanted = {exercise.name: exercise.name not in losing for exercise in result.exercises}
        assert {exercise.name: exercise.earned == exercise.points for exercise in result.exercises} == wanted, kind
        assert passed_at_home[submission.student] == list(wanted.values()), kind


def _rounds(assignment: str, kind: str) -> list[dict[str, str]]:
    """What is handed in together: of each exercise the first of its codes, then the second, as far as there are any."""
    by_exercise = defaultdict(list)
    for path in SOLUTIONS:
        if path.parts[-4] == assignment and path.parts[-2] == kind:
            by_exercise[path.name.partition("_")[0]].append(path.read_text("utf-8"))
    rounds = zip_longest(*by_exercise.values())
    return [{name: code for name, code in zip(by_exercise, codes, strict=True) if code} for codes in rounds]


def _paste(path: Path, codes: dict[str, str]) -> None:
    """Solve the notebook of a release by these codes, and by the reference where there is none."""
    reference = nbformat.read(ROOT / "source" / path.parent.name / path.name, as_version=4)
    solved = {cell.id: cell.source for cell in reference.cells if cell.metadata.get("nbgrader", {}).get("solution")}
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        cell.source = (solved | codes).get(cell.id, cell.source)
    nbformat.write(notebook, path)


def _passed_at_home(path: Path) -> list[bool]:
    """Which tests pass, one after the other, as the student's own terminal says."""
    command = [sys.executable, "-m", "tester_fw", path.name, "--seconds", "120"]
    said = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=False).stdout
    table = said[said.index("\nexercise") if "\nexercise" in said else 0 :]
    return [ended == "passed" for ended in re.findall(r" of \d+ +(passed|failed)$", table, re.MULTILINE)]


# The test cell of the midterm's seed, with the key and the conf of another exercise.
SEEDS_TEST = """\
from tester_fw.testers import Tester
conf = {'case_file': 'tc_halve', 'func': halve, 'inputs': {'n': {'dtype': 'int'}}}
tester = Tester(conf, key=b'kvX8VF1YUgURm8NySX8Cx_UW0ZHCC6WCFqotGOpgvQc=', path='data/')
for _ in range(20):
    try:
        tester.run_test()
        (input_vars, original_input_vars, returned_output_vars, true_output_vars) = tester.get_test_vars()
    except:
        (input_vars, original_input_vars, returned_output_vars, true_output_vars) = tester.get_test_vars()
        raise

print('Passed!')
"""
# What a student puts below it, to debug.
DEBUGGED = "print(len(calls), halve(**original_input_vars) == returned_output_vars['output_0'])"


def test_the_seeds_test_cell_runs_unchanged_in_a_notebook_and_officially(
    own_course: Course, hand_in: Callable[..., Path], tmp_path: Path
) -> None:
    source = own_course.source / "numbers" / "numbers.ipynb"
    notebook = nbformat.read(source, as_version=4)
    next(cell for cell in notebook.cells if cell.id == "test_ex4").source = SEEDS_TEST
    nbformat.write(notebook, source)
    build(own_course, "numbers")

    def solved_by(expression: str) -> Callable[[NotebookNode], None]:
        def edit(submitted: NotebookNode) -> None:
            solution = next(cell for cell in submitted.cells if cell.id == "ex4")
            solution.source = f"calls = []\ndef halve(n):\n    calls.append(n)\n    return {expression}"
            submitted.cells.append(nbformat.v4.new_code_cell(DEBUGGED))

        return edit

    hand_in(own_course, "right", solved_by("n / 2"))
    submitted = hand_in(own_course, "wrong", solved_by("n // 2"))
    shown = {}
    for student in ("right", "wrong"):
        path = submitted / student / "numbers" / "numbers.ipynb"
        home = Path(shutil.copytree(own_course.release / "numbers", tmp_path / student))
        at_home = nbformat.read(path, as_version=4)
        run_notebook(at_home, home, allow_errors=True)
        shown[student] = [_said(cell) for cell in at_home.cells[-2:]]
    found = dict(ClassGrading(own_course, "numbers", submitted, tmp_path / "graded").run())
    results = {submission.student: result for submission, result in found.items()}
    for student, outcome in {"right": Outcome.PASSED, "wrong": Outcome.FAILED}.items():
        result = results[student]
        assert isinstance(result, Result)
        assert (result.exercises[3].outcome, result.exercises[3].cases) == (outcome, 20)
        path = tmp_path / "graded" / "autograded" / student / "numbers" / "numbers.ipynb"
        officially = [_said(cell) for cell in nbformat.read(path, as_version=4).cells[-2:]]
        assert officially[0] == shown[student][0]
        assert officially[1].split()[0] == "20"
    assert shown["right"] == ["Passed!", "20 True"]
    assert shown["wrong"][0] == "WrongAnswerError"


def _said(cell: NotebookNode) -> str:
    """The class of the error that a cell ended with, or what it printed."""
    return str(cell.outputs[-1].get("ename") or cell.outputs[-1].text.strip())
