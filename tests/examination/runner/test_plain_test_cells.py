"""Test cells without a Tester run as in nbgrader: in the process, the order and the names of the student's code."""

from __future__ import annotations

import pytest

from nbproctor.results import ExerciseResult, Outcome
from tests.examination.classes import results_of
from tests.plain_course import hand_in, make_plain_course

P, F, E = Outcome.PASSED, Outcome.FAILED, Outcome.ERRORED

# For each exercise: a solution, the test, and a wrong answer with the outcome that it earns.
KINDS: dict[str, tuple[str, str, str, Outcome]] = {
    "objects": (
        """
        class Account:
            def __init__(self, owner): self.owner, self.notes = owner, []
            def __eq__(self, other): return self.owner == other.owner
        class EmptyError(ValueError): pass
        def check(account):
            if not account.notes: raise EmptyError(account)
        """,
        """
        import pickle
        a = Account("x")
        assert a == Account("x") and a != Account("y") and isinstance(a, Account) and vars(a)["owner"] == "x"
        with pytest.raises(ValueError) as caught:
            check(a)
        assert type(caught.value) is EmptyError and caught.value.args[0] is a
        a.notes.append(1)
        assert check(a) is None and copy.deepcopy(a).notes == [1] and pickle.loads(pickle.dumps(a)).notes == [1]
        """,
        "class Account: pass\nEmptyError = ValueError\ndef check(account): pass",
        E,
    ),
    "the code itself": (
        "def plain(n):\n    return n + 1\ndef frame():\n    import sys\n    return sys._getframe(1)",
        """
        assert "for" not in inspect.getsource(plain) and inspect.signature(plain).parameters.keys() == {"n"}
        assert plain.__globals__ is globals() is frame().f_globals and plain(1) == 2 and "plain" in dir()
        """,
        "def plain(n):\n    for _ in '1':\n        n += 1\n    return n\ndef frame(): return None",
        F,
    ),
    "replaced names": (
        """
        def squares(n): return [i * i for i in range(1, n + 1)]
        def sum_of_squares(n): return sum(squares(n))
        def ask(): return int(input("n? ")) + 1
        def say(x): print("say", x)
        rate = 3
        def priced(n): return n * rate
        """,
        """
        original = squares
        del squares
        with pytest.raises(NameError):
            sum_of_squares(1)
        squares = lambda n: [100]
        assert sum_of_squares(2) == 100
        squares = original
        with mock.patch("__main__.squares", return_value=[7]) as fake:
            assert sum_of_squares(3) == 7
        fake.assert_called_once_with(3)
        with mock.patch("builtins.input", side_effect=["4", "5"]):
            assert (ask(), ask()) == (5, 6)
        said = []
        print = lambda *args: said.append(args)
        say(3)
        del print
        assert said == [("say", 3)]
        rate = 10
        assert priced(2) == 20
        """,
        "def squares(n): return [1]\ndef sum_of_squares(n): return 5",
        F,
    ),
    "coroutines": (
        """
        async def double(x):
            await asyncio.sleep(0)
            return 2 * x
        """,
        """
        import threading
        assert await double(4) == 8
        assert await asyncio.gather(double(1), asyncio.create_task(double(2))) == [2, 4]
        found = []
        thread = threading.Thread(target=lambda: found.append(asyncio.run(double(3))))
        thread.start(); thread.join()
        assert found == [6]
        """,
        "def double(x): return 2 * x",
        E,
    ),
    "frameworks": (
        "def mean(values): return sum(values) / len(values)\ndef table(n): return pd.DataFrame({'n': range(n)})",
        """
        class TestMean(unittest.TestCase):
            def test_mean(self): self.assertAlmostEqual(mean([1, 2]), 1.5)
            def test_empty(self): self.assertRaises(ZeroDivisionError, mean, [])
        suite = unittest.defaultTestLoader.loadTestsFromTestCase(TestMean)
        result = unittest.TextTestRunner(stream=io.StringIO()).run(suite)
        assert result.wasSuccessful() and result.testsRun == 2, result.failures
        np.testing.assert_allclose(mean([0.1, 0.2]), 0.15)
        pd.testing.assert_frame_equal(table(2), pd.DataFrame({"n": [0, 1]}))
        assert mean([1, 2]) == pytest.approx(1.5)
        """,
        "def mean(values): raise unittest.SkipTest('no')\ndef table(n): return 1",
        E,
    ),
    "what is printed": (
        "def shout(text): print(text.upper())",
        """
        from IPython.utils.capture import capture_output
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            shout("a")
        with capture_output() as captured:
            shout("b")
            print("here")
        assert (out.getvalue(), captured.stdout) == ("A\\n", "B\\nhere\\n")
        """,
        "def shout(text): return text.upper()",
        F,
    ),
    "seeded chance": (
        "def roll(n): return [random.randrange(6) for _ in range(n)]\ndef sample(n): return np.random.rand(n)",
        """
        random.seed(3); np.random.seed(4)
        rolled, sampled = roll(5), sample(3)
        random.seed(3); np.random.seed(4)
        assert rolled == [random.randrange(6) for _ in range(5)] and (sampled == np.random.rand(3)).all()
        """,
        "def roll(n): return [1] * n\ndef sample(n): return np.zeros(n)",
        F,
    ),
    "files and databases": (
        """
        def save(path, text):
            with open(path, "w") as file: file.write(text)
        def biggest(connection): return connection.execute("select max(n) from t").fetchone()[0]
        """,
        """
        save("a.txt", "abc")
        assert open("a.txt").read() == "abc"
        connection = sqlite3.connect("numbers.db")
        connection.execute("create table t (n integer)")
        connection.executemany("insert into t values (?)", [(1,), (5,)])
        assert biggest(connection) == 5
        """,
        "def save(path, text): pass\ndef biggest(connection): return 5",
        E,
    ),
    "changed in place": ("given_list.append(4)", "assert given_list == [1, 2, 3, 4]", "given_list = [4]", F),
    "points of its own": ("def half(): return 0.5", "half()", "def half(): return -1", F),
}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, ExerciseResult]]:
    root = tmp_path_factory.mktemp("plain")
    names = {kind: kind.replace(" ", "_") for kind in KINDS}
    exercises = {names[kind]: (solution, test) for kind, (solution, test, _, _) in KINDS.items()}
    course = make_plain_course(root / "course", {"given_cell": ("given_list = [1, 2, 3]", ""), **exercises})
    answers = {
        "right": {names[kind]: solution for kind, (solution, _, _, _) in KINDS.items()},
        "wrong": {names[kind]: wrong for kind, (_, _, wrong, _) in KINDS.items()},
        "empty": dict.fromkeys(names.values(), ""),
    }
    for student, cells in answers.items():
        hand_in(course, course.submitted / student / "kinds", cells)
    graded = results_of(course, "kinds")
    return {student: dict(zip(KINDS, result.exercises, strict=True)) for student, result in graded.items()}


@pytest.mark.parametrize("kind", KINDS)
def test_a_right_answer_passes_and_no_other(results: dict[str, dict[str, ExerciseResult]], kind: str) -> None:
    right, wrong = results["right"][kind], results["wrong"][kind]
    expected = (P, "", 1) if kind != "points of its own" else (Outcome.PARTIAL, "The test gave 0.5 of 1 points.", 0.5)
    assert (right.outcome, right.message, right.earned, right.isolated) == (*expected, False)
    assert (wrong.outcome, wrong.earned) == (KINDS[kind][3], 0), wrong.message
    assert results["empty"][kind].earned == 0
