"""The assignment that the attacks are handed in for: a little of every kind of test cell, quick to grade."""

from __future__ import annotations

import shutil
from pathlib import Path
from textwrap import dedent

import nbformat
from nbformat import NotebookNode

from nbproctor.assignment.build import build
from nbproctor.config import Course

ROOT = Path(__file__).parents[2]
NAME = "targets"
POINTS = 2
"""What each exercise is worth."""

FIGURE = "ex11"
"""The exercise that takes as long as five others. Attacks that are not aimed at it leave it unsolved."""

# Words that a submission must never get to see, nor a student. Nothing else holds them.
SECRET_WORDS = {
    "solution": "QuartzSolution",
    "hidden test": "QuartzHidden",
    "seed": "QuartzSeed",
    "neighbour": "QuartzNeighbour",
}

# (grade_id, role, source)
CELLS = [
    (
        "imports",
        "locked",
        """\
        import io
        from contextlib import redirect_stdout
        from itertools import islice

        import numpy as np
        import pandas as pd
        """,
    ),
    (
        "ex1",
        "solution",
        f"""\
        def square(n):
            ### BEGIN SOLUTION
            # {SECRET_WORDS["solution"]}
            return n * n
            ### END SOLUTION
        """,
    ),
    ("test_ex1", "test", "assert [square(n) for n in range(5)] == [0, 1, 4, 9, 16]\nassert square(-13) == 169"),
    (
        "ex2",
        "solution",
        "def total(numbers):\n    ### BEGIN SOLUTION\n    return sum(numbers)\n    ### END SOLUTION",
    ),
    (
        "test_ex2",
        "test",
        f"""\
        numbers = [1, 2, 3]
        assert total(numbers) == 6, f"total([1, 2, 3]) returned {{total(numbers)!r}}"
        assert numbers == [1, 2, 3], "total changed its input"
        ### BEGIN HIDDEN TESTS
        assert total([]) == 0  # {SECRET_WORDS["hidden test"]}
        assert total([40, 2, -100]) == -58, "{SECRET_WORDS["hidden test"]}"[:0] + "total of more numbers is wrong"
        ### END HIDDEN TESTS
        """,
    ),
    (
        "ex3",
        "solution",
        "def mixed(n):\n    ### BEGIN SOLUTION\n    return (n * 31 + 7) % 1009\n    ### END SOLUTION",
    ),
    (
        "test_ex3",
        "test",
        """\
        from tester_fw.testers import Tester
        conf = {"case_file": "tc_mixed", "func": mixed, "inputs": {"n": {"dtype": "int"}}}
        tester = Tester(conf, key=b"kvX8VF1YUgURm8NySX8Cx_UW0ZHCC6WCFqotGOpgvQc=", path="data/")
        for _ in range(20):
            tester.run_test()
        print("Passed!")
        """,
    ),
    (
        "ex4",
        "solution",
        """\
        def doubled(table):
            ### BEGIN SOLUTION
            return table.assign(b=table.a * 2)
            ### END SOLUTION

        def centred(values):
            ### BEGIN SOLUTION
            return values - values.mean()
            ### END SOLUTION
        """,
    ),
    (
        "test_ex4",
        "test",
        """\
        table = pd.DataFrame({"a": [3, 1, 2]})
        pd.testing.assert_frame_equal(doubled(table), pd.DataFrame({"a": [3, 1, 2], "b": [6, 2, 4]}))
        np.testing.assert_allclose(centred(np.array([1.0, 2.0, 6.0])), [-2.0, -1.0, 3.0])
        """,
    ),
    (
        "ex5",
        "solution",
        """\
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
    ),
    (
        "test_ex5",
        "test",
        """\
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
    (
        "ex6",
        "solution",
        """\
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
    ),
    (
        "test_ex6",
        "test",
        """\
        assert list(countdown(4)) == [4, 3, 2, 1]
        assert list(islice(countdown(10**6), 2)) == [10**6, 10**6 - 1]
        printed = io.StringIO()
        with redirect_stdout(printed):
            shout("ace")
        assert printed.getvalue() == "ACE!\\n"
        """,
    ),
    (
        "ex7",
        "solution",
        "def cube(n):\n    ### BEGIN SOLUTION\n    return n**3\n    ### END SOLUTION",
    ),
    (
        "test_ex7",
        "test",
        """\
        for n, cubed in zip(range(5), map(cube, range(5))):
            assert cubed == n * n * n
        """,
    ),
    (
        "ex8",
        "solution",
        """\
        from collections import Counter, namedtuple
        from enum import IntEnum

        Card = namedtuple("Card", "rank suit")
        Level = IntEnum("Level", "LOW HIGH")

        class Bag(list):
            def total(self):
                return sum(self)

        class Tally(Counter):
            def most(self):
                return self.most_common(1)[0][0]

        class Label(str):
            def initial(self):
                return self[0]

        def card(text):
            ### BEGIN SOLUTION
            return Card(int(text[:-1]), text[-1])
            ### END SOLUTION

        def bag(n):
            return Bag(range(n))

        def tally(text):
            return Tally(text)

        def label(text):
            return Label(text.strip())

        def level(text):
            return Level[text]
        """,
    ),
    (
        "test_ex8",
        "test",
        """\
        assert card("14s") == (14, "s") and card("9h").rank == 9 and len(card("2c")) == 2
        rank, suit = card("13d")
        assert rank == 13 and suit == "d" and isinstance(card("2c"), tuple)
        two, three = bag(2), bag(3)
        assert two == [0, 1] and three == [0, 1, 2] and three.total() == 3 and two[1] == 1 and 7 not in three
        assert tally("aab") == {"a": 2, "b": 1} and tally("aab")["a"] == 2 and tally("bab").most() == "b"
        assert label(" Ann ").lower() == "ann" and label("Bee") == "Bee" and label("Cid").initial() == "C"
        assert level("HIGH") == 2 and level("HIGH") - 2 == 0 and level("LOW").name == "LOW"
        """,
    ),
    (
        "given_things",
        "locked",
        """\
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
    ),
    ("ex9", "solution", "### BEGIN SOLUTION\nhand.append('Qc')\nhand.sort()\n### END SOLUTION"),
    (
        "test_ex9",
        "test",
        """\
        require_same(hand, ["As", "Kd", "Qc"])
        assert "Qc" in hand and hand != ["Qc"]
        """,
    ),
    (
        "ex10",
        "solution",
        """\
        ### BEGIN SOLUTION
        frame["b"] = frame.a * 2
        deck.owner = "Ann"
        deck.cards += ["2c", "3c"]
        ### END SOLUTION
        """,
    ),
    (
        "test_ex10",
        "test",
        """\
        pd.testing.assert_frame_equal(frame, pd.DataFrame({"a": [3, 1, 2], "b": [6, 2, 4]}))
        np.testing.assert_array_equal(frame.b, [6, 2, 4])
        assert deck.owner == "Ann"
        assert deck.size() == 2 and deck.cards == ["2c", "3c"]
        """,
    ),
    (
        "ex11",
        "solution",
        """\
        import matplotlib.pyplot as plt

        def chart(values):
            ### BEGIN SOLUTION
            figure, axes = plt.subplots()
            axes.bar(range(len(values)), values)
            axes.set_title("Values")
            return axes
            ### END SOLUTION
        """,
    ),
    (
        "test_ex11",
        "test",
        """\
        axes = chart([3, 1, 2])
        axes.figure.canvas.draw()
        assert axes.get_title() == "Values"
        assert [bar.get_height() for bar in axes.patches] == [3, 1, 2]
        """,
    ),
]

SAMPLERS = """\
from nbproctor import Sampler

tc_mixed = Sampler(count=20)


@tc_mixed.kind("large")
def large(rng):
    return {"n": rng.getrandbits(40)}
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


def exercises() -> list[str]:
    """The names of the exercises, in order."""
    return [name for name, role, _ in CELLS if role == "solution"]


def make_course(root: Path, tier: str = "") -> Course:
    """The course, built, with no submissions yet."""
    source = root / "source" / NAME
    source.mkdir(parents=True)
    (root / "grading_config.py").write_text(CONFIG + tier_setting(tier))
    (source / "cases.py").write_text(SAMPLERS)
    nbformat.write(source_notebook(), source / f"{NAME}.ipynb")
    (root / ".secret").mkdir()
    (root / ".secret" / "official_seed").write_text(f"{SECRET_WORDS['seed']} of the file\n")
    shutil.copytree(ROOT / "tester_fw", root / "tester_fw", ignore=shutil.ignore_patterns("__pycache__"))
    course = Course(root)
    build(course, NAME)
    return course


def source_notebook() -> NotebookNode:
    """The source notebook, with solutions and hidden tests."""
    made = nbformat.v4.new_notebook()
    for name, role, source in CELLS:
        cell = nbformat.v4.new_code_cell(dedent(source).rstrip(), id=name)
        cell.metadata.nbgrader = {
            "schema_version": 3,
            "grade_id": name,
            "grade": role == "test",
            "locked": role != "solution",
            "solution": role == "solution",
            "task": False,
        }
        if role == "test":
            cell.metadata.nbgrader.points = POINTS
        made.cells.append(cell)
    return made


def solved(course: Course) -> NotebookNode:
    """The release with a right answer in every solution cell: what an honest student hands in."""
    release: NotebookNode = nbformat.read(course.release / NAME / f"{NAME}.ipynb", as_version=4)
    sources = {name: _without_marks(source) for name, role, source in CELLS if role == "solution"}
    for cell in release.cells:
        cell.source = sources.get(cell.metadata.nbgrader.grade_id, cell.source)
    return release


def _without_marks(source: str) -> str:
    lines = dedent(source).rstrip().splitlines()
    return "\n".join(line for line in lines if "###" not in line and SECRET_WORDS["solution"] not in line)
