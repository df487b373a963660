"""What a page tells of an exercise's test: the verdict once, and beside it only what says something else."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nbproctor.examination.grader.stopped_cells import WITHHELD_MESSAGE
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
        outputs: what the test cell shows beyond the message.
        passes_at_home: whether what was released of the test passes, though the whole does not.
    """

    label: str
    outputs: list[Block]
    passes_at_home: bool


def told_test(exercise: ExerciseResult, work: Work) -> ToldTest:
    """Choose what is told of an exercise's test.

    Where the exercise was stopped or not tried, the message says all: an error of the test only follows from that.
    """
    label = "In the official test" if exercise.isolated else "In the test"
    if ASKED_IN_VAIN in exercise.message:
        label = "In your own cell"
    if exercise.outcome in _WITHOUT_TEST:
        return ToldTest("", [], passes_at_home=False)
    errors = [block for block in work.test_outputs if block.kind == "error"]
    outputs = [each for each in work.test_outputs if each not in errors or not _is_said(each.text, exercise)]
    return ToldTest(label, outputs, passes_at_home=exercise.message == WITHHELD_MESSAGE and not errors)


def _is_said(error: str, exercise: ExerciseResult) -> bool:
    """Whether the message says what an error says, or what it follows from."""
    message = exercise.message
    if exercise.cases:  # the message is the judge's: only where it came from in the student's code is new
        return not _PLACE.search(error)
    text, said = (" ".join(words.split()) for words in (error, message))
    if said and said in (text, _NAME.sub("", text)):
        return True
    missed = _MISSED_NAME.findall(error)  # it follows from an error before it, which the message names
    return bool(said and missed) and missed[-1] not in message
