"""A sound assignment is proven; a weakened one is not, and the sentence says what to add."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from nbproctor.assignment.release import UNPROVEN, build
from nbproctor.check.checked_exam import prepare
from nbproctor.check.fairness import prove_points
from nbproctor.check.findings import Verdict, as_json, failures
from nbproctor.check.forked_tasks import conduct
from nbproctor.check.mutants import make_mutants
from nbproctor.check.surviving_mutants import Comparison, compare, is_same_diff
from nbproctor.config import Course
from nbproctor.errors import GradingError
from tests.check.conftest import Check, Edit, Told, append_cases, tried
from tests.course_copy import Run
from tests.edited_notebook import edited_notebook
from tests.plain_course import nbgrader_cell


def test_a_sound_assignment_is_proven_and_then_built(small: Course, check: Check) -> None:
    endless = "# It never ends.\n\ndef larger(a, b):\n    while a != b: pass\n"
    (small.source / "small" / "solutions" / "wrong" / "ex1_never_ends.py").write_text(endless)
    findings = check(small)
    assert failures(findings) == []
    assert json.loads(as_json("small", findings))["verdict"] == "proven"
    assert sum(finding.proof == "wrong solutions" for finding in findings) == 11
    assert (small.release / "small" / UNPROVEN).exists()
    build(small, "small")
    assert not (small.release / "small" / UNPROVEN).exists()


def test_what_was_changed_after_the_proof_is_not_built(small: Course, check: Check, edit: Edit) -> None:
    check(small)
    build(small, "small")
    edit(small, "cases.py", "randrange(100)", "randrange(99)")
    with pytest.raises(GradingError, match=r"not proven in its current state: run course check small first"):
        build(small, "small")
    build(small, "small", unproven=True)
    assert (small.release / "small" / UNPROVEN).is_file()


def test_a_check_that_fails_takes_back_the_proof(small: Course, check: Check, edit: Edit) -> None:
    check(small)
    edit(small, "solutions/right/ex1_max.py", "max(a, b)", "min(a, b)")
    assert failures(check(small))
    with pytest.raises(GradingError, match="not proven"):
        build(small, "small")


WEAKENED = {
    "a kind is dropped": (
        ("cases.py", '@tc_1.kind("both are negative")', "@str"),
        "exercise 1: none of the visible cases has two negative numbers",
    ),
    "fewer iterations": (
        ("small.ipynb", "range(12)", "range(6)"),
        "the test cell of exercise 1 runs 6 of 12 cases and can miss these: the first is larger",
    ),
    "a kind that is always the same": (
        ("cases.py", 'return {"a": -rng.randint(1, 9), "b": -rng.randint(20, 29)}', 'return {"a": -3, "b": -20}'),
        "the kind 'both are negative' of exercise 1 has the same inputs for every seed",
    ),
    "a wrong solution that is right": (
        ("solutions/wrong/ex1_the_first.py", "return a", "return a if a > b else b"),
        "add to the sampler of exercise 1 a kind of case that shows this mistake (the_first)",
    ),
    "a right solution that is wrong": (
        ("solutions/right/ex1_max.py", "max(a, b)", "a"),
        "right/ex1_max.py: it fails on the visible cases: WrongAnswerError",
    ),
    "an equivalent mutant that is not recorded": (
        ("solutions/equivalent.toml", "if a >= b:", "if a >= b or False:"),
        "survives: it answers all 12 of the visible cases correctly",
    ),
    "a reason without a mutant": (
        ("solutions/equivalent.toml", "if a >= b:", "if a >= b or False:"),
        "no mutant has this diff: remove it",
    ),
    "all inputs under another name": (
        ("cases.py", "Sampler(count=12)", 'Sampler(count=12)\ntc_1.every(lambda: [{"a": 1, "c": 2}])'),
        "the function with @tc_1.every yields inputs with 'a', 'c', but the cases have 'a', 'b': use the same names",
    ),
    "all inputs that are none": (
        ("cases.py", "Sampler(count=12)", "Sampler(count=12)\ntc_1.every(lambda: [])"),
        "the function with @tc_1.every yields no inputs",
    ),
    "a bound that a case goes beyond": (
        ("cases.py", "Sampler(count=12)", 'Sampler(count=12)\ntc_1.bound("b", -29, 9, "the larger number")'),
        "for b, beyond 'the larger number': draw smaller values, or raise the bound here and in the prompt",
    ),
    "a bound that the prompt does not say": (
        ("cases.py", "Sampler(count=12)", 'Sampler(count=12)\ntc_1.bound("a", -9, 109, "from -9 to 109")'),
        "the prompt does not say 'from -9 to 109'",
    ),
    "a heading with other points": (
        ("small.ipynb", "(2 points)", "(3 points)"),
        "its heading says 3 points, its test cell has 2",
    ),
    "a test that needs no solution": (
        ("small.ipynb", "    tester.run_test()", "    tester"),
        "the untouched release earns 2 points",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WEAKENED)
def test_a_weakened_assignment_is_not_proven(name: str, small: Course, told: Told, edit: Edit) -> None:
    (file, old, new), sentence = WEAKENED[name]
    if name == "a test that needs no solution":
        edit(small, file, '### BEGIN HIDDEN TESTS\\n",\n', '\\n",\n')
        edit(small, file, "assert larger", "# assert larger")
        edit(small, file, "### END HIDDEN TESTS", "")
    edit(small, file, old, new)
    assert sentence in told(small)


@pytest.mark.parametrize(
    ("made", "sentence"),
    [("1 / 0", "raises ZeroDivisionError: division by zero"), ("17", "yields 17: yield a dict of inputs")],
)
def test_all_inputs_that_cannot_be_made_are_a_sentence(
    small: Course, told: Told, edit: Edit, made: str, sentence: str
) -> None:
    edit(small, "cases.py", "Sampler(count=12)", f"Sampler(count=12)\ntc_1.every(lambda: [{made}])")
    with pytest.raises(GradingError, match=rf"the function with @tc_1\.every {sentence}"):
        told(small)


@pytest.mark.all
def test_a_kind_that_was_proven_and_is_gone_is_missed_until_it_is_back(small: Course, told: Told, edit: Edit) -> None:
    assert told(small) == ""
    edit(small, "cases.py", '@tc_1.kind("the first is larger")', "@str")
    for _ in range(2):
        assert "no case of exercise 1 is of the kind 'the first is larger' any more" in told(small)
    edit(small, "cases.py", "@str", '@tc_1.kind("the first is larger")')
    assert told(small) == ""


@pytest.mark.all
def test_before_the_first_release_an_author_may_change_kinds(small: Course, told: Told, edit: Edit) -> None:
    assert told(small) == ""
    shutil.rmtree(small.release / "small")
    edit(small, "cases.py", '@tc_1.kind("the first is larger")', "@str")
    assert "any more" not in told(small)


WRAPS = "right = larger\n\ndef larger(a, b):\n    return right(a, b) + (a > -50)\n"
BINDS_AND_RAISES = "def larger(a, b):\n    return b if b > a else a\n\nraise ValueError\n"


@pytest.mark.parametrize(("code", "failing"), [(WRAPS, 12), (BINDS_AND_RAISES, 0)])
def test_a_solution_stands_in_the_place_of_the_right_one(small: Course, code: str, failing: int) -> None:
    exam = next(prepare(small, "small", seeds=1))
    trial = tried(exam, code)
    assert (trial.cases, trial.failing) == (12, failing)


def test_a_case_that_comes_twice_is_tried_twice(small: Course, edit: Edit) -> None:
    used_up = "answers = iter([7])\n\ndef larger(a, b):\n    return max(a, b) if b != 7 else next(answers, None)\n"
    twice = '@tc_1.kind("five and seven", weight=9, constant=True)\ndef again(rng):\n    return {"a": 5, "b": 7}\n\n\n'
    edit(small, "cases.py", '@tc_1.requires("two', twice + '@tc_1.requires("two')
    exam = next(prepare(small, "small", seeds=1))
    trial = tried(exam, used_up)
    assert trial.is_lost
    assert trial.failing == exam.pools[exam.visible_seed]["tc_1"].kinds.count("five and seven") - 1


@pytest.mark.parametrize("code", ["pass", "larger", "raise ValueError\n\ndef larger(a, b):\n    return max(a, b)\n"])
def test_what_binds_no_solution_is_not_taken_for_the_right_one(small: Course, code: str) -> None:
    exam = next(prepare(small, "small", seeds=1))
    trial = tried(exam, code)
    assert trial.is_lost
    assert "name 'larger' is not defined" in trial.failure or "ValueError" in trial.failure


def test_mistakes_are_made_between_the_delimiters_of_the_course(small: Course, edit: Edit) -> None:
    edit(small, "small.ipynb", "### BEGIN SOLUTION", "# ANSWER FROM HERE")
    edit(small, "small.ipynb", "### END SOLUTION", "# TO HERE")
    of_the_whole_cell = make_mutants(next(prepare(small, "small", seeds=0)))
    assert any("- larger(1, 2)" in mutant.diff for mutant in of_the_whole_cell)
    settings = 'begin_solution_delimeter = "ANSWER FROM HERE"\nc.ClearSolutions.end_solution_delimeter = "TO HERE"\n'
    with (small.root / "grading_config.py").open("a") as configuration:
        configuration.write(f"c.ClearSolutions.{settings}")
    mutants = make_mutants(next(prepare(Course(small.root), "small", seeds=0)))
    assert mutants
    assert not any("larger(1, 2)" in mutant.diff for mutant in mutants)


def test_only_a_thorough_check_compares_all_of_many_inputs(small: Course, run: Run) -> None:
    with (small.source / "small" / "cases.py").open("a") as cases:
        cases.write("\n\n@tc_1.every\ndef _():\n    for a in range(120):\n        for b in range(120):\n")
        cases.write('            yield {"a": a, "b": b}\n')
    exam = next(prepare(small, "small", seeds=0))
    code = "def larger(a, b):\n    return 0 if (a, b) == (119, 118) else max(a, b)\n"
    tasks = {each: partial(compare, exam, exam.written[0], ["ex1"], code, thorough=each) for each in (False, True)}
    found = dict(conduct(tasks, workers=2))
    quick, thorough = found[False], found[True]
    assert isinstance(quick, Comparison) and isinstance(thorough, Comparison)
    assert 10_000 < quick.compared < quick.total == 120 * 120
    assert quick.difference == ""
    assert thorough.difference == "for {'a': 119, 'b': 118} it returns 0; the reference returns 119"
    run("course", "check", "small", "--thorough", "--workers", "2", cwd=small.root)


BURNS = """
import time

