"""Every kind of test cell that instructors write runs isolated, in a course that knows nothing of this project."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Outcome, Result
from tests.plain_course import hand_in, make_plain_course

P, F, E = Outcome.PASSED, Outcome.FAILED, Outcome.ERRORED

# For each exercise: what the solution is, the test, and wrong answers with the outcome that each earns.
BELIEVING = """
def frame(): return pd.DataFrame({"n": [1, 2]})
def right(): return True
names = ["a", "b"]
class Box:
    def __init__(self): self.content = [3]
"""

INSTANCES = """
from collections import Counter, namedtuple
from enum import Enum, IntEnum
Couple = namedtuple("Couple", "first second")
class Card(IntEnum):
    LOW = 1
    ACE = 14
def Rank(name): return Card[name]
class Colour(Enum):
    RED = "red"
class Level(IntEnum):
    HIGH = 2
class Stack(list):
    def push(self, item):
        self.append(item)
        return self
    @property
    def top(self): return self[-1]
    def __str__(self): return f"{len(self)} on the stack"
class Zeros(dict):
    def __missing__(self, key): return 0
class Votes(Counter):
    def winner(self): return self.most_common(1)[0][0]
def votes(ballots): return Votes(ballots)
class Price(int):
    @property
    def in_cents(self): return self * 100
def price(text): return Price(text)
class Name(str):
    def initial(self): return self[0]
