"""The build refuses tests that no judge could compare, and says what to change."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.marking.explained_tests import explain
from tests.conftest import CONFIG, notebook

ROOT = Path(__file__).parents[2]
TEST = """\
from tester_fw.testers import Tester
conf = {{'case_file': 'tc_1', 'func': {function}, 'inputs': {{'n': {{}}}}, 'outputs': {{'output_0': {{{output}}}}}}}
tester = Tester(conf, key=b"kvX8VF1YUgURm8NySX8Cx_UW0ZHCC6WCFqotGOpgvQc=", path="data/")
tester.run_test()
{last}"""
GIVEN = """import io, math, pathlib
import numpy as np
def record(n): return np.array([(n, 1)], dtype=[('a', float), ('b', int)])
def huge(n): return 1 << 600_000 + int(100 * n)
def deep(n):
    for _ in range(2000):
        n = [n]
    return n
class Own:
    def __init__(self, n): self.n = n
    def __truediv__(self, other): return self.n / other
"""
REFUSED = {
    "a number of points": ({"last": "1"}, "return {'n': rng.random()}", "its last line is a number"),
    "inputs of a cell's class": (
        {},
        "return {'n': __import__('__main__').__dict__['Own'](rng.random())}",
        "cannot be pickled|class that a cell",
    ),
    "inputs that are not pickled": ({"function": "str"}, "return {'n': lambda: rng}", "pickled|argument"),
    "an output of a cell's class": ({"function": "Own"}, "return {'n': rng.random()}", "contains objects of __main__"),
    "an output of a library's class": ({"function": "pathlib.Path"}, "return {'n': str(rng.random())}", "of pathlib"),
    "an output that does not travel": ({"function": "record"}, "return {'n': rng.random()}", "cannot be sent"),
    "an output that is too large": ({"function": "huge"}, "return {'n': rng.random()}", "cannot be sent"),
    "an output that is nested too deep": ({"function": "deep"}, "return {'n': rng.random()}", "nested too deeply"),
    "an output that is the same in all cases": (
        {"function": "(lambda n: 1)"},
        "return {'n': rng.random()}",
        "the same",
    ),
}


def _course(root: Path, draw: str, function: str = "half", output: str = "", last: str = "print('Passed!')") -> Course:
    source = root / "source" / "numbers"
    source.mkdir(parents=True)
    (root / "grading_config.py").write_text(CONFIG)
    (root / "tester_fw").symlink_to(ROOT / "tester_fw")
    (source / "cases.py").write_text(
        f"from nbproctor import Sampler\ntc_1 = Sampler(count=5)\n@tc_1.kind('any')\ndef any_number(rng):\n    {draw}\n"
    )
    solution = "### BEGIN SOLUTION\ndef half(n):\n    return n / 2\n### END SOLUTION"
    test = TEST.format(function=function, output=output, last=last)
    cells = [("given", "locked", GIVEN), ("ex1", "solution", solution), ("test_ex1", "test", test)]
    nbformat.write(notebook(cells), source / "numbers.ipynb")
    return Course(root)


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_judged_is_refused(name: str, tmp_path: Path) -> None:
    how, draw, sentence = REFUSED[name]
    with pytest.raises(GradingError, match=sentence):
        build(_course(tmp_path, draw, **how), "numbers")
    assert not (tmp_path / "release").exists()


def test_an_output_with_a_check_may_be_anything(tmp_path: Path) -> None:
    course = _course(
        tmp_path, "return {'n': rng.random()}", "(lambda n: 1)", "'check': lambda inputs, one, other: None"
    )
    build(course, "numbers")
    assert (course.release / "numbers" / "data" / "tc_1").is_file()


def test_what_the_solution_gives_to_a_check_must_reach_the_judge(tmp_path: Path) -> None:
    course = _course(tmp_path, "return {'n': rng.random()}", "record", "'check': lambda inputs, one, other: None")
    build(course, "numbers")
    with pytest.raises(GradingError, match="tc_1: what the solution returns cannot be judged"):
        explain(course, "numbers")


def test_outcomes_that_no_runner_can_hand_over_are_refused(tmp_path: Path) -> None:
    course = _course(tmp_path, "return {'n': rng.random()}", "(lambda n: (n, 'x' * 3_000_000))")
    build(course, "numbers")
    with pytest.raises(GradingError, match="can return only 8,388,608"):
        explain(course, "numbers")
