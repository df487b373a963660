"""What IPython shows of a failed test, where no kernel is."""

from pytest import fixture, mark

SHELL = """
import IPython
from IPython.core.history import HistoryManager
HistoryManager.enabled = False
from IPython.core.interactiveshell import InteractiveShell
# IPython 9 spells it in lower case, 8 does not.
shell = InteractiveShell.instance(colors="nocolor" if IPython.version_info[0] > 8 else "NoColor")
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
def shown_for(request, tester_of, tmp_path, key, run_python):
    """Return a function that runs a solution and its test in a notebook and returns what is displayed."""
    tester_of(len, [{"n": 7, "output_0": 3}])

    def show(solution, **changes):
        test = TESTS[request.param].format(**{"key": key, "path": str(tmp_path), **changes})
        return run_python(SHELL.format(cells=[solution, test]))

    return show


@mark.parametrize(
    ("solution", "shown"),
    [
        (SOLUTION.format(ending=""), []),
        (SOLUTION.format(ending="+ 1"), ["Wrong answer: count_bits(n=7)", "  returned  4", "  expected  3"]),
        (
            SOLUTION.format(ending="").replace("(n)", "(number)"),
            ["count_bits(n=7) raised TypeError: count_bits() got an unexpected keyword argument 'n'"],
        ),
        ("count_bits = 5", ["conf['func'] is 5, which is not a function: run the cell that defines it again."]),
    ],
    ids=["passed", "a wrong answer", "a parameter of another name", "a lost function"],
)
def test_these_lines_are_shown_and_no_others(shown_for, solution, shown):
    assert shown_for(solution).splitlines() == shown


def test_an_error_of_the_function_shows_the_function_alone(shown_for):
    text = shown_for(SOLUTION.format(ending="/ 0"))
    first, *rest = text.splitlines()
    assert first == "count_bits(n=7) raised ZeroDivisionError: division by zero"
    assert 'return digits.count("1") / 0' in text
    assert len(rest) == 4
    assert not any(line in text for line in ("testers.py", "tester", "self._", "read_conf(", "raise "))


def test_a_missing_case_file_shows_one_sentence(shown_for):
    text = shown_for(SOLUTION.format(ending=""), path="nowhere")
    assert text.startswith("There is no case file nowhere/tc_3 (relative to the folder ")
    assert len(text.splitlines()) == 1
