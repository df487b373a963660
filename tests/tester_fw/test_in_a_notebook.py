"""What IPython shows of a failed test, where no kernel is."""

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


FRAMEWORK = ("testers.py", "tester", "self._", "read_conf(", "raise ")


def shows_the_framework(text):
    return any(line in text for line in FRAMEWORK)


def test_a_passed_test_shows_nothing(shown_for):
    assert shown_for(SOLUTION.format(ending="")) == ""


def test_an_error_of_the_function_shows_the_function_alone(shown_for):
    text = shown_for(SOLUTION.format(ending="/ 0"))
    first, *rest = text.splitlines()
    assert first == "count_bits(n=7) raised ZeroDivisionError: division by zero"
    assert 'return digits.count("1") / 0' in text
    assert len(rest) == 4
    assert not shows_the_framework(text)


def test_a_wrong_answer_shows_the_call_and_what_came_and_what_should_have(shown_for):
    assert shown_for(SOLUTION.format(ending="+ 1")).splitlines() == [
        "Wrong answer: count_bits(n=7)",
        "  returned  4",
        "  expected  3",
    ]


def test_a_parameter_of_another_name_shows_one_line(shown_for):
    text = shown_for(SOLUTION.format(ending="").replace("(n)", "(number)"))
    assert text.splitlines() == [
        "count_bits(n=7) raised TypeError: count_bits() got an unexpected keyword argument 'n'"
    ]


def test_a_missing_case_file_shows_one_sentence(shown_for):
    text = shown_for(SOLUTION.format(ending=""), path="nowhere")
    assert text.startswith("There is no case file nowhere/tc_3 (relative to the folder ")
    assert len(text.splitlines()) == 1


def test_a_lost_function_shows_one_sentence(shown_for):
    text = shown_for("count_bits = 5")
    assert text == "conf['func'] is 5, which is not a function: run the cell that defines it again.\n"