def larger(a, b):
    ends = time.process_time() + 0.6
    while a < 0 and time.process_time() < ends:
        pass
    return max(a, b)
"""


@pytest.mark.all
@pytest.mark.parametrize(
    ("seconds", "is_right", "in_time"),
    [
        pytest.param(0.0, False, False, id="a wrong one"),
        pytest.param(0.0, True, True, id="a right one, on a busy machine"),
        pytest.param(1.2, False, True, id="a wrong one, where the reference takes long"),
    ],
)
def test_how_long_a_case_may_take(small: Course, seconds: float, is_right: bool, in_time: bool) -> None:
    exam = replace(next(prepare(small, "small", seeds=0)), seconds={"tc_1": seconds})
    trial = tried(exam, BURNS, should_pass=is_right)
    assert trial.is_passed is in_time
    assert ("it took more than 0.5 s" in trial.failure) is not in_time


ENDINGS = {
    "killed": ("os.kill(os.getpid(), 9)", "failed", "its process was killed, perhaps because memory ran out"),
    "crashed": (
        "faulthandler.disable(); os.abort()",
        "proven",
        "loses: its process ended without a message (signal SIGABRT)",
    ),
    "left": ("os._exit(3)", "proven", "loses: its process ended without a message (exit code 3)"),
    "out of memory": ("bytearray(10**13)", "proven", "loses on 9 seeds"),
}


def test_how_a_trial_ends_is_a_finding(small: Course, check: Check) -> None:
    for name, (ending, _, _) in ENDINGS.items():
        path = small.source / "small" / "solutions" / "wrong" / f"ex1_{name.replace(' ', '_')}.py"
        path.write_text(f"# {name}.\nimport faulthandler, os\n\n\ndef larger(a, b):\n    {ending}\n    return a\n")
    findings = {finding.subject: finding for finding in check(small)}
    for name, (_, verdict, sentence) in ENDINGS.items():
        finding = findings[f"wrong/ex1_{name.replace(' ', '_')}.py"]
        assert (finding.verdict, finding.sentence[: len(sentence)]) == (verdict, sentence)


SMALLER = """

