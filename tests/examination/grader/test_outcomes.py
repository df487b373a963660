"""Notebooks that run in one process while a judge in another compares: what earns, what does not, and what goes on."""

from __future__ import annotations

from textwrap import dedent

import nbformat
import pytest

from nbproctor.config import Course
from nbproctor.marking.explained_tests import explain
from nbproctor.results import ExerciseResult, Outcome, Result
from tests.examination.classes import CONFIG, KEY, NAME, answered, hand_in, make_course, release, results_of

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("outcomes")]

LIMITS = "c.Grading.cell_seconds = 4\nc.Grading.submission_seconds = 40\nc.Grading.memory_bytes = 1 << 29\n"


def _tester(file: str, function: str, after: str = "print('Passed!')", inputs: str = "{'n': {}}") -> str:
    return (
        "from tester_fw.testers import Tester\n"
        f"conf = {{'case_file': '{file}', 'func': {function}, 'inputs': {inputs}, 'outputs': {{'output_0': {{}}}}}}\n"
        f"tester = Tester(conf, key=b'{KEY}', path='data/')\nfor _ in range(20):\n    tester.run_test()\n{after}"
    )


CELLS = [
    ("imports", "locked", "import sys, os"),
    ("ex1", "solution", "### BEGIN SOLUTION\ndef twice(n):\n    return 2 * n\n### END SOLUTION"),
    ("test_ex1", "test", _tester("tc_twice", "twice")),
    ("ex2", "solution", "### BEGIN SOLUTION\ndef ordered(xs):\n    return sorted(xs)\n### END SOLUTION"),
    (
        "test_ex2",
        "test",
        _tester(
            "tc_ordered", "ordered", "assert callable(ordered)\nprint('Passed!')", "{'xs': {'check_modified': True}}"
        ),
    ),
    ("ex3", "solution", "### BEGIN SOLUTION\ndef plain(n):\n    return n + 1\n### END SOLUTION"),
    ("test_ex3", "test", "assert plain(1) == 2\n### BEGIN HIDDEN TESTS\nassert plain(5) == 6\n### END HIDDEN TESTS"),
]
SAMPLERS = """\
from nbproctor import Sampler

tc_twice = Sampler(count=20)


@tc_twice.kind("any")
def any_number(rng):
    return {"n": rng.getrandbits(40)}


tc_ordered = Sampler(count=20)


@tc_ordered.kind("any")
def any_list(rng):
    return {"xs": [rng.randrange(100) for _ in range(rng.randrange(1, 8))]}
"""
RIGHT = {"ex1": "def twice(n):\n    return 2 * n", "ex2": "def ordered(xs):\n    return sorted(xs)"}
RIGHT["ex3"] = "def plain(n):\n    return n + 1"
ALL = (2, 2, 2)

HONEST = {
    "right": (RIGHT, ALL),
    "wrong": ({**RIGHT, "ex1": "def twice(n):\n    return 2 * n + (n > 5)"}, (0, 2, 2)),
    "nothing": ({}, (0, 0, 0)),
    "changes its input": ({**RIGHT, "ex2": "def ordered(xs):\n    xs.sort()\n    return xs"}, (2, 0, 2)),
    "raises": ({**RIGHT, "ex1": "def twice(n):\n    return 1 / 0"}, (0, 2, 2)),
    "fails what is hidden": ({**RIGHT, "ex3": "def plain(n):\n    return 2"}, (2, 2, 0)),
    "another type": ({**RIGHT, "ex1": "import numpy as np\ndef twice(n):\n    return np.int64(2 * n)"}, ALL),
    "ends its process in a call": ({**RIGHT, "ex1": "def twice(n):\n    os._exit(3)"}, (0, 2, 2)),
    "never ends in a call": ({**RIGHT, "ex1": "def twice(n):\n    while True: pass"}, (0, 2, 2)),
    "never ends in a cell": ({**RIGHT, "ex2": RIGHT["ex2"] + "\nwhile True: pass"}, ALL),  # it is interrupted
}
# Each tries to earn what its function does not give.
ATTACKS = {
    "equals everything": """
        class Any(int):
            def __eq__(self, other): return True
            def __ne__(self, other): return False
            __hash__ = int.__hash__
        def twice(n): return Any()
        """,
    "prints passed": "def twice(n):\n    print('Passed!')\n    return 0",
    "patches the shipped tester": """
        import tester_fw.testers, tester_fw.compare
        tester_fw.testers.Tester.run_test = lambda self: None
        tester_fw.compare.difference = lambda *a, **k: None
        def twice(n): return 0
        """,
    "puts a class in the place of the tester": """
        import tester_fw.testers
        class Tester:
            def __init__(self, *a, **k): pass
            def run_test(self): pass
        def twice(n):
            tester_fw.testers.Tester = Tester
            return 0
        """,
    "lets the runner's tester do nothing": """
        def twice(n):
            frame = sys._getframe()
            while frame:
                if "tables" in frame.f_locals:
                    frame.f_locals["tables"].add = lambda outcome: None
                frame = frame.f_back
            return 0
        """,
    "writes a table of right types": """
        def twice(n):
            frame = sys._getframe()
            while frame:
                if "tables" in frame.f_locals:
                    tables = frame.f_locals["tables"]
                    for _ in range(40):
                        tables.begin("tc_twice")
                    return 0
                frame = frame.f_back
            return 0
        """,
    "fills the memory for tables": """
        def twice(n):
            return "x" * 3_000_000
        """,
    "the visible answers in the order of the calls": f"""
        from tester_fw.case_files import read_cases
        answers = iter([case["output_0"] for case in read_cases("data/tc_twice", b"{KEY}")])
        def twice(n): return next(answers, 0)
        """,
    "looks for what is expected in memory": """
        import gc
        def twice(n):
            for each in gc.get_objects():
                if isinstance(each, dict) and each.get("n") == n and "output_0" in each:
                    return each["output_0"]
            return 0
        """,
    "keys that collide": """
        class Key(int):
            def __hash__(self): return 1
        def twice(n): return {Key(i): i for i in range(3000)}
        """,
    "a value that contains itself": "def twice(n):\n    xs = []\n    xs.append(xs)\n    return xs",
    "a value that is nested deep": """
        def twice(n):
            xs = []
            for _ in range(100_000): xs = [xs]
            return xs
        """,
    "an integer of a million digits": "def twice(n):\n    return 10 ** 1_000_000",
    "an object whose repr is hostile": """
        class Loud:
            def __repr__(self): raise SystemExit
        def twice(n): return Loud()
        """,
    "a class that says it is another": """
        class Liar:
            @property
            def __class__(self): return int
            def __index__(self): return 4
        def twice(n): return Liar()
        """,
    "a frame of the protocol": """
        def twice(n):
            for fd in range(3, 40):
                try: os.write(fd, b'\\0\\0\\0\\x10["ran",[],true,1]')
                except OSError: pass
            return 0
        """,
    "exits with success": "def twice(n):\n    sys.exit(0)",
    "another conf": """
        def twice(n): return 0
        import builtins
        builtins.print = lambda *a, **k: None
        globals()["conf"] = {"case_file": "tc_ordered", "func": sorted}
        """,
    "a thread that writes later": """
        import threading, time
        def late():
            time.sleep(0.2)
        def twice(n):
            threading.Thread(target=late, daemon=True).start()
            return 0
        """,
    "a fork that goes on": """
        def twice(n):
            if os.fork() == 0:
                return 2 * n
            return 0
        """,
    "modules of its own": """
        import types
        fake = types.ModuleType("tester_fw.testers")
        class Tester:
            def __init__(self, *a, **k): pass
            def run_test(self): pass
        fake.Tester = Tester
        sys.modules["tester_fw.testers"] = fake
        def twice(n): return 0
        """,
}


