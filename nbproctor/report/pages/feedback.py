"""The grade report of one submission: the page that its student reads."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nbproctor.examination.grader.stopped_cells import WITHHELD_MESSAGE
from nbproctor.report.exercise_words import ASKED_IN_VAIN, is_graded_by_hand, message_of, next_step, shown_titles
from nbproctor.report.pages.exercise_work import Work, work_by_test
from nbproctor.report.pages.page import page
from nbproctor.report.student_content.output_blocks import Block
from nbproctor.results import ExerciseResult, Outcome, Result

if TYPE_CHECKING:
    from nbformat import NotebookNode

_MOST_FIRST = 3
_NAME = re.compile(r"\A[\w.]+: ?")
_MISSED_NAME = re.compile(r"^NameError: name '[^'\n]*' is not defined", re.MULTILINE)
_PLACE = re.compile(r"\bIn\[\d++\], line \d|\bline \d++, in |\.py:\d")
_WITHOUT_TEST = (Outcome.TIMED_OUT, Outcome.NOT_ATTEMPTED, Outcome.NOT_RUN, Outcome.UNEXAMINED)


@dataclass(frozen=True)
class Section:
    """What the page shows of an exercise.

    Args:
        source: what the message comes from.
        outputs: what its test cell shows beyond the message.
        passes_at_home: whether what was released of its test passes, though the whole does not.
    """

    exercise: ExerciseResult
    id: str
    title: str
    work: Work
    message: str
    next_step: str
    source: str
    outputs: list[Block]
    passes_at_home: bool

    @property
    def is_by_hand(self) -> bool:
        """Whether a person grades it."""
        return is_graded_by_hand(self.exercise)


def feedback_page(
    result: Result, notebook: NotebookNode | None, left_out: str = "", whole: Result | None = None, name: str = ""
) -> str:
    """Write the grade report of one submission, a self-contained HTML page.

    Args:
        notebook: its autograded notebook; of the test cells only the outputs are shown. None if nothing of it is.
        left_out: why nothing of it is shown.
        whole: the grade of all notebooks together, if there are several.
        name: the notebook's name, if there are several.
    """
    by_hand = {exercise.cell for exercise in result.exercises if is_graded_by_hand(exercise)}
    cells = {exercise.cell for exercise in result.exercises}
    failed_plain = {each.cell for each in result.exercises if not each.cases and each.outcome is not Outcome.PASSED}
    work = work_by_test(notebook, cells - by_hand, by_hand, failed_plain) if notebook else {}
    sections = [
        _section(exercise, f"exercise-{number}", title, work.get(exercise.cell, Work()))
        for number, (exercise, title) in enumerate(
            zip(result.exercises, shown_titles(result.exercises), strict=True), 1
        )
    ]
    return page(
        "feedback.html.j2",
        result=result,
        sections=sections,
        first=_to_look_at_first(sections),
        waiting=[section for section in sections if section.exercise.is_open],
        left_out=left_out,
        whole=whole,
        others=[each for each in _notebooks(whole) if each != name],
        name=name,
    )


def _notebooks(whole: Result | None) -> list[str]:
    """The names of an assignment's notebooks, if there are several."""
    return list(dict.fromkeys(exercise.cell.partition("/")[0] for exercise in whole.exercises)) if whole else []


def _section(exercise: ExerciseResult, place: str, title: str, work: Work) -> Section:
    """What is shown of an exercise: the verdict once, and beside it only what says something else.

    Where the exercise was stopped or not tried, the message says all: an error of the test only follows from that.
    """
    source = "In the official test" if exercise.isolated else "In the test"
    stopped = any(block.text == exercise.message for cell in work.cells for block in cell.outputs)
    if stopped or ASKED_IN_VAIN in exercise.message:
        source = "In your own cell"
    shown = [] if exercise.outcome in _WITHOUT_TEST else work.test_outputs
    errors = [block for block in shown if block.kind == "error"]
    return Section(
        exercise,
        place,
        title,
        work,
        message_of(exercise),
        next_step(exercise),
        source,
        outputs=[each for each in shown if each not in errors or not _is_said(each.text, exercise)],
        passes_at_home=exercise.outcome not in _WITHOUT_TEST and exercise.message == WITHHELD_MESSAGE and not errors,
    )


def _is_said(error: str, exercise: ExerciseResult) -> bool:
    """Whether the message says what an error says, or what it follows from."""
    message = exercise.message
    if exercise.cases:  # the message is the judge's: only where it came from in the student's code is new
        return not _PLACE.search(error)
    text, said = (" ".join(words.split()) for words in (error, message))
    without_name = _NAME.sub("", text)
    if said and (said == text or not without_name or f"{said} ".startswith(f"{without_name} ")):
        return True
    missed = _MISSED_NAME.findall(error)  # it follows from an error before it, which the message names
    return bool(said and missed) and missed[-1] not in message


def _to_look_at_first(sections: list[Section]) -> list[Section]:
    """The exercises that lost the most, of those that the student can do something about."""
    settled = (section for section in sections if not section.exercise.is_open)
    lost = [
        section
        for section in settled
        if section.exercise.score < section.exercise.points
        and section.exercise.outcome_now not in (Outcome.PASSED, Outcome.DECIDED)
    ]
    return sorted(lost, key=lambda section: section.exercise.score - section.exercise.points)[:_MOST_FIRST]
