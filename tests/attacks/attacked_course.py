"""The assignment that the attacks are handed in for: a little of every kind of test cell, quick to grade."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from nbproctor.assignment.release import build
from nbproctor.config import Course
from tests.plain_course import answered, copy_framework, nbgrader_cell, write_course

NAME = "targets"
POINTS = 2
"""What each exercise is worth."""

# Words that a submission must never get to see, nor a student. Nothing else holds them.
SECRET_WORDS = {
    "solution": "QuartzSolution",
    "hidden test": "QuartzHidden",
    "seed": "QuartzSeed",
    "neighbour": "QuartzNeighbour",
    "printed by a suite": "QuartzPrinted",
}


def tested(function: str, inputs: str, outputs: str = "{'output_0': {}}") -> str:
    """The lines of a test cell that has a `Tester` test a function, on the cases of `tc_<function>`."""
    return f"""\
from tester_fw.testers import Tester
conf = {{"case_file": "tc_{function}", "func": {function}, "inputs": {inputs}, "outputs": {outputs}}}
tester = Tester(conf, key=b"kvX8VF1YUgURm8NySX8Cx_UW0ZHCC6WCFqotGOpgvQc=", path="data/")
tester.run_tests(20, globals())
"""


IMPORTS = """
import io
from contextlib import redirect_stdout
from itertools import islice

