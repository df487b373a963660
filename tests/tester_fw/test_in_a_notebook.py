"""What IPython shows of a failed test."""

import subprocess
import sys
from pathlib import Path

from pytest import fixture

ROOT = Path(__file__).parents[2]

SHELL = """
from IPython.core.history import HistoryManager
HistoryManager.enabled = False
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors={colors!r})
for cell in {cells!r}:
    shell.run_cell(cell)
"""

SOLUTION = """
def count_bits(n):
    ### solution
    digits = bin(n)
    return digits.count("1") {ending}
"""

MADE = """
### test_cell_ex3
from tester_fw.testers import Tester
tester = Tester({{"case_file": "tc_3", "func": count_bits}}, key={key!r}, path={path!r})
"""
UNPACKING = """
try:
    tester.run_test()
    variables = tester.get_test_vars()
except:
    variables = tester.get_test_vars()
    raise
"""
TESTS = {
    "tester.run_test()": MADE + UNPACKING,
    "tester.run_tests(3, globals())": MADE + "tester.run_tests(3, globals())\n",
}


@fixture(params=TESTS)
def line(request):
    """The line of the test cell that runs cases."""
    return request.param


@fixture
def shown_for(tester_of, tmp_path, key, line):
    """Return a function that runs a solution and its test in a notebook and returns what is displayed."""
    tester_of(len, [{"n": 7, "output_0": 3}])

    def show(solution, **changes):
        test = TESTS[line].format(**{"key": key, "path": str(tmp_path), **changes})
        # IPython 9 spells it in lower case, 8 does not.
        script = "import IPython\n" + SHELL.format(colors="NoColor", cells=[solution, test])
        script = script.replace("'NoColor'", "'nocolor' if IPython.version_info[0] > 8 else 'NoColor'")
        result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
        return result.stdout

    return show


FRAMEWORK = ("testers.py", "self._", "self.run_test()", "read_conf(", "raise WrongAnswerError")


def shows_the_framework(text):
    return any(line in text for line in FRAMEWORK)


def test_a_passed_test_shows_nothing(shown_for):
    assert shown_for(SOLUTION.format(ending="")) == ""


def test_an_error_of_the_function_shows_the_test_and_the_function_alone(shown_for, line):
    text = shown_for(SOLUTION.format(ending="/ 0"))
    assert line in text
    assert 'return digits.count("1") / 0' in text
    assert "ZeroDivisionError: division by zero" in text
    assert not shows_the_framework(text)


def test_a_wrong_answer_shows_the_test_alone(shown_for, line):
    text = shown_for(SOLUTION.format(ending="+ 1"))
    assert line in text
    assert "WrongAnswerError: output_0: expected 3, got 4" in text
    assert "count_bits(n=7) returned 4; expected 3" in text
    assert not shows_the_framework(text)


def test_a_parameter_of_another_name_shows_the_test_alone(shown_for, line):
    text = shown_for(SOLUTION.format(ending="").replace("(n)", "(number)"))
    assert line in text
    assert "TypeError: count_bits() got an unexpected keyword argument 'n'" in text
    assert not shows_the_framework(text)


def test_a_missing_case_file_shows_the_test_alone(shown_for, line):
    text = shown_for(SOLUTION.format(ending=""), path="nowhere")
    assert "tester = Tester(" in text
    assert "CaseFileMissingError: There is no case file nowhere/tc_3" in text
    assert not shows_the_framework(text)


def test_a_lost_function_shows_the_test_alone(shown_for):
    text = shown_for("count_bits = 5")
    assert "NotAFunctionError: conf['func'] is 5, which is not a function" in text
    assert not shows_the_framework(text)