@tc_1.smaller
def one_less(inputs):
    yield {name: value // 2 for name, value in inputs.items()}
    for name, value in inputs.items():
        if value > 0:
            yield {**inputs, name: value - 1}
"""


@pytest.mark.all
def test_a_right_solution_that_fails_is_shown_on_inputs_made_small(small: Course, told: Told, edit: Edit) -> None:
    edit(small, "cases.py", "rng.randint(1, 9)}\n", "rng.randint(200, 900)}\n")
    append_cases(small, SMALLER)
    edit(small, "solutions/right/ex1_max.py", "max(a, b)", "max(a, b) if a + b < 100 else a")
    found = re.search(r"right/ex1_max.py: .*expected (\d+).* for larger\(a=(\d+), b=(\d+)\)", told(small))
    assert found
    expected, a, b = map(int, found.groups())
    assert (expected, a + b) == (b, 100)


@pytest.fixture
def surviving(small: Course, edit: Edit) -> Course:
    """The small course with a mutant, `a - b > 1`, that no case finds."""
    edit(small, "small.ipynb", "if a > b:", "if a - b > 0:")
    edit(small, "small.ipynb", "-70002", "-70009")
    edit(small, "cases.py", "b + rng.randint(1, 9)", "b + rng.randint(2, 9)")
    return small


@pytest.mark.all
def test_a_mutant_that_survives_is_shown_on_inputs_that_there_can_be(surviving: Course, told: Told) -> None:
    every = "\n\ntc_1.every(lambda: [{'a': n + 1, 'b': n} for n in range(99, 0, -1)])\n"
    append_cases(surviving, SMALLER + every)
    sentence = "a kind of case that shows it: for {'a': 25, 'b': 24} it returns 24; the reference returns 25"
    assert sentence in told(surviving)


@pytest.mark.all
def test_a_mutant_that_survives_is_shown_on_a_case_of_another_seed(surviving: Course, told: Told, edit: Edit) -> None:
    edit(surviving, "cases.py", "b + rng.randint(2, 9)", "b + rng.choice([1, *range(2, 40)])")
    found = re.search(r"a kind of case that shows it: for larger\(a=(\d+), b=(\d+)\)", told(surviving))
    assert found
    assert int(found[1]) - int(found[2]) == 1


@pytest.mark.all
def test_a_mutant_is_compared_although_the_function_calls_another_by_its_name(
    surviving: Course, told: Told, edit: Edit
) -> None:
    edit(surviving, "small.ipynb", "if a - b > 0:", "if ahead(a, b):")
    edit(surviving, "small.ipynb", "return b", "return b\\n\\ndef ahead(a, b):\\n    return a - b > 0")
    append_cases(surviving, "\n\ntc_1.every(lambda: [{'a': n, 'b': 1} for n in range(9)])\n")
    recorded = "- return a - b > 0\n+ return a - b > 1"
    edit(surviving, "solutions/equivalent.toml", "- if a > b:\n+ if a >= b:", recorded)
    sentence = "calls it equivalent, but for {'a': 2, 'b': 1} it returns 1; the reference returns 2"
    assert sentence in told(surviving)


def test_points_that_need_no_work_are_counted(course_of: Callable[..., Course]) -> None:
    cells = [("ex1", "x = 1"), ("test_ex1", "assert x"), ("test_given", "assert True")]
    exam = next(prepare(course_of(cells, "", {"right/ex1_two.py": "x = 2"}), "small", seeds=0))
    (balance,) = [finding.sentence for finding in prove_points(exam) if finding.subject == "balance"]
    assert balance == "2 points, 2 make 100%, 1 free; 100% in exercises of 1"


@pytest.mark.all
def test_too_few_solutions_are_noted_and_none_are_a_failure(small: Course, check: Check) -> None:
    right, *others = sorted((small.source / "small" / "solutions" / "right").glob("ex1_*.py"))
    right.unlink()
    findings = [
        finding for finding in check(small) if "right solutions that a meaningful proof needs" in finding.sentence
    ]
    assert [(finding.verdict, finding.subject) for finding in findings] == [(Verdict.NOTED, "exercise 1")]
    for path in others:
        path.unlink()
    findings = [finding for finding in check(small) if "has 0 of the 3 right solutions" in finding.sentence]
    assert [finding.verdict for finding in findings] == [Verdict.FAILED]


def test_a_solution_for_no_exercise_is_named(small: Course, told: Told) -> None:
    (small.source / "small" / "solutions" / "wrong" / "ex7_lost.py").write_text("# Lost.\n")
    with pytest.raises(GradingError, match=r"ex7_lost.py: the name of a solution must start with an exercise"):
        told(small)


SHOWN = "- shown += chr(ord(char) - ord('A b'))\n+ shown = 1"
FORMATTED = "- return f\"{d['a']}\"\n+ return d"


@pytest.mark.parametrize(
    ("recorded", "made"),
    [
        ('- shown += chr(ord(char) - ord("A b"))\n+ shown = 1', SHOWN),
        ("- shown += chr(ord(char)\n- ord('A\nb'))\n+ shown = 1", SHOWN),
        ("-  shown+=chr(ord(char)-ord('A b'))\n+  shown = 1", SHOWN),
        (FORMATTED, FORMATTED),
        ("- return f'{d[\"a\"]}'\n+ return d", FORMATTED),
    ],
)
def test_a_recorded_diff_is_found_as_a_narrow_table_and_the_source_show_it(recorded: str, made: str) -> None:
    assert is_same_diff(recorded, made)


@pytest.mark.parametrize(
    ("recorded", "made"),
    [
        ("- return ' '.join(words)\n+ return None", "- return ''.join(words)\n+ return None"),
        ("- sign = \"'\"\n+ sign = 'X'", "- sign = '\"'\n+ sign = 'X'"),
        ("- return text.split('a b')\n+ return text", "- return text.split('a  b')\n+ return text"),
        ("- return f'{a} {b}'\n+ return None", "- return f'{a}{b}'\n+ return None"),
        ("- if a > b:\n+ if a >= b:", "- if a > b:\n+ if a < b:"),
    ],
)
def test_a_recorded_diff_stands_for_no_mutant_whose_texts_differ(recorded: str, made: str) -> None:
    assert not is_same_diff(recorded, made)
    assert is_same_diff(made, made)


def test_a_mistake_that_a_check_accepts_is_cured_in_the_check(small: Course, told: Told, edit: Edit) -> None:
    """No kind of case shows what the author's own rule calls right."""
    rule = "def ok(inputs, returned, expected):\\n    return None\\n"
    edit(small, "small.ipynb", "tester = Tester", f"{rule}tester = Tester")
    edit(small, "small.ipynb", "{}}}", '{}}, \\"outputs\\": {\\"output_0\\": {\\"index\\": 0, \\"check\\": ok}}}')
    shown = told(small)
    assert "have the check in its conf reject such answers, or add to the sampler of exercise" in shown


@pytest.mark.all
def test_an_exercise_that_needs_another_must_say_so(small: Course, told: Told) -> None:
    solution = "### BEGIN SOLUTION\n    return larger(a, larger(b, c))\n    ### END SOLUTION"
    test = "assert largest(3, 1, 2) == 3 and largest(1, 3, 2) == 3 and largest(1, 2, 3) == 3"
    with edited_notebook(small.source / "small" / "small.ipynb") as notebook:
        notebook.cells += [
            nbgrader_cell("ex2", "solution", f"def largest(a, b, c):\n    {solution}"),
            nbgrader_cell("test_ex2", "test", test, points=2),
        ]
    assert "exercise 2: needs exercise 1, but no sentence of the notebook names both" in told(small)
    with edited_notebook(small.source / "small" / "small.ipynb") as notebook:
        notebook.cells[0].source += "\n\nExercise 2 calls `larger` of exercise 1."
    assert "needs exercise 1" not in told(small)


@pytest.mark.all
def test_a_cell_that_raises_before_its_function_leaves_nothing_of_the_reference(
    small: Course, told: Told, edit: Edit
) -> None:
    first = r"### BEGIN SOLUTION\nsmallest = 0\n### END SOLUTION\n"
    edit(small, "small.ipynb", "def larger(a, b):", first.replace(r"\n", '\\n",\n    "') + "def larger(a, b):")
    assert "the untouched release earns" not in told(small)
