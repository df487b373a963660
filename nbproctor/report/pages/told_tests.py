"""What a page tells of an exercise's test: the verdict once, and beside it only what says something else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from nbproctor.report.exercise_words import ASKED_IN_VAIN
from nbproctor.report.pages.exercise_work import Work
from nbproctor.report.student_content.output_blocks import Block
from nbproctor.results import ExerciseResult, Outcome

_NAME = re.compile(r"\A[\w.]+: ?")
_MISSED_NAME = re.compile(r"^NameError: name '[^'\n]*' is not defined", re.MULTILINE)
_PLACE = re.compile(r"\bIn\[\d++\], line \d|\bline \d++, in |\.py:\d")
_WITHOUT_TEST = (Outcome.TIMED_OUT, Outcome.NOT_ATTEMPTED, Outcome.NOT_RUN, Outcome.UNEXAMINED)


@dataclass(frozen=True)
class ToldTest:
    """What is told of a test beside its message.

    Args:
        label: what the message comes from.
        official: what the official test showed beyond the message.
        at_home: what the test cell shows in the student's notebook, if that says more.
        passes_at_home: whether it passes there, with its own cases, though the official test does not.
    """

    label: str
    official: list[Block]
    at_home: list[Block]
    passes_at_home: bool


def told_test(exercise: ExerciseResult, work: Work) -> ToldTest:
    """Choose what is told of an exercise's test.

    Where the exercise was stopped or not tried, the message says all: an error of the test only follows from that.

    Args:
        exercise: what came of it.
        work: what the notebook holds for it.
    """
    label = "In the official test" if exercise.isolated else "In the test"
    if ASKED_IN_VAIN in exercise.message:
        label = "In your own cell"
    if exercise.outcome in _WITHOUT_TEST:
        return ToldTest("", [], [], passes_at_home=False)
    at_home = _news(work.test_outputs, exercise.message)
    # The message has what the official test's error says; only where it came from in the student's code is new.
    official = [block for block in work.official_outputs if block.kind != "error" or _PLACE.search(block.text)]
    passes = work.is_told_apart and not any(block.kind == "error" for block in work.test_outputs)
    return ToldTest(label, official, [] if passes else at_home, passes_at_home=passes)


def _news(blocks: Iterable[Block], message: str) -> list[Block]:
    """The blocks without errors that say what the message says, or that follow from what it says."""
    return [block for block in blocks if block.kind != "error" or not _is_said(block.text, message)]


def _is_said(error: str, message: str) -> bool:
    text, said = (" ".join(words.split()) for words in (error, message))
    if said and said in (text, _NAME.sub("", text)):
        return True
    missed = _MISSED_NAME.findall(error)  # it follows from an error before it, which the message names
    return bool(said and missed) and missed[-1] not in message
