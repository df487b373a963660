"""The assignment that attacks on the judging of students' tests are handed in for."""

from __future__ import annotations

from pathlib import Path

from nbformat import NotebookNode

from nbproctor.config import Course
from tests.attacks.attacked_course import NAME, POINTS, SECRET_WORDS, built, cells_of, marked, tested, tier_setting
from tests.plain_course import answered

GIVEN = {"ex2": "def mixed(numbers):\n    return 0"}

HONEST = """\
def test():
    assert mixed([1, 2, 3]) == 14
    assert mixed([3, 2, 1]) == 10
    assert mixed([-5]) == -5
    assert mixed([]) == 0
    assert mixed([0] * 20 + [1]) == 21
    numbers = [5, 6]
    assert mixed(numbers) == 17 and numbers == [5, 6]
"""

# The third exercise asks for the very function that the second one's tests are for.
EXERCISES = {
    "ex1": ("def square(n):\n    return n * n", tested("square", "{'n': {}}")),
    "ex2": (
        HONEST,
        f"""\
from tester_fw.suites import Suite
conf = {{"case_file": "tc_suite", "func": test, "judged": "mixed"}}
suite = Suite(conf, key=b"kvX8VF1YUgURm8NySX8Cx_UW0ZHCC6WCFqotGOpgvQc=", path="data/")
suite.judge({POINTS}, globals())""",
    ),
    "ex3": (
        "def weighted(numbers):\n    return sum(place * number for place, number in enumerate(numbers, 1))",
        tested("weighted", "{'numbers': {'dtype': 'list'}}"),
    ),
}

SAMPLERS = f"""\
from nbproctor import JudgedFunctions, Sampler

tc_square = Sampler(count=20)


@tc_square.kind("any")
def any_number(rng):
    return {{"n": rng.randrange(-99, 99)}}


tc_weighted = Sampler(count=20)


@tc_weighted.kind("a few numbers")
def few(rng):
    return {{"numbers": [rng.randint(0, 3) for _ in range(rng.randint(1, 3))]}}


tc_suite = JudgedFunctions(count=12)


def source(rng, *lines):
    return "\\n".join(["def mixed(numbers):", f"    # {SECRET_WORDS["solution"]} {{rng.random()}}", *lines])


for name, line in {{
    "from zero": "return sum(place * number for place, number in enumerate(numbers))",
    "no places": "return sum(numbers)",
    "negative numbers": "return sum(place * abs(number) for place, number in enumerate(numbers, 1))",
    "no numbers": "return sum(place * number for place, number in enumerate(numbers, 1)) if numbers else None",
    "few numbers": "return sum(place * number for place, number in enumerate(numbers[:9], 1))",
    "turns the list round": "numbers.reverse(); return sum(p * n for p, n in enumerate(numbers[::-1], 1))",
}}.items():
    tc_suite.wrong(name, about=name)(lambda rng, line=line: source(rng, "    " + line))


@tc_suite.right("a loop", weight=20)
def loop(rng):
    lines = "found = 0", "for at in range(len(numbers)):", "    found += (at + 1) * numbers[at]", "return found"
    return source(rng, *("    " + line for line in lines))


@tc_suite.right("a sum", weight=20)
def whole(rng):
    return source(rng, "    return sum(place * number for place, number in enumerate(numbers, 1))")
"""

CONFIG = f"""\
c = get_config()
c.CourseDirectory.course_id = "{NAME}"
c.Grading.packages = ["tester_fw"]
c.Grading.cell_seconds = 2
c.Grading.submission_seconds = 16
c.Grading.workers = 2
"""


def make_suite_course(root: Path, tier: str = "") -> Course:
    """The course, built, with no submissions yet."""
    return built(root, cells_of(marked(EXERCISES), GIVEN), CONFIG + tier_setting(tier), SAMPLERS)


def solved_suite_notebook(course: Course) -> NotebookNode:
    """The release with a right answer in every solution cell: what an honest student hands in."""
    return answered(course, NAME, {name: solution for name, (solution, _) in EXERCISES.items()})