Graded = tuple[Course, dict[str, Result]]


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Graded:
    """The course, and the result of each submission, by its name, graded in one class."""
    root = tmp_path_factory.mktemp("outcomes")
    course = make_course(root / "course", CELLS, SAMPLERS, CONFIG + LIMITS)
    submissions = {name: cells for name, (cells, _) in HONEST.items()}
    submissions |= {name: {**RIGHT, "ex1": dedent(code).strip()} for name, code in ATTACKS.items()}
    for name, cells in submissions.items():
        hand_in(root / "submitted", name.replace(" ", "-"), answered(release(course), cells))
    return course, results_of(course, NAME, root / "submitted", root / "graded")


def _of(graded: Graded, name: str) -> tuple[ExerciseResult, ...]:
    return graded[1][name.replace(" ", "-")].exercises


@pytest.mark.parametrize("name", HONEST)
def test_what_is_handed_in_earns_what_its_functions_give(graded: Graded, name: str) -> None:
    assert tuple(each.earned for each in _of(graded, name)) == HONEST[name][1]


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_earns_nothing_and_costs_no_other_exercise(graded: Graded, name: str) -> None:
    first, second, third = _of(graded, name)
    assert first.earned == 0, first
    # Whoever breaks what all tables are written with breaks their own.
    assert third.earned == 2, third
    assert second.earned == (0 if "do nothing" in name else 2), second


def test_a_failure_shows_one_case_and_the_smallest(graded: Graded) -> None:
    message = _of(graded, "wrong")[0].message
    assert message.count("expected") == 1
    assert "test cases, this is the smallest" in message
    assert _of(graded, "raises")[0].message.startswith("ZeroDivisionError: division by zero\nThis came from twice(n=")
    assert "xs was changed by ordered" in _of(graded, "changes its input")[1].message


def test_what_is_isolated_and_what_is_not_is_said(graded: Graded) -> None:
    assert [each.isolated for each in _of(graded, "right")] == [True, True, False]
    assert [bool(test.reason) for test in explain(graded[0], "numbers")] == [False, False, True]


def test_all_cases_are_counted(graded: Graded) -> None:
    assert [each.cases for each in _of(graded, "right")] == [20, 20, 0]
    assert _of(graded, "wrong")[0].cases == 20


def test_what_stops_a_test_is_said(graded: Graded) -> None:
    assert _of(graded, "never ends in a call")[0].outcome is Outcome.TIMED_OUT
    assert "ended while the test was calling" in _of(graded, "ends its process in a call")[0].message


def test_the_notebook_shows_the_judges_sentence_in_the_place_of_passed(graded: Graded) -> None:
    path = graded[0].root.parent / "graded" / "autograded" / "prints-passed" / "numbers" / "numbers.ipynb"
    cells = {cell.id: cell for cell in nbformat.read(path, as_version=4).cells if "id" in cell}
    outputs = cells["test_ex1"].outputs
    assert [output.output_type for output in outputs] == ["stream", "error"]
    assert outputs[0].text == "Passed!\n"  # the failing case's own print
    assert "returned 0; expected" in outputs[1].evalue
