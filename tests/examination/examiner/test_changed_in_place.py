"""What a given cell binds, and a solution cell changes in place, is the student's: as data, or as an object."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import ExerciseResult, Result
from tests.plain_course import hand_in, make_plain_course

pytestmark = pytest.mark.all

# An object that agrees with whatever it is asked, under the name of the exercise.
LIE = """
class Agrees(list):
    __eq__ = __ge__ = __le__ = __contains__ = lambda self, other: True
    __ne__ = __lt__ = __gt__ = lambda self, other: False
    __hash__ = lambda self: 0
    __len__ = lambda self: 2
    __getattr__ = lambda self, name: self if not name.startswith("_") else None
    __getitem__ = __call__ = lambda self, *args, **kwargs: self
{name} = Agrees()
"""


@dataclass(frozen=True)
class Exercise:
    """A given cell, a solution and a test; `{name}` stands for the name that is changed.

    Args:
        given: the given cell.
        solution: the solution.
        test: the test cell.
        wrong: what earns nothing; by default nothing is done.
        isolated: whether the test is isolated.
        again: a given cell between the solution and the test.
    """

    given: str
    solution: str
    test: str
    wrong: str = ""
    isolated: bool = True
    again: str = ""


BAG = """class {name}_bag:
    def __init__(self): self.items = []
    def holds(self, item): return item in self.items
{name} = {name}_bag()"""

EXERCISES = {
    "sorted_list": Exercise("{name} = [2, 1]", "{name}.sort()", "assert {name} == [1, 2]"),
    "list_of_lists": Exercise(
        "{name} = [[], []]", "{name}[1].append(3)", "assert {name}[1] == [3] and {name}[0] == []", "{name}[0].append(3)"
    ),
    "dictionary": Exercise("{name} = {{'a': 1}}", "{name}.update(b=2)", "assert {name} == {{'a': 1, 'b': 2}}"),
    "members": Exercise("{name} = {{1, 2}}", "{name}.discard(1)", "assert {name} == {{2}}", "{name}.clear()"),
    "array": Exercise("{name} = np.zeros(3)", "{name}[:] = 7", "np.testing.assert_array_equal({name}, [7, 7, 7])"),
    "frame": Exercise(
        "{name} = pd.DataFrame({{'a': [1, 2]}})", "{name}['b'] = {name}.a + 1", "assert list({name}.b) == [2, 3]"
    ),
    "frame_without_a_column": Exercise(
        "{name} = pd.DataFrame({{'a': [1], 'b': [2]}})",
        "{name}.drop(columns='a', inplace=True)",
        "assert list({name}.columns) == ['b']",
    ),
    "attribute": Exercise(
        BAG, "{name}.items.append(5)\n{name}.owner = 'Ann'", "assert {name}.items == [5]\nassert {name}.owner == 'Ann'"
    ),
    "list_of_objects": Exercise(
        "{name} = [Point(1, 2), Point(3, 4)]",
        "for point in {name}: point.x += 1",
        "assert [point.x for point in {name}] == [2, 4]",
        "{name}[0].x += 1",
    ),
    "axes": Exercise(
        "import matplotlib\nmatplotlib.use('agg')\nimport matplotlib.pyplot as plt\n_, {name} = plt.subplots()",
        "{name}.set_title('Hands')",
        "assert {name}.get_title() == 'Hands'",
        "{name}.set_xlabel('Hands')",
    ),
    "generator": Exercise("{name} = (n for n in range(9))", "next({name})", "assert next({name}) == 1"),
    "read_by_a_given_function": Exercise(
        "{name} = [1]\ndef sum_of_{name}(): return sum({name})", "{name}.append(2)", "assert sum_of_{name}() == 3"
    ),
    "changed_by_a_given_function": Exercise(
        "{name} = [1]\ndef add_to_{name}(n): {name}.append(n)", "add_to_{name}(2)", "assert {name} == [1, 2]"
    ),
    "given_cell_goes_on": Exercise(
        "{name} = [1]", "{name}.append(2)", "assert {name} == [1, 2, 3]", again="{name}.append(3)"
    ),
    "given_cell_binds_what_comes_of_it": Exercise(
        "{name} = pd.Series([1.0, None])",
        "{name}[2] = 5.0",
        "assert list({name}) == [1.0, 5.0]",
        again="{name} = {name}.dropna()",
    ),
    "given_cell_reads_it": Exercise(
        "{name} = [1]", "{name}.append(2)", "assert size_of_{name} == 2", again="size_of_{name} = len({name})"
    ),
    "given_cell_changes_an_object": Exercise(
        BAG, "{name}.items.append(5)", "assert {name}.items == [5, 6]", again="{name}.items.append(6)"
    ),
    # What is given again is the examiner's own, whatever the student's code does in each cell.
    "given_again": Exercise(
        "{name} = [1]",
        "{name}.append(2)\ndef top_of_{name}(): return {name}[-1]",
        "assert top_of_{name}() == {name}[-1] == 9",
        "def top_of_{name}(): return Nine()\n"
        "class Nine(int):\n    __eq__ = lambda self, other: True\n    __hash__ = lambda self: 0\n"
        "get_ipython().events.register('post_run_cell', lambda *_: globals().update({name}=[Nine()]))",
        again="{name} = [8, 9]",
    ),
    # What cannot be asked of a given object so that the reply is believed.
    "told_object": Exercise(
        BAG, "{name}.items.append(5)", "assert {name}.holds(5)", "{name}.items.append(4)", isolated=False
    ),
    "told_in_another_branch": Exercise(
        BAG,
        "{name}.owner = 'Ann'",
        "try:\n    right = {name}.owner == 'Ann'\nexcept AttributeError:\n    right = {name}.holds('Ann')\n"
        "assert right",
        "class Lie:\n    holds = lambda self, item: True\n{name} = Lie()",
    ),
    # What can be called is a function, a class or a helper: the instructor's.
    "can_be_called": Exercise(
        "class {name}_tally:\n    count = 0\n    def __call__(self): self.count += 1\n{name} = {name}_tally()",
        "{name}()",
        "assert {name}.count == 1",
        isolated=False,
    ),
    # What the test itself does with a given object: with the examiner's own it passes.
    "seeded_by_the_test": Exercise(
        "{name} = random.Random(1)",
        "{name}.random()\ndef draw_{name}(chance): return chance.randrange(1000)",
        "{name}.seed(3)\nassert draw_{name}({name}) == random.Random(3).randrange(1000)",
        "def draw_{name}(chance): return 7",
    ),
    "never_changed": Exercise(
        "{name} = [3, 4]",
        "def most_of_{name}(): return max({name})",
        "assert most_of_{name}() == {name}[-1] == 4",
        "{name} = [3, 5]\ndef most_of_{name}(): return 5",
    ),
}


def _filled(name: str, source: str) -> str:
    return source.format(name=f"own_{name}")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, ExerciseResult]]:
    root = tmp_path_factory.mktemp("in-place")
    cells: dict[str, tuple[str, str]] = {}
    for name, exercise in EXERCISES.items():
        cells[f"before_{name}"] = _filled(name, exercise.given), ""
        cells[f"solution_{name}"] = _filled(name, exercise.solution), "pass"
        if exercise.again:
            cells[f"between_{name}"] = _filled(name, exercise.again), ""
        cells[name] = "pass", _filled(name, exercise.test)
    course = make_plain_course(root / "course", cells)
    students = {
        "right": {name: _filled(name, exercise.solution) for name, exercise in EXERCISES.items()},
        "wrong": {name: _filled(name, exercise.wrong) for name, exercise in EXERCISES.items()},
        "lie": {name: _filled(name, LIE) for name in EXERCISES},
    }
    for student, solutions in students.items():
        sources = {f"solution_{name}": source for name, source in solutions.items()}
        hand_in(course, root / "submitted" / student / "kinds", sources)
    found = {}
    for submission, result in ClassGrading(course, "kinds", root / "submitted", root / "graded").run():
        assert isinstance(result, Result), result
        found[submission.student] = {each.name: each for each in result.exercises}
    return found


@pytest.mark.parametrize("name", EXERCISES)
def test_a_right_answer_earns_its_point_and_is_isolated_where_no_object_is_believed(
    results: dict[str, dict[str, ExerciseResult]], name: str
) -> None:
    right = results["right"][name]
    assert (right.earned, right.isolated) == (1, EXERCISES[name].isolated), right.message


@pytest.mark.parametrize("name", EXERCISES)
def test_a_wrong_answer_earns_nothing(results: dict[str, dict[str, ExerciseResult]], name: str) -> None:
    assert results["wrong"][name].earned == 0


@pytest.mark.parametrize("name", [name for name, exercise in EXERCISES.items() if exercise.isolated])
def test_an_object_that_agrees_with_everything_earns_nothing(
    results: dict[str, dict[str, ExerciseResult]], name: str
) -> None:
    assert results["lie"][name].earned == 0
