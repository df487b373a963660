"""A course whose secrets can be recognised, wherever they lie."""

from __future__ import annotations

from pathlib import Path

from nbproctor.config import Course
from tests.examination.classes import KEY, make_course

# With these words begin an expected output, the name of a kind, what stands in a judged function, and the seed.
ANSWER, KIND, JUDGED, SEED = "SphinxAnswer", "SphinxKind", "SphinxJudged", "SphinxSeed"
COUNT = 20

TESTS = {
    "test_ex1": f"""\
from tester_fw.testers import Tester
conf = {{"case_file": "tc_answer", "func": answer, "inputs": {{"n": {{"dtype": "int"}}}}}}
Tester(conf, key=b"{KEY}", path="data/").run_tests({COUNT}, globals())
print("Passed!")""",
    "test_ex2": f"""\
from tester_fw.suites import Suite
conf = {{"case_file": "tc_suite", "func": test, "judged": "double"}}
Suite(conf, key=b"{KEY}", path="data/").judge(2, globals())""",
}
SOLUTIONS = {
    "ex1": f"def answer(n):\n    return '{ANSWER}' + str(7919 * n + 13)",
    "ex2": "def test():\n    assert double(4) == 8",
}
SAMPLERS = f"""\
from nbproctor import JudgedFunctions, Sampler

tc_answer = Sampler(count={COUNT})


@tc_answer.kind("{KIND} small")
def small(rng):
    return {{"n": rng.getrandbits(30)}}


@tc_answer.kind("{KIND} large")
def large(rng):
    return {{"n": 1 << 40 | rng.getrandbits(40)}}


tc_suite = JudgedFunctions(count=4)


def source(rng, line):
    return f"def double(n):\\n    # {JUDGED} {{rng.random()}}\\n    return {{line}}"


@tc_suite.right("right")
def right(rng):
    return source(rng, "2 * n")


@tc_suite.wrong("wrong", about="four")
def wrong(rng):
    return source(rng, "2 * n + 1")
"""


def make_secret_course(root: Path) -> Course:
    cells = [("imports", "locked", "import math")]
    for name, solution in SOLUTIONS.items():
        cells.append((name, "solution", f"### BEGIN SOLUTION\n{solution}\n### END SOLUTION"))
        cells.append((f"test_{name}", "test", TESTS[f"test_{name}"]))
    return make_course(root, cells, SAMPLERS)
