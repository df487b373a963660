"""A visible test cell runs where the student's code runs only if it failed, or a later cell looks into it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.assignment.build import build
from nbproctor.assignment.notebook import Role
from nbproctor.config import Course
from nbproctor.intake.paper import PaperCell
from nbproctor.intake.visible_tests_to_run import looked_into
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Outcome, Result
from tester_fw.names import DEBUG_VARIABLES

MADE = "from tester_fw.testers import Tester\ntester = Tester(conf, key=b'', path='data/')\n"
UNPACKING = """\
for _ in range(20):
    try:
        tester.run_test()
        (input_vars, original_input_vars, returned_output_vars, true_output_vars) = tester.get_test_vars()
    except:
        (input_vars, original_input_vars, returned_output_vars, true_output_vars) = tester.get_test_vars()
        raise
"""
CELLS = {"unpacks": MADE + UNPACKING, "calls run_tests": MADE + "tester.run_tests(20, globals())\n"}


def looks_into_the_test(test: str, later: str) -> bool:
    cells = [PaperCell(0, Role.TEST, "test_ex1", test), PaperCell(1, Role.STUDENT, "ex2", later)]
    return looked_into(cells) == {0}


@pytest.mark.parametrize("test", CELLS.values(), ids=CELLS)
@pytest.mark.parametrize("name", DEBUG_VARIABLES)
def test_a_later_cell_that_reads_a_debugging_variable_looks_into_the_test(test: str, name: str) -> None:
    assert looks_into_the_test(test, f"print({name})")
    assert looks_into_the_test(test, f"def shown():\n    return {name}['n']")


@pytest.mark.parametrize("test", CELLS.values(), ids=CELLS)
def test_a_later_cell_that_reads_none_does_not(test: str) -> None:
    assert not looks_into_the_test(test, "def halve(n):\n    input_vars = n\n    return input_vars / 2")


def test_a_test_cell_without_a_tester_binds_no_debugging_variable() -> None:
    assert not looks_into_the_test("assert halve(4) == 2\nrun_tests = 20", "print(input_vars)")


CHECKED = "check_prediction('prediction_ex2', globals(), 3)"


@pytest.mark.parametrize("test", CELLS.values(), ids=CELLS)
@pytest.mark.parametrize(
    ("checks", "students", "looks"),
    [
        (CHECKED, "prediction_ex2 = 3", False),
        (CHECKED.replace("prediction_ex2", "input_vars"), "prediction_ex2 = 3", True),
        (f"{CHECKED}\nglobals()", "prediction_ex2 = 3", True),
        (CHECKED, "def check_prediction(name, names, answer):\n    print(names['input_vars'])", True),
    ],
)
def test_a_given_cell_that_checks_a_prediction_reads_that_and_no_other_name(
    test: str, checks: str, students: str, looks: bool
) -> None:
    cells = [
        PaperCell(0, Role.TEST, "test_ex1", test),
        PaperCell(1, Role.STUDENT, "ex2", students),
        PaperCell(2, Role.GIVEN, "predict_ex2", checks),
    ]
    assert looked_into(cells) == ({0} if looks else set())


KEY = "kvX8VF1YUgURm8NySX8Cx_UW0ZHCC6WCFqotGOpgvQc="
CONF = '{"case_file": "tc_halve", "func": halve, "inputs": {"n": {"dtype": "int"}}}'
RUNS = 20  # as many cases as there are


@pytest.mark.seed("midterm1", "the loop of the seed")
@pytest.mark.parametrize("test", CELLS.values(), ids=CELLS)
@pytest.mark.parametrize(("later", "calls"), [("", RUNS), ("true_output_vars; input_vars", 2 * RUNS)])
def test_a_passing_test_cell_runs_a_second_time_only_where_a_later_cell_looks_into_it(
    own_course: Course, hand_in: Callable[..., Path], tmp_path: Path, test: str, later: str, calls: int
) -> None:
    source = own_course.source / "numbers" / "numbers.ipynb"
    notebook = nbformat.read(source, as_version=4)
    cell = next(cell for cell in notebook.cells if cell.id == "test_ex4")
    cell.source = test.replace("conf,", f"{CONF},").replace("b''", f"b'{KEY}'")
    nbformat.write(notebook, source)
    build(own_course, "numbers")

    def edit(submitted: NotebookNode) -> None:
        solution = next(cell for cell in submitted.cells if cell.id == "ex4")
        solution.source = "calls = []\ndef halve(n):\n    calls.append(n)\n    return n / 2"
        submitted.cells.append(nbformat.v4.new_code_cell(f"print('calls:', len(calls))\n{later}"))

    submitted = hand_in(own_course, edit=edit)
    ((_, result),) = ClassGrading(own_course, "numbers", submitted, tmp_path / "graded").run()
    assert isinstance(result, Result)
    assert (result.exercises[3].outcome, result.exercises[3].cases) == (Outcome.PASSED, RUNS)
    path = tmp_path / "graded" / "autograded" / "student-001" / "numbers" / "numbers.ipynb"
    printed = nbformat.read(path, as_version=4).cells[-1].outputs[0].text
    assert printed == f"calls: {calls}\n"