def name(text): return Name(text)
"""

KINDS: dict[str, tuple[str, str, dict[str, tuple[str, Outcome]]]] = {
    "classes": (
        """
        class Base:
            limit = 3
            def limited(self): return self.limit
        class Account(Base):
            "An account."
            def __init__(self, owner, balance=0):
                self.owner, self._balance, self.notes = owner, balance, []
            @property
            def balance(self): return self._balance
            @balance.setter
            def balance(self, value):
                if value < 0: raise ValueError("negative")
                self._balance = value
            @classmethod
            def empty(cls): return cls("nobody")
            @staticmethod
            def kind(): return "account"
            def deposit(self, amount):
                self._balance += amount
                return self
            def __repr__(self): return f"Account({self.owner!r}, {self._balance})"
            def __len__(self): return self._balance
            def __eq__(self, other): return isinstance(other, Account) and self._balance == other._balance
            def __hash__(self): return hash(self._balance)
            def __add__(self, other): return Account(self.owner, self._balance + other._balance)
            def __mul__(self, factor): return Account(self.owner, self._balance * factor)
            def __rmul__(self, factor): return self * factor
            def __lt__(self, other): return self._balance < other._balance
            def __int__(self): return self._balance
            def __bool__(self): return self._balance > 0
            def __iter__(self): return iter(range(self._balance))
            def __getitem__(self, i): return i
            def __contains__(self, item): return item in range(self._balance)
            def __call__(self, x): return x + self._balance
            def __format__(self, spec): return f"<{spec}>"
        """,
        """
        a = Account("x", 3)
        assert isinstance(a, Account) and isinstance(a, Base) and not isinstance(5, Account)
        assert issubclass(Account, Base) and not issubclass(Base, Account)
        assert (a.owner, a.balance, a.limit, Account.limit, a.limited(), Account.kind()) == ("x", 3, 3, 3, 3, "account")
        a.balance = 5
        assert a.balance == 5
        with pytest.raises(ValueError, match="negative"):
            a.balance = -1
        with pytest.raises(AttributeError):
            a.nothing
        assert hasattr(a, "deposit") and not hasattr(a, "withdraw")
        assert a.deposit(1).balance == 6
        a.extra = [1]
        assert a.extra == [1]
        del a.extra
        assert not hasattr(a, "extra")
        assert (repr(a), str(a), len(a), int(a), bool(a)) == ("Account('x', 6)", "Account('x', 6)", 6, 6, True)
        b = Account.empty()
        assert not b and b.balance == 0
        assert (a + a).balance == 12 and (a * 2).balance == 12 and (2 * a).balance == 12
        assert b < a and sorted([a, b])[0].balance == 0 and max(a, b) is a
        assert a == Account("y", 6) and a != b and len({a, Account("y", 6)}) == 1
        assert list(Account("z", 3)) == [0, 1, 2] and a[4] == 4 and 2 in a and 70 not in a
        assert a(1) == 7 and callable(a) and callable(Account)
        assert f"{a:abc}" == "<abc>"
        assert vars(b)["owner"] == "nobody"
        assert type(a).__name__ == "Account" and type(a) == Account and type(a) is type(b)
        assert Account.__name__ == "Account" and Account.__doc__ == "An account."
        c = copy.copy(a)
        c.balance = 1
        assert a.balance == 6
        Account.limit = 9
        assert a.limited() == 9
        """,
        {
            "a method is missing": ("class Base: pass\nclass Account(Base):\n    limit = 3", E),
            "no class": ("Base = Account = None", E),
        },
    ),
    "functions": (
        """
        def scaled(values: list, factor=2, *rest, exact=True, **others):
            "Scales."
            return [factor * value for value in values]
        """,
        """
        assert scaled.__name__ == "scaled" and scaled.__doc__ == "Scales." and callable(scaled)
        parameters = inspect.signature(scaled).parameters
        assert list(parameters) == ["values", "factor", "rest", "exact", "others"]
        assert parameters["factor"].default == 2 and parameters["values"].default is inspect.Parameter.empty
        assert parameters["exact"].kind is inspect.Parameter.KEYWORD_ONLY
        assert inspect.isgeneratorfunction(scaled) is False
        """,
        {"another default": ("def scaled(values, factor=3, *rest, exact=True, **others):\n    'Scales.'", F)},
    ),
    "exceptions": (
        """
        class CardError(Exception):
            "Wrong card."
            code = 7
            def __init__(self, card, place):
                super().__init__(f"no {card}")
                self.card, self.place = card, place
            def where(self): return f"at {self.place}"
        class RankError(CardError, ValueError): pass
        def check(card):
            if card == "?": raise RankError(card, 3)
            if card == "!": raise DeckError("gone")
            if card == "json":
                import json; json.loads("{")
            if card == "cause":
                try: {}["k"]
                except KeyError as error: raise CardError("k", 1) from error
            return card
        """,
        """
        import json
        assert check("A") == "A"
        for kind in (RankError, CardError, ValueError, Exception):
            with pytest.raises(kind) as caught:
                check("?")
            assert str(caught.value) == "no ?" and caught.value.args == ("no ?",)
            error = caught.value
            assert (error.card, error.place, error.where(), error.code) == ("?", 3, "at 3", 7)
        assert type(caught.value) is RankError and type(caught.value).__name__ == "RankError"
        try:
            check("?")
        except CardError as error:
            assert isinstance(error, RankError)
        with pytest.raises(CardError) as caught:
            check("cause")
        assert isinstance(caught.value.__cause__, KeyError) and not isinstance(caught.value, ValueError)
        with pytest.raises(DeckError, match="gone"):
            check("!")
        with pytest.raises(json.JSONDecodeError) as caught:
            check("json")
        assert caught.value.pos == 1
        assert issubclass(RankError, CardError) and issubclass(RankError, ValueError) and CardError.code == 7
        assert CardError.__name__ == "CardError"
        made = CardError("K", 2)
        assert isinstance(made, CardError) and str(made) == "no K" and made.where() == "at 2"
        """,
        {
            "another base": (
                "class CardError(Exception): pass\nclass RankError(Exception): pass\n"
                "def check(card):\n    if card == '?': raise RankError(card)\n    return card",
                F,
            ),
            "nothing raised": (
                "class CardError(Exception): pass\nclass RankError(CardError, ValueError): pass\n"
                "def check(card): return card",
                F,
            ),
        },
    ),
    "frameworks": (
        "def mean(values): return sum(values) / len(values)\ndef table(n): return pd.DataFrame({'n': range(n)})\n"
        "def row(n): return np.arange(n)",
        """
        class TestMean(unittest.TestCase):
            def test_mean(self):
                self.assertAlmostEqual(mean([1, 2]), 1.5)
            def test_empty(self):
                with self.assertRaises(ZeroDivisionError):
                    mean([])
                self.assertRaises(TypeError, mean, 5)
        result = unittest.TextTestRunner(stream=io.StringIO()).run(
            unittest.defaultTestLoader.loadTestsFromTestCase(TestMean)
        )
        assert result.wasSuccessful() and result.testsRun == 2, result.failures
        np.testing.assert_array_equal(row(3), [0, 1, 2])
        np.testing.assert_allclose(mean([0.1, 0.2]), 0.15)
        np.testing.assert_raises(ZeroDivisionError, mean, [])
        pd.testing.assert_frame_equal(table(2), pd.DataFrame({"n": [0, 1]}))
        assert mean([1, 2]) == pytest.approx(1.5)
        """,
        {
            "wrong": ("def mean(values): return 0\ndef table(n): return 1\ndef row(n): return 2", F),
            "skips": (
                "import unittest\ndef mean(values): raise unittest.SkipTest('no')\n"
                "def table(n): return pd.DataFrame({'n': range(n)})\ndef row(n): return np.arange(n)",
                F,
            ),
        },
    ),
    "generators": (
        """
        def count(n):
            for i in range(n): yield i
        def adder(n):
            def add(m): return n + m
            return add
        def echo():
            received = None
            while True: received = yield received
        class Countdown:
            def __init__(self, n): self.n = n
            def __iter__(self): return self
            def __next__(self):
                if not self.n: raise StopIteration
                self.n -= 1
                return self.n
        class Node:
            def __init__(self, value, next=None): self.value, self.next = value, next
        def linked(values):
            head = None
            for value in reversed(values): head = Node(value, head)
            return head
        """,
        """
        assert list(count(3)) == [0, 1, 2] and sum(count(4)) == 6 and next(count(1)) == 0
        assert inspect.isgenerator(count(3))
        assert adder(2)(3) == 5
        assert list(Countdown(3)) == [2, 1, 0]
        generator = echo()
        next(generator)
        assert generator.send(5) == 5
        for size in range(random.randrange(5, 9)):
            node, seen = linked(list(range(size))), []
            while node is not None:
                seen.append(node.value)
                node = node.next
            assert seen == list(range(size))
        """,
        {"a list": ("def count(n): return list(range(n))", E)},
    ),
    "async": (
        """
        async def double(x):
            await asyncio.sleep(0)
            return 2 * x
        async def numbers(n):
            for i in range(n):
                await asyncio.sleep(0)
                yield i
        class Session:
            async def __aenter__(self): return self
            async def __aexit__(self, *args): self.closed = True
        """,
        """
        assert await double(4) == 8
        async def main():
            assert await asyncio.gather(double(1), double(2)) == [2, 4]
            assert [n async for n in numbers(3)] == [0, 1, 2]
            async with Session() as session:
                pass
            assert session.closed is True
            task = asyncio.create_task(double(7))
            return await task
        assert await main() == 14
        unawaited = double(1)
        assert inspect.iscoroutine(unawaited)
        unawaited.close()
        """,
        {"not async": ("def double(x): return 2 * x", E)},
    ),
    "asyncio_run": (
        "async def triple(x): return 3 * x",
        """
        import threading
        found = []
        thread = threading.Thread(target=lambda: found.append(asyncio.run(triple(3))))
        thread.start(); thread.join()
        assert found == [9]
        """,
        {"wrong": ("async def triple(x): return x", F)},
    ),
    "contexts": (
        """
        class Tag:
            def __init__(self, name): self.name, self.log = name, []
            def __enter__(self):
                self.log.append("in")
                return self
            def __exit__(self, kind, error, frames):
                self.log.append(kind.__name__ if kind else "out")
                return kind is KeyError
        @contextlib.contextmanager
        def quiet():
            yield 5
        """,
        """
        with Tag("a") as tag:
            assert tag.name == "a"
        assert tag.log == ["in", "out"]
        with tag:
            raise KeyError("k")
        assert tag.log[2:] == ["in", "KeyError"]
        with pytest.raises(ValueError):
            with tag:
                raise ValueError
        with quiet() as five:
            assert five == 5
        """,
        {
            "swallows all, and answers nothing": (
                """
                class Tag:
                    def __init__(self, name): self.log = []
                    def __enter__(self): return self
                    def __exit__(self, *args): return True
                """,
                F,
            ),
            "swallows the verdict": (
                """
                class Tag:
                    def __init__(self, name): self.name, self.log = "b", []
                    def __enter__(self): return self
                    def __exit__(self, *args): return True
                """,
                F,
            ),
        },
    ),
    "passed_in": (
        """
        def apply_twice(f, x): return f(f(x))
        def select(values, keep): return [value for value in values if keep(value)]
        def ordered(values, **options): return sorted(values, **options)
        def total(numbers): return sum(numbers)
        def visit(tree, seen):
            for branch in tree: visit(branch, seen) if isinstance(branch, list) else seen(branch)
        def safely(f):
            try: return f()
            except ZeroDivisionError: return "zero"
        def decorated(f):
            def wrapper(*args): return f(*args) + 1
            wrapper.__name__ = f.__name__
            return wrapper
        def norm(point): return abs(point.x) + abs(point.y)
        def same(value): return value
        def report(out): print("hello", file=out)
        def draw(rng): return rng.random()
        def made(kind): return kind("7")
        def collected(seen, f): f(seen); return seen
        """,
        """
        assert apply_twice(lambda x: x + 3, 1) == 7 and apply_twice(abs, -1) == 1
        assert select([1, 2, 3], lambda n: n != 2) == [1, 3]
        assert ordered(["bb", "a"], key=len) == ["a", "bb"]
        assert ordered([1, 3, 2], key=lambda n: -n, reverse=False) == [3, 2, 1]
        assert total(n * n for n in range(4)) == 14 and total(iter([1, 2])) == 3
        seen = []
        visit([1, [2, [3]]], seen.append)
        assert seen == [1, 2, 3]
        assert safely(lambda: 1 / 0) == "zero"
        class Own(Exception): pass
        def fail(): raise Own("mine", 5)
        with pytest.raises(Own) as caught:
            safely(fail)
        assert caught.value.args == ("mine", 5)
        def three(): return 3
        assert decorated(three)() == 4 and decorated(three).__name__ == "three"
        assert norm(Point(3, -4)) == 7
        assert same(three) is three
        out = io.StringIO()
        report(out); report(out)
        assert out.getvalue() == "hello\\nhello\\n"
        assert draw(random.Random(5)) == random.Random(5).random()
        rng = random.Random(5)
        assert [draw(rng), draw(rng)] != [draw(random.Random(5))] * 2
        assert draw(np.random.default_rng(5)) == np.random.default_rng(5).random()
        assert made(int) == 7
        spy = mock.Mock(return_value=4)
        assert apply_twice(spy, 1) == 4 and spy.call_args_list == [mock.call(1), mock.call(4)]
        assert collected([1], lambda values: values.append(2)) == [1, 2]
        """,
        {
            "does not call": ("def apply_twice(f, x): return x", F),
            "looks into the function": ("def apply_twice(f, x): return f.__globals__", F),
        },
    ),
    "databases": (
        """
        def biggest(connection): return connection.execute("select max(n) from t").fetchone()[0]
        def grow(connection): connection.execute("insert into t values (9, 'new')")
        """,
        """
        connection = sqlite3.connect(":memory:")
        connection.execute("create table t (n integer, name text)")
        connection.executemany("insert into t values (?, ?)", [(1, "a"), (5, "b")])
        connection.commit()
        assert biggest(connection) == 5
        grow(connection)
        assert connection.execute("select * from t where n > 4").fetchall() == [(5, "b"), (9, "new")]
        assert biggest(connection) == 9
        """,
        {"reads only": ("def biggest(connection): return 5\ndef grow(connection): pass", F)},
    ),
    "replaced": (
        """
        def squares(n): return [i * i for i in range(1, n + 1)]
        def sum_of_squares(n): return sum(squares(n))
        def ask(): return int(input("n? ")) + 1
        def say(x): print("say", x)
        def read(path):
            with open(path) as file: return file.read()
        rate = 3
        def priced(n): return n * rate
        def raised(): return rate() if callable(rate) else rate
        """,
        """
        orig_squares = squares
        del squares
        try:
            sum_of_squares(1)
        except NameError:
            pass
        else:
            raise AssertionError("sum_of_squares does not use squares")
        finally:
            assert orig_squares(2) == [1, 4]
            squares = orig_squares
        assert sum_of_squares(2) == 5
        squares = lambda n: [100]
        assert sum_of_squares(2) == 100
        squares = orig_squares
        with mock.patch("__main__.squares", return_value=[7]) as fake:
            assert sum_of_squares(3) == 7
        fake.assert_called_once_with(3)
        assert sum_of_squares(2) == 5
        with mock.patch("builtins.input", side_effect=["4", "5"]):
            assert (ask(), ask()) == (5, 6)
        printed = []
        print, orig_print = lambda *args: printed.append(args), print
        say(3)
        print = orig_print
        assert printed == [("say", 3)]
        open = lambda path: io.StringIO(f"content of {path}")
        assert read("x") == "content of x"
        input = lambda prompt: "8"
        assert ask() == 9
        del input
        rate = lambda: 11
        assert raised() == 11
        del rate
        try:
            priced(2)
        except NameError:
            rate = 3
        assert priced(2) == 6
        expected = 4
        """,
        {
            "own copy": ("def squares(n): return [1]\ndef sum_of_squares(n): return 1 if n == 1 else 5", F),
        },
    ),
    "after_replaced": (
        "def cubes(n): return [i * m for i, m in enumerate(squares(n), 1)]",
        "assert cubes(2) == [1, 8] and priced(2) == 6\ndel cubes",
        {"sees what the test before had": ("def cubes(n): return [1, 8] if 'expected' in globals() else []", F)},
    ),
    "seeded": (
        """
        def roll(n): return [random.randrange(6) for _ in range(n)]
        def sample(n): return np.random.rand(n)
        """,
        """
        random.seed(3)
        rolled = roll(5)
        random.seed(3)
        assert rolled == [random.randrange(6) for _ in range(5)]
        random.seed(3)
        assert roll(2) + roll(3) == rolled
        state = random.getstate()
        random.seed(3)
        random.setstate(state)
        random.random()
        assert roll(5) != rolled or True
        np.random.seed(4)
        sampled = sample(3)
        np.random.seed(4)
        np.testing.assert_array_equal(sampled, np.random.rand(3))
        """,
        {"not by the generator": ("def roll(n): return [1] * n\ndef sample(n): return np.zeros(n)", F)},
    ),
    "instances": (
        INSTANCES,
        """
        assert Couple(1, 2) == (1, 2) and Couple(1, 2).second == 2 and isinstance(Couple(1, 2), tuple)
        assert Rank("ACE").value == 14 and Rank("ACE") > 13 and [10, 20][Rank("LOW")] == 20
        assert Colour("red") is Colour.RED and Level(2) is Level.HIGH
        stack = Stack([1])
        stack.push(2).push(3)
        assert stack == [1, 2, 3] and stack.pop() == 3 and stack[-1] == 2 and len(stack) == 2 and list(stack) == [1, 2]
        assert str(stack) == "2 on the stack" and isinstance(stack, Stack) and isinstance(stack, list)
        stack[0] = 7
        stack += [8]
        assert sorted(stack) == [2, 7, 8] and stack.top == 8 and stack + [9] == [7, 2, 8, 9] and (8 in stack)
        assert Zeros(a=1)["b"] == 0 and Zeros(a=1) == {"a": 1} and sorted(Zeros(a=1).items()) == [("a", 1)]
        assert votes("aab") == {"a": 2, "b": 1} and votes("aab").winner() == "a" and votes("aab")["c"] == 0
        assert price("3") + 4 == 7 and f"{price('3'):>3}" == "  3" and price("3").in_cents == 300
        assert name("Ann").upper() == "ANN" and name("Ann").initial() == "A" and "".join([name("Ann")]) == "Ann"
        """,
        {
            "a field of another name": (INSTANCES.replace("first second", "first other"), E),
            "plain data": (
                "Couple = lambda *of: of\nRank = Level = Colour = Stack = Zeros = dict\nvotes = price = name = str",
                E,
            ),
        },
    ),
    "printed": (
        "def shout(text): print(text.upper())",
        """
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            shout("a")
        assert out.getvalue() == "A\\n"
        from IPython.utils.capture import capture_output
        with capture_output() as captured:
            shout("b")
            print("here")
        assert captured.stdout == "B\\nhere\\n"
        """,
        {"quiet": ("def shout(text): return text.upper()", F)},
    ),
    "believing": (
        BELIEVING,
        """
        assert frame().equals(pd.DataFrame({"n": [1, 2]}))
        assert right()
        assert names.index("b") == 1
        box = Box()
        assert box.content.count(3) == 1
        """,
        {
            "agrees with everything": (
                f"{BELIEVING}\nclass Fake:\n    def __getattr__(self, name): return Fake()\n"
                "    def __call__(self, *args): return True\n    def __eq__(self, other): return True\n"
                "def frame(): return Fake()",
                F,
            ),
            "a list of what agrees": (
                f"{BELIEVING}\nclass Yes:\n    def __eq__(self, other): return True\ndef right(): return [Yes()]",
                F,
            ),
            "data that agrees": (
                f"{BELIEVING}\nclass Names(list):\n    def index(self, name): return 1\nnames = Names()",
                E,  # the list's own `index` finds nothing
            ),
            "an attribute that agrees": (
                f"{BELIEVING}\nclass C:\n    def count(self, x): return 1\nclass Box:\n    content = C()",
                F,
            ),
        },
    ),
}

SAME_PROCESS = (
    "def plot(): return frames()\ndef frames():\n    import sys\n    return sys._getframe()",
    "assert plot().f_code.co_name == 'frames'\n### BEGIN HIDDEN TESTS\nassert 'plot' in globals()\n"
    "### END HIDDEN TESTS\n0.5",
)


WRONG = [(kind, wrong) for kind, (_, _, wrongs) in KINDS.items() for wrong in wrongs]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Result]]:
    """The results of one right submission, and of as many as the exercise with the most wrong answers has."""
    root = tmp_path_factory.mktemp("kinds")
    exercises = {name: (solution, test) for name, (solution, test, _) in KINDS.items()}
    exercises["plotted"] = SAME_PROCESS
    course = make_plain_course(root / "course", exercises, "plotted")
    right = {name: solution for name, (solution, _) in exercises.items()}
    hand_in(course, root / "submitted" / "right" / "kinds", right)
    for number in range(max(len(wrongs) for _, _, wrongs in KINDS.values())):
        wrong = {
            name: list(wrongs.values())[number][0] for name, (_, _, wrongs) in KINDS.items() if number < len(wrongs)
        }
        wrong.pop("replaced", None) if number else None
        hand_in(course, root / "submitted" / f"wrong-{number}" / "kinds", {**right, **wrong, "plotted": "plot = 1"})
    found = dict(ClassGrading(course, "kinds", root / "submitted", root / "graded").run())
    assert all(isinstance(result, Result) for result in found.values()), found
    yield {submission.student: result for submission, result in found.items()}  # type: ignore[misc]


def _exercise(result: Result, name: str) -> tuple[Outcome, str]:
    exercise = next(one for one in result.exercises if one.name == name)
    return exercise.outcome, exercise.message


@pytest.mark.parametrize("kind", KINDS)
def test_a_right_answer_passes_isolated(kind: str, results: dict[str, Result]) -> None:
    assert _exercise(results["right"], kind) == (P, "")
    assert next(one for one in results["right"].exercises if one.name == kind).isolated


@pytest.mark.parametrize(("kind", "wrong"), WRONG)
def test_a_wrong_answer_does_not(kind: str, wrong: str, results: dict[str, Result]) -> None:
    number = list(KINDS[kind][2]).index(wrong)
    outcome, message = _exercise(results[f"wrong-{number}"], kind)
    assert outcome == KINDS[kind][2][wrong][1], message
    assert message


def test_a_tagged_test_runs_where_the_students_code_runs_with_what_is_hidden(results: dict[str, Result]) -> None:
    right, wrong = (
        next(one for one in results[name].exercises if one.name == "plotted") for name in ("right", "wrong-0")
    )
    assert (right.outcome, right.earned, right.isolated) == (P, 0.5, False)
    assert (wrong.outcome, wrong.earned, wrong.isolated) == (E, 0.0, False)
    assert wrong.message.startswith("The test does not pass. What it said is not shown")  # the cell hides a part


UNFIT = {
    "needs the student's own frame": (
        "def look():\n    import sys\n    return sys._getframe(1).f_globals",
        "assert look() is globals()",
        "NameError|AssertionError|TypeError",
    ),
    "passes what cannot go": (
        "def take(lock): return lock.acquire()",
        "import threading\nassert take(threading.Lock())",
        "a lock of the test cell cannot be passed to the student's code",
    ),
    "gives the student's code a value by a name": (
        "rate = 3\ndef priced(n): return n * rate",
        "rate = 10\nassert priced(2) == 20",
        "It gives the student's rate a new value, which stays with the test: it may be the answer. Pass it to the "
        "function as an argument",
    ),
    "patches a value of the student's": (
        "rate = 3\nlimit = 5\ndef priced(n): return min(n * rate, limit)",
        "limit = 100\nwith mock.patch('__main__.rate', 10):\n    assert priced(2) == 20",
        "gives the student's limit, rate a new value, which stays with the test",
    ),
    "asks a tuple with an == of its own": (
        "class Card(tuple):\n    def __eq__(self, other): return self[0] == other[0]\n    __hash__ = tuple.__hash__",
        "assert Card((14, 's')) == Card((14, 'h'))",
        "AssertionError",
    ),
}


@pytest.mark.parametrize("name", UNFIT)
def test_a_test_that_does_not_pass_apart_with_the_solution_is_graded_by_one_kernel_which_is_told(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    solution, test, said = UNFIT[name]
    course = make_plain_course(tmp_path / "course", {"ex": (solution, test)})
    for student, answer in (("right", solution), ("wrong", "def look(): pass")):
        hand_in(course, tmp_path / "submitted" / student / "kinds", {"ex": answer})
    with caplog.at_level(logging.WARNING):
        results = dict(ClassGrading(course, "kinds", tmp_path / "submitted", tmp_path / "graded").run())
    found = {submission.student: result.exercises[0] for submission, result in results.items()}
    assert (found["right"].outcome, found["right"].earned, found["right"].isolated) == (P, 1, False)
    assert found["wrong"].outcome in (E, Outcome.FAILED)
    assert (found["wrong"].earned, found["wrong"].isolated) == (0, False)
    assert re.search(f"kinds.ipynb: not isolated: test_ex .*({said})", caplog.text, re.DOTALL)
