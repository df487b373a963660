"""A student reads about the smallest case that fails, at home and in the report; outcome and points stay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.assignment.author_file import read_samplers
from nbproctor.assignment.official_seed import official_seed
from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import ExerciseResult, Outcome, Result

Graded = Callable[[str], tuple[ExerciseResult, list[NotebookNode]]]


@pytest.fixture
def graded(
    built_course: Course, hand_in: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Graded:
    """A function that grades a solution of `halve`; returns the exercise, and what its test cell shows."""
    monkeypatch.setattr(built_course.grading, "cell_seconds", 10)  # also a busy machine has searched by then

    def grade(source: str) -> tuple[ExerciseResult, list[NotebookNode]]:
        def edit(notebook: NotebookNode) -> None:
            next(cell for cell in notebook.cells if cell.id == "ex4").source = source

        submitted = hand_in(built_course, edit=edit)
        ((_, result),) = ClassGrading(built_course, "numbers", submitted, tmp_path / "graded").run()
        assert isinstance(result, Result)
        path = tmp_path / "graded" / "autograded" / "student-001" / "numbers" / "numbers.ipynb"
        cells = nbformat.read(path, as_version=4).cells
        return result.exercises[3], next(cell for cell in cells if cell.id == "test_ex4").outputs

    return grade


def numbers(course: Course, seed: str) -> list[int]:
    sampler = read_samplers(course.source / "numbers" / "cases.py")["tc_halve"]
    return sorted(drawn.inputs["n"] for drawn in sampler.draw(f"{seed}/tc_halve"))


def smallest_large(course: Course, seed: str) -> int:
    return next(n for n in numbers(course, seed) if n >= 10)


def test_a_wrong_answer_is_shown_for_the_smallest_official_and_visible_case(
    built_course: Course, graded: Graded
) -> None:
    found, outputs = graded("def halve(n):\n    return n / 2 if n < 10 else -1.0")
    official = smallest_large(built_course, official_seed(built_course))
    visible = smallest_large(built_course, built_course.grading.visible_seed)
    passing = sum(n < 10 for n in numbers(built_course, official_seed(built_course)))
    assert (found.outcome, found.earned) == (Outcome.FAILED, 0)
    assert f"halve(n={official}) returned -1.0; expected {official / 2}" in found.message
    assert f"this is the smallest that fails; {passing} smaller ones pass." in found.message
    (error,) = outputs
    assert f"halve(n={visible}) returned -1.0; expected {visible / 2}" in error.evalue


def test_an_error_is_shown_for_the_smallest_case_with_what_that_call_printed(
    built_course: Course, graded: Graded
) -> None:
    found, _ = graded("def halve(n):\n    if n >= 10:\n        raise KeyError(n)\n    return n / 2")
    official = smallest_large(built_course, official_seed(built_course))
    assert (found.outcome, found.earned) == (Outcome.ERRORED, 0)
    assert found.message.startswith(f"KeyError: {official}\n")


ENDLESS = {
    "a loop": "while True: n += 1",
    "a loop that nothing stops": (
        "while True:\n            try:\n                while True: n += 1\n            except: pass"
    ),
    "a long sleep": "import time; time.sleep(60)",
}


SEARCHED_FOR = """\
import sys
calls = []
def is_searched_for():
    names, frame = [], sys._getframe()
    while frame:
        names.append(frame.f_code.co_name)
        frame = frame.f_back
    # The visible test cell runs in this process, the official one calls from another; its first case always fails.
    return "_smaller_failure" in names or ("run_test" not in names and len(calls) > 1)
def halve(n):
    calls.append(n)
    if is_searched_for():
        """


@pytest.mark.parametrize("body", ENDLESS.values(), ids=ENDLESS)
def test_a_smaller_case_that_never_ends_does_not_change_the_outcome(graded: Graded, body: str) -> None:
    found, outputs = graded(f"{SEARCHED_FOR}{body}\n    return -1.0")
    assert (found.outcome, found.earned) == (Outcome.FAILED, 0), found.message
    assert "expected" in found.message
    assert outputs[-1].output_type == "error"
    assert outputs[-1].ename == "WrongAnswerError"