import numpy as np
import pandas as pd
"""

# What is given before an exercise.
GIVEN = {
    "ex9": """
        class Deck:
            def __init__(self):
                self.cards = []
                self.owner = "nobody"

            def size(self):
                return len(self.cards)

        def require_same(found, due):
            assert found == due, f"{found!r} is not {due!r}"

        hand = ["Kd", "As"]
        frame = pd.DataFrame({"a": [3, 1, 2]})
        deck = Deck()
        """,
    "ex11": """
        def product(numbers):
            return numbers[0] * numbers[1]
        """,
}

# A solution and a test for each exercise.
EXERCISES = {
    "ex1": (
        f"""
        def square(n):
            ### BEGIN SOLUTION
            # {SECRET_WORDS["solution"]}
            return n * n
            ### END SOLUTION
        """,
        tested("square", "{'n': {'dtype': 'int'}}"),
    ),
    "ex2": (
        """
        def total(numbers):
            ### BEGIN SOLUTION
            return sum(numbers)
            ### END SOLUTION
        """,
        f"""\
{tested("total", "{'numbers': {'check_modified': True}}")}
assert total([1, 2, 3]) == 6
### BEGIN HIDDEN TESTS
assert total([]) == 0  # {SECRET_WORDS["hidden test"]}
assert total([40, 2, -100]) == -58, "{SECRET_WORDS["hidden test"]}"
### END HIDDEN TESTS
""",
    ),
    "ex3": (
        """
        def mixed(n):
            ### BEGIN SOLUTION
            return (n * 31 + 7) % 1009
            ### END SOLUTION
        """,
        tested("mixed", "{'n': {'dtype': 'int'}}") + "print('Passed!')",
    ),
    "ex4": (
        """
        def doubled(table):
            ### BEGIN SOLUTION
            return table.assign(b=table.a * 2)
            ### END SOLUTION

        def centred(values):
            ### BEGIN SOLUTION
            return values - values.mean()
            ### END SOLUTION
        """,
        tested("doubled", "{'table': {'check_modified': True}}") + tested("centred", "{'values': {}}"),
    ),
    "ex5": (
        """
        class Account:
            def __init__(self, owner):
                self.owner = owner
                self.balance = 0

            def deposit(self, amount):
                ### BEGIN SOLUTION
                if amount <= 0:
                    raise ValueError("deposit a positive amount")
                self.balance += amount
                return self.balance
                ### END SOLUTION
        """,
        """
        account = Account("Ann")
        assert account.deposit(30) == 30
        assert account.deposit(12) == 42
        assert account.balance == 42
        assert account.owner == "Ann"
        try:
            account.deposit(-1)
        except ValueError as error:
            assert "positive" in str(error)
        else:
            raise AssertionError("deposit(-1) raised no ValueError")
        """,
    ),
    "ex6": (
        """
        def countdown(n):
            ### BEGIN SOLUTION
            while n:
                yield n
                n -= 1
            ### END SOLUTION

        def shout(text):
            ### BEGIN SOLUTION
            print(text.upper() + "!")
            ### END SOLUTION
        """,
        """
        assert list(countdown(4)) == [4, 3, 2, 1]
        assert list(islice(countdown(10**6), 2)) == [10**6, 10**6 - 1]
        printed = io.StringIO()
        with redirect_stdout(printed):
            shout("ace")
        assert printed.getvalue() == "ACE!\\n"
        """,
    ),
    "ex7": (
        """
        def cube(n):
            ### BEGIN SOLUTION
            return n**3
            ### END SOLUTION
        """,
        tested("cube", "{'n': {}}"),
    ),
    "ex8": (
        """
        def card(text):
            ### BEGIN SOLUTION
            return int(text[:-1]), text[-1]
            ### END SOLUTION

        def bag(n):
            ### BEGIN SOLUTION
            return list(range(n))
            ### END SOLUTION

        def tally(text):
            ### BEGIN SOLUTION
            return {letter: text.count(letter) for letter in text}
            ### END SOLUTION

        def label(text):
            ### BEGIN SOLUTION
            return text.strip()
            ### END SOLUTION
        """,
        tested("card", "{'text': {}}")
        + tested("bag", "{'n': {}}")
        + tested("tally", "{'text': {}}")
        + tested("label", "{'text': {}}"),
    ),
    "ex9": (
        """
        ### BEGIN SOLUTION
        hand.append("Qc")
        hand.sort()
        ### END SOLUTION
        """,
        """
        require_same(hand, ["As", "Kd", "Qc"])
        assert "Qc" in hand and hand != ["Qc"]
        """,
    ),
    "ex10": (
        """
        ### BEGIN SOLUTION
        frame["b"] = frame.a * 2
        deck.owner = "Ann"
        deck.cards += ["2c", "3c"]
        ### END SOLUTION
        """,
        """
        pd.testing.assert_frame_equal(frame, pd.DataFrame({"a": [3, 1, 2], "b": [6, 2, 4]}))
        np.testing.assert_array_equal(frame.b, [6, 2, 4])
        assert deck.owner == "Ann"
        assert deck.size() == 2 and deck.cards == ["2c", "3c"]
        """,
    ),
    "ex11": (
        """
        def factors(n):
            ### BEGIN SOLUTION
            return next([small, n // small] for small in range(2, n) if n % small == 0)
            ### END SOLUTION
        """,
        f"""\
def are_factors(inputs, returned, expected):
    one, other = returned
    if product([one, other]) != inputs["n"]:
        return f"{{one}} times {{other}} is not {{inputs['n']}}"
    return "one of them is 1" if 1 in returned else None

{tested("factors", "{'n': {}}", "{'output_0': {'check': are_factors}}")}""",
    ),
}
PLAIN = "ex5", "ex6", "ex9", "ex10"
"""The exercises whose tests have no `Tester`: what forges their verdict earns points, as in nbgrader."""

SAMPLERS = """\
import numpy as np
import pandas as pd

from nbproctor import Sampler

DRAWN = {
    "square": lambda rng: {"n": rng.getrandbits(40)},
    "total": lambda rng: {"numbers": [rng.randrange(-99, 99) for _ in range(rng.randrange(8))]},
    "mixed": lambda rng: {"n": rng.getrandbits(40)},
    "doubled": lambda rng: {"table": pd.DataFrame({"a": [rng.randrange(99) for _ in range(rng.randrange(1, 5))]})},
    "centred": lambda rng: {"values": np.array([float(rng.randrange(99)) for _ in range(rng.randrange(1, 5))])},
    "cube": lambda rng: {"n": rng.randrange(99)},
    "card": lambda rng: {"text": f"{rng.randrange(2, 15)}{rng.choice('cdhs')}"},
    "bag": lambda rng: {"n": rng.randrange(50)},
    "tally": lambda rng: {"text": "".join(rng.choices("abc", k=rng.randrange(20)))},
    "label": lambda rng: {"text": f" {rng.choice(['Ann', 'Bee', 'Cid'])} {rng.randrange(99)} "},
    "factors": lambda rng: {"n": rng.choice([2, 3, 5, 7, 11]) * rng.randrange(13, 99)},
}
for name, drawn in DRAWN.items():
    globals()[f"tc_{name}"] = Sampler(count=20)
    globals()[f"tc_{name}"].kind("any")(drawn)
"""

CONFIG = f"""\
c = get_config()
c.CourseDirectory.course_id = "{NAME}"
c.CourseDirectory.ignore = ["cases.py", "solutions", ".ipynb_checkpoints", "__pycache__", "*.pyc"]
c.Grading.packages = ["tester_fw"]
c.Grading.canonical_sources = True
c.Grading.cell_seconds = 2
c.Grading.submission_seconds = 16
c.Grading.workers = 2
"""


def tier_setting(tier: str) -> str:
    """The lines of a configuration that ask for this tier of the sandbox and no other; none for the strongest."""
    return f'c.Grading.strongest_tier = c.Grading.weakest_tier = "{tier}"\n' if tier else ""


def make_course(root: Path, tier: str = "") -> Course:
    """The course, built, with no submissions yet."""
    cells = [nbgrader_cell("imports", "locked", IMPORTS), *cells_of(EXERCISES, GIVEN)]
    return built(root, cells, CONFIG + tier_setting(tier), SAMPLERS)


def cells_of(exercises: Mapping[str, tuple[str, str]], given: Mapping[str, str] = {}) -> Iterator[NotebookNode]:
    """The cells of exercises, by what is given before them, and of each a solution and a test."""
    for name, (solution, test) in exercises.items():
        if name in given:
            yield nbgrader_cell(f"given_{name}", "locked", given[name])
        yield nbgrader_cell(name, "solution", solution)
        yield nbgrader_cell(f"test_{name}", "test", test, POINTS)


def built(root: Path, cells: Iterable[NotebookNode], config: str, samplers: str = "", **metadata: object) -> Course:
    """A course with this assignment, built; without samplers it has no test framework either."""
    notebook = nbformat.v4.new_notebook(cells=list(cells), metadata=metadata)
    course = write_course(root, NAME, notebook, config, samplers)
    if samplers:
        copy_framework(root)
    (root / ".secret").mkdir()
    (root / ".secret" / "official_seed").write_text(f"{SECRET_WORDS['seed']} of the file\n")
    build(course, NAME)
    return course


def solved(course: Course) -> NotebookNode:
    """The release with a right answer in every solution cell: what an honest student hands in."""
    return answered(course, NAME, {name: _without_marks(solution) for name, (solution, _) in EXERCISES.items()})


def _without_marks(source: str) -> str:
    lines = source.splitlines()
    return "\n".join(line for line in lines if "###" not in line and SECRET_WORDS["solution"] not in line)


def marked(exercises: Mapping[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Exercises whose solutions are marked as such, and hold a secret word."""
    begin = f"### BEGIN SOLUTION\n# {SECRET_WORDS['solution']}"
    return {name: (f"{begin}\n{solution}\n### END SOLUTION", test) for name, (solution, test) in exercises.items()}
