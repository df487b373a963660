"""What a student sees in a real kernel: failures short and marked, functions of before noticed, the table of tests."""

import os

import pytest

from tester_fw.marks import GREEN, RED
from tests.tester_fw.kernel import Kernel
from tests.tester_fw.pair_exam import ENVIRONMENT, TEST, write_notebook, write_pair_cases

pytestmark = pytest.mark.all

# How the exam that the course goes back to calls its tests.
UNPACKING = """\
for _ in range(30):
    try:
        tester.run_test()
        (input_vars, original_input_vars, returned_output_vars, true_output_vars) = tester.get_test_vars()
    except:
        (input_vars, original_input_vars, returned_output_vars, true_output_vars) = tester.get_test_vars()
        raise
"""
RIGHT = "### Exercise 3 solution\ndef pair(n):\n    return (n, 'bits')\n"
WRONG = "### Exercise 3 solution\ndef pair(n):\n    return (n, 'bits' if n < 5 else 'bit')\n"
BROKEN = "### Exercise 3 solution\ndef pair(n:\n    return (n, 'bits')\n"
RAISES_BEFORE = "### Exercise 3 solution\nimport nothing_of_this_name\ndef pair(n):\n    return (n, 'bits')\n"
RAISES_AFTER = RIGHT + "pair(1, 2)\n"
VARIABLES = "This case is in input_vars, original_input_vars, returned_output_vars and true_output_vars."
OUTDATED = "This would test pair as it was before"


@pytest.fixture
def folder(tmp_path, key):
    write_pair_cases(tmp_path, key)
    return tmp_path


@pytest.fixture
def kernel(folder):
    kernel = Kernel(folder, ENVIRONMENT)
    yield kernel
    kernel.end()


@pytest.fixture
def test_of(kernel, key):
    """Run the test cell of a function, `pair` unless another is named; return what it shows."""
    return lambda func="pair", cell="test": kernel.run(TEST.format(func=func, key=key), cell)


def test_a_failure_shows_the_call_and_both_values_and_marks_the_difference(kernel, test_of, key):
    kernel.run(WRONG, "ex3")
    expected = [
        "Wrong answer: pair(n=5)",
        "  returned  (5, 'bit')",
        "                ^^^^^",
        "  expected  (5, 'bits')",
        "                ^^^^^^",
        "result[1]: expected 'bits', got 'bit'",
        "Of the 40 test cases, this is the smallest that fails; 5 smaller ones pass.",
        VARIABLES,
    ]
    assert test_of().splitlines() == expected
    assert f"\x1b[{RED}m'bit'\x1b[0m" in kernel.coloured
    assert f"\x1b[{GREEN}m'bits'\x1b[0m" in kernel.coloured
    unpacking = TEST.format(func="pair", key=key).replace("tester.run_tests(30, globals())\n", UNPACKING)
    assert kernel.run(unpacking, "test").splitlines() == expected
    assert kernel.run("input_vars, returned_output_vars") == "({'n': 5}, {'output_0': (5, 'bit')})\n"


def test_recursion_without_end_is_a_few_lines(kernel, test_of):
    kernel.run(
        "### Exercise 3 solution\ndef pair(n):\n    return other(n)\n\ndef other(n):\n    return pair(n + 1)", "ex3"
    )
    lines = test_of().splitlines()
    assert lines[0].startswith("pair(n=0) raised RecursionError: maximum recursion depth exceeded")
    assert any("these 2 calls repeated " in line for line in lines)
    assert len(lines) < 20
    assert not any("tester" in line or "/" in line for line in lines)


def test_a_long_way_down_shows_both_ends(kernel, test_of):
    functions = "".join(f"def f{n}(n):\n    return f{n + 1}(n)\n\n" for n in range(60))
    kernel.run(functions + "def f60(n):\n    return 1 / 0\n\ndef pair(n):\n    return f0(n)\n", "ex3")
    shown = test_of()
    assert "more calls ..." in shown
    assert "in f60" in shown and "in pair" in shown and "in f30" not in shown
    assert len(shown.splitlines()) < 30


# --- a function of before -------------------------------------------------------------------------


@pytest.mark.parametrize("failing", [BROKEN, RAISES_BEFORE], ids=["syntax", "raises before it"])
@pytest.mark.parametrize("tested_before", [True, False])
@pytest.mark.parametrize("cell", ["ex3", ""], ids=["with ids", "without ids"])
def test_a_cell_that_failed_since_is_noticed(kernel, test_of, failing, tested_before, cell):
    kernel.run(RIGHT, cell)
    if tested_before:
        assert test_of() == "Passed!\n"
    kernel.run(failing, cell)
    assert test_of().startswith(OUTDATED)
    kernel.run(RIGHT, cell)
    assert test_of() == "Passed!\n"


