"""A test cell that binds what it expects to a name of the student's tells the student's code nothing by it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Outcome, Result
from tests.plain_course import hand_in, make_plain_course

# How the test cell binds 42 to `{name}`, which the reference's solution cell binds as well, and compares with it.
BINDINGS = {
    "value": "{name} = 42\nassert f_{name}(21) == {name}",
    "text": "{name} = '42'\nassert f_{name}(21) == int({name})",
    "list": "{name} = [42]\nassert f_{name}(21) == {name}[0]",
    "list_in_place": "{name}[:] = [42]\n{name}.append(42)\nassert f_{name}(21) == {name}[0]",
    "tuple": "{name} = (42, [42])\nassert f_{name}(21) == {name}[0]",
    "dict": "{name} = {{'x': 42}}\nassert f_{name}(21) == {name}['x']",
    "object": "{name} = Point(42, lambda: 42)\nassert f_{name}(21) == {name}.x",
    "dataclass": "{name} = Pair(42, 0)\nassert f_{name}(21) == {name}.x",
    "dataclass_of_its_own": "{name} = dataclasses.make_dataclass('D', ['x'])(42)\nassert f_{name}(21) == {name}.x",
    "class_with_an_attribute": "class {name}:\n    x = 42\nassert f_{name}(21) == {name}.x",
    "exception": "{name} = ValueError(42)\nassert f_{name}(21) == {name}.args[0]",
    "array": "{name} = np.array([42])\nassert f_{name}(21) == {name}[0]",
    "frame": "{name} = pd.Series([42])\nassert f_{name}(21) == {name}[0]",
    "stream": "{name} = io.StringIO('42')\nassert f_{name}(21) == int({name}.getvalue())",
    "database": "{name} = sqlite3.connect(':memory:')\n{name}.execute('create table x as select 42')\n"
    "assert f_{name}(21) == {name}.execute('select * from x').fetchone()[0]",
    "mock_with_an_attribute": "{name} = mock.Mock(x=42)\nassert f_{name}(21) == {name}.x",
    "globals": "globals()['{name}'] = 42\nassert f_{name}(21) == {name}",
    "loop": "for x, {name} in [(21, 42), (21, 42)]:\n    assert f_{name}(x) == {name}",
    "context": "with contextlib.nullcontext(42) as {name}:\n    assert f_{name}(21) == {name}",
    "walrus": "assert ({name} := 42) and f_{name}(21) == {name}",
    "patch": "with mock.patch('__main__.{name}', 42):\n    assert f_{name}(21) == {name}",
    "builtin": "with mock.patch('builtins.input', 42):\n    assert f_{name}(21) == input",
    "after_a_function": "{name} = lambda: 0\nf_{name}(21)\n{name} = 42\nassert f_{name}(21) == {name}",
}

SOLUTION = "{name} = [0, 1]\ndef f_{name}(x): return 2 * x"

# Tries whatever might lead from the name to the number.
ATTACK = """
{name} = [0, 1]
def f_{name}(x):
    import builtins
    ways = [
        lambda it: it, lambda it: it[0], lambda it: it["x"], lambda it: it.x, lambda it: it.args[0],
        lambda it: it.getvalue(), lambda it: it.execute("select * from x").fetchone()[0], lambda it: it(),
        lambda it: it().x, lambda it: next(it), lambda it: it.iloc[0],
    ]
    for it in (globals().get("{name}"), builtins.input, globals().get("input")):
        for way in ways:
            try:
                if int(way(it)) > 1: return int(way(it))
            except Exception:
                pass
    return 0
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Result]]:
    root = tmp_path_factory.mktemp("rebound")
    names = {binding: f"expected_{binding}" for binding in BINDINGS}
    exercises = {
        binding: (SOLUTION.format(name=names[binding]), test.format(name=names[binding]))
        for binding, test in BINDINGS.items()
    }
    course = make_plain_course(root / "course", exercises)
    hand_in(course, root / "submitted" / "right" / "kinds", {name: right for name, (right, _) in exercises.items()})
    attacks = {binding: ATTACK.format(name=name) for binding, name in names.items()}
    hand_in(course, root / "submitted" / "attack" / "kinds", attacks)
    found = dict(ClassGrading(course, "kinds", root / "submitted", root / "graded").run())
    assert all(isinstance(result, Result) for result in found.values()), found
    yield {submission.student: result for submission, result in found.items()}  # type: ignore[misc]


@pytest.mark.parametrize("binding", BINDINGS)
def test_what_a_test_cell_binds_to_a_name_does_not_reach_the_students_code(
    binding: str, results: dict[str, Result]
) -> None:
    right, attack = (
        next(one for one in results[student].exercises if one.name == binding) for student in ("right", "attack")
    )
    assert (right.outcome, right.earned, right.isolated) == (Outcome.PASSED, 1.0, True), right.message
    assert (attack.outcome, attack.earned) == (Outcome.FAILED, 0.0), attack.message


# Given functions, and test cells that put others in their place: with the reference's solution, and an attack.
GIVEN_FUNCTIONS = """
import random
def dealt_hands(n):
    for _ in range(n): yield random.sample("23456789TJQKA", 5)
def expected_strength(hand): return 0
def known_hand(): return "A"
"""
REPLACEMENTS = {
    "replaced": (
        "def best(n): return max(max(hand) for hand in dealt_hands(n))",
        "own = dealt_hands\ndealt_hands = lambda n: iter([['Z', 'Y']] * n)\nassert best(2) == 'Z'\n"
        "dealt_hands = own\nassert best(2) in set('3456789TJQKA')",
        "def best(n): return 'Z'",
    ),
    "not_read_by_the_solution": (
        "def strength(hand): return 42",
        "def expected_strength(hand): return 42\nassert strength('AKQJT') == expected_strength('AKQJT')",
        "def strength(hand): return expected_strength(hand)",
    ),
    "replaced_by_data": (
        "def highest(): return known_hand() if callable(known_hand) else 'A'",
        "known_hand = 'T'\nassert highest() == 'A'",
        "def highest(): return 'A' if known_hand == 'T' else '9'",
    ),
}


@pytest.fixture(scope="module")
def replacements(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    root = tmp_path_factory.mktemp("replaced")
    exercises = {name: (solution, test) for name, (solution, test, _) in REPLACEMENTS.items()}
    course = make_plain_course(root / "course", {"functions": (GIVEN_FUNCTIONS, ""), **exercises})
    hand_in(course, root / "submitted" / "right" / "kinds", {name: right for name, (right, _) in exercises.items()})
    hand_in(course, root / "submitted" / "attack" / "kinds", {name: each[2] for name, each in REPLACEMENTS.items()})
    found = dict(ClassGrading(course, "kinds", root / "submitted", root / "graded").run())
    assert all(isinstance(result, Result) for result in found.values()), found
    return {submission.student: result for submission, result in found.items()}  # type: ignore[misc]


@pytest.mark.parametrize("name", REPLACEMENTS)
def test_a_given_function_is_replaced_only_for_solutions_that_read_it_and_only_by_a_function(
    name: str, replacements: dict[str, Result]
) -> None:
    right, attack = (
        next(one for one in replacements[student].exercises if one.name == name) for student in ("right", "attack")
    )
    assert (right.outcome, right.earned, right.isolated) == (Outcome.PASSED, 1.0, True), right.message
    assert (attack.outcome, attack.earned) == (Outcome.FAILED, 0.0), attack.message
