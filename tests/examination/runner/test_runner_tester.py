"""The Tester of a graded cell: it calls the function on all official cases, once, and compares nothing."""

from __future__ import annotations

import pytest

from nbproctor.config import Course
from nbproctor.examination.outcomes.outcome import read_tables
from tester_fw.case_files import read_cases
from tests.examination.classes import KEY
from tests.examination.real_runners import Runner

MAKE = f"""\
from tester_fw.testers import Tester
conf = {{"case_file": "tc_halve", "func": halve, "inputs": {{"n": {{"dtype": "int"}}}}}}
tester = Tester(conf, key=b"{KEY}", path="data/")
"""
RUN_ALL = f"{MAKE}tester.run_tests(20, globals())\nprint('Passed!')"
COUNTING = "calls = []\ndef halve(n):\n    calls.append(n)\n    return n / 2"


def _printed(runner: Runner, expression: str) -> str:
    return str(runner.run(f"print({expression})").outputs[0]["text"]).strip()


def _lengths(tables: bytes) -> list[tuple[str, int]]:
    return [(name, len(outcomes)) for name, outcomes in read_tables(tables)]


@pytest.mark.parametrize(
    ("asks", "calls"),
    [
        ("tester.run_test()", 20),
        ("for _ in range(300):\n    tester.run_test()", 20),
        ("tester.run_tests(1, globals())\ntester.run_tests(20, globals())", 20),
        ("try:\n    tester.run_test()\nexcept BaseException:\n    raise", 20),
        ("tester.run_tests(0, globals())", 0),
        ("tester.get_test_vars()", 0),
        ("tester.run_test()\nTester(conf, key=b'', path='data/').run_test()", 40),
        ("class Own(Tester):\n    pass\nOwn(conf, key=b'', path='data/').run_test()", 20),
    ],
)
def test_all_official_cases_are_called_once_however_often_a_cell_asks(runner: Runner, asks: str, calls: int) -> None:
    runner.run(COUNTING)
    report, tables = runner.run_graded(MAKE + asks)
    assert report.passed, report.outputs
    assert int(_printed(runner, "len(calls)")) == calls
    assert _lengths(tables) == [("tc_halve", 20)] * (calls // 20)
    judged = runner.judged("test_ex4", tables)
    assert (judged.error, judged.is_complete) == (None, calls > 0)


def test_a_cell_that_runs_again_calls_nothing(runner: Runner) -> None:
    runner.run(COUNTING)
    report, tables = runner.run_graded(RUN_ALL, makes_calls=False)
    assert (report.passed, tables) == (True, b"")
    assert _printed(runner, "calls") == "[]"


def test_the_debug_variables_are_those_of_a_visible_case(runner: Runner, built_course: Course) -> None:
    visible = read_cases(built_course.release / "numbers" / "data" / "tc_halve", KEY)
    runner.run("def halve(n):\n    return -1.0")
    runner.run_graded(RUN_ALL)
    inputs, original, returned, true = eval(
        _printed(runner, "(input_vars, original_input_vars, returned_output_vars, true_output_vars)")
    )
    assert inputs == original
    assert returned == true
    assert {**inputs, **true} in visible


@pytest.mark.parametrize("before", ["", "from tester_fw.testers import Tester\nimport tester_fw.testers"])
def test_elsewhere_a_students_copy_of_the_cell_has_the_shipped_tester(runner: Runner, before: str) -> None:
    runner.run(f"{before}\ndef halve(n):\n    return -1.0")
    assert runner.run_graded(RUN_ALL)[0].passed  # it is not told what is right
    report = runner.run(RUN_ALL)
    assert not report.passed
    assert report.outputs[-1]["ename"] == "WrongAnswerError"
    assert _printed(runner, "Tester is __import__('tester_fw.testers').testers.Tester, hasattr(Tester, 'rounds')") == (
        "True True"
    )


RAISED = ["ValueError", "SystemExit", "KeyboardInterrupt", "GeneratorExit", "StopIteration"]


@pytest.mark.parametrize("raised", [*RAISED, "AssertionError", "NotImplementedError"])
def test_what_a_function_raises_is_an_outcome_and_the_cell_goes_on(runner: Runner, raised: str) -> None:
    runner.run(f"def halve(n):\n    raise {raised}('no')")
    report, tables = runner.run_graded(RUN_ALL)
    assert [output["text"] for output in report.outputs] == ["Passed!\n"]
    judged = runner.judged("test_ex4", tables)
    assert (judged.error, judged.raised_by_student, judged.is_complete) == (raised, True, True)
    assert judged.asserted == (raised == "AssertionError")
    assert "Cell In[1], line 2" in "\n".join(judged.lines)


# What a call leaves behind in the process does not show in the cell, nor does it stop the calls that follow.
LEFT = {
    "it prints": "print('official:', n)",
    "it writes to the stream by itself": "import sys\n    sys.__stdout__.write('official')",
    "it takes the streams away": "import sys\n    sys.stdout = sys.stderr = None",
    "it closes the streams": "import sys\n    sys.stdout.close()\n    sys.stderr.close()",
    "it draws": "import matplotlib.pyplot as plt\n    plt.plot([n])",
    "it displays": "from IPython.display import display\n    display(n)",
    "it takes the case file away": "import os\n    os.path.exists('data/tc_halve') and os.remove('data/tc_halve')",
    "it changes its folder": "import os\n    os.chdir('/')",
}


@pytest.mark.parametrize("name", LEFT)
def test_what_a_call_leaves_behind_is_not_shown_and_stops_nothing(runner: Runner, name: str) -> None:
    runner.run(f"def halve(n):\n    {LEFT[name]}\n    return n / 2")
    report, tables = runner.run_graded(RUN_ALL)
    assert [output.get("text") for output in report.outputs] == ["Passed!\n"]
    assert _lengths(tables) == [("tc_halve", 20)]
    assert runner.judged("test_ex4", tables).error is None


def test_what_the_smallest_failing_case_printed_comes_with_it(runner: Runner) -> None:
    runner.run("def halve(n):\n    print('given', n)\n    return n / 2 if n < 10 else -1.0")
    judged = runner.judged("test_ex4", runner.run_graded(RUN_ALL)[1])
    number = judged.printed.split()[1]
    assert judged.printed == f"given {number}\n"
    shown = judged.message.replace("-1.0 (float)", "-1.0")
    assert shown.startswith(f"halve(n={number}) returned -1.0; expected ")
    assert "this is the smallest that fails" in judged.message
    assert len(judged.marks.split()) == 20