def test_what_a_wrapper_of_the_test_calls_is_noticed_too(kernel, test_of):
    kernel.run(RIGHT, "ex3")
    kernel.run("def wrapper(n):\n    return pair(n)", "given")
    assert test_of("wrapper") == "Passed!\n"
    kernel.run(BROKEN, "ex3")
    assert test_of("wrapper").startswith(OUTDATED)


@pytest.mark.parametrize(
    "cells",
    [
        [("ex3", RIGHT)],
        [("ex3", BROKEN), ("ex3", RIGHT)],
        [("ex3", RAISES_AFTER)],
        [("ex3", RIGHT), ("ex3", RAISES_AFTER)],
        [("ex3", RIGHT), ("draft", BROKEN)],
        [("ex3", RIGHT), ("other", "def another(n:\n    return pair(n)")],
        [("draft", BROKEN), ("ex3", RIGHT), ("ex4", "1 / 0")],
        [("ex3", RIGHT), ("ex3", RIGHT.replace("pair", "triple") + "1 / 0")],
        [("ex3", RIGHT), ("cache", "import functools\npair = functools.cache(pair)")],
        [("ex3", "%%time\n" + RIGHT)],
        [("ex3", BROKEN), ("ex3", "%%time\n" + RIGHT)],
        [("ex3", "pair = lambda n: (n, 'bits')"), ("ex3", "pair = lambda n: (n, 'bits'")],
        [("ex3", "exec('def pair(n): return (n, \"bits\")')")],
    ],
)
def test_no_alarm_is_false(kernel, test_of, cells):
    assert "NameError" in test_of()  # from here on, runs are noted with their cells
    for cell, source in cells:
        kernel.run(source, cell)
    assert test_of() == "Passed!\n"


def test_under_nbgrader_nothing_is_noted(folder, key):
    kernel = Kernel(folder, {**os.environ, "NBGRADER_EXECUTION": "autograde"})
    try:
        for source in (RIGHT, TEST.format(func="pair", key=key), BROKEN):
            kernel.run(source, "ex3")
        assert kernel.run(TEST.format(func="pair", key=key), "test") == "Passed!\n"
    finally:
        kernel.end()


# --- the table of all tests -----------------------------------------------------------------------


def test_the_table_says_how_each_test_ended(kernel, folder, key):
    tested = TEST.format(func="pair", key=key)
    cells = [
        ("ex0", "markdown", "## Exercise 0 (1 point): reading", {}),
        ("test_ex0", "code", "print('Passed!')", {"grade": True, "points": 1}),
        ("p3", "markdown", "## Exercise 3 (2.5 points): pairs", {}),
        ("ex3", "code", RIGHT, {"solution": True}),
        ("test_ex3", "code", tested, {"grade": True, "points": 2.5}),
        ("p4", "markdown", "## Exercise 4 (3 points): an essay", {}),
        ("ex4", "markdown", "...", {"grade": True, "solution": True, "points": 3}),
        ("p5", "markdown", "## Exercise 5 (2 points): parts", {}),
        ("test_ex5", "code", "0.5", {"grade": True, "points": 2}),
    ]
    write_notebook(folder, cells)

    def table():
        lines = kernel.run("from tester_fw.all_tests import show_all_tests\nshow_all_tests('exam.ipynb', cap=3)", "end")
        rows = [line.rpartition("  ")[2] for line in lines.splitlines()[1:5]]
        return rows, lines.splitlines()[-1]

    kernel.run("import tester_fw", "imports")
    assert table() == (
        ["not run", "not run", "graded by hand", "not run"],
        "0 of 8.5 points so far. 3 make 100%: 3 to go.",
    )
    for name, kind, source, _ in cells:
        if kind == "code":
            kernel.run(source, name)
    rows, total = table()
    assert rows == ["passed", "passed", "graded by hand", "passed in part"]
    assert total == "4 of 8.5 points so far. 3 make 100%: you have them."
    kernel.run(WRONG, "ex3")
    assert table()[0][1] == "run it again: you have run your solution since"
    kernel.run(tested, "test_ex3")
    assert table()[0][1] == "failed"
    for solution, state in [
        ("### Exercise 3 solution\ndef pair(n):\n    raise NotImplementedError()", "not solved yet"),
        ("### Exercise 3 solution\nraise NotImplementedError()\ndef pair(n):\n    return n", "not solved yet"),
        ("### Exercise 3 solution\nraise ValueError()\ndef pair(n):\n    return n", "failed"),
    ]:
        kernel.run("globals().pop('pair', None)", "own")
        kernel.run(solution, "ex3")
        kernel.run(tested, "test_ex3")
        assert table()[0][1] == state


def test_of_a_notebook_under_another_name_a_sentence_says_so(kernel):
    shown = kernel.run("from tester_fw.all_tests import show_all_tests\nshow_all_tests('exam.ipynb')", "end")
    assert shown.startswith("There is no notebook exam.ipynb (relative to the folder ")
    assert len(shown.splitlines()) == 1
