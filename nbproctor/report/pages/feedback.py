"""The grade report of one submission: the page that its student reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nbproctor.report.exercise_words import message_for_student, next_step, shown_titles
from nbproctor.report.pages.exercise_work import Work, work_by_test
from nbproctor.report.pages.page import page
from nbproctor.report.pages.told_tests import ToldTest, told_test
from nbproctor.results import ExerciseResult, Outcome, Result

if TYPE_CHECKING:
    from nbformat import NotebookNode

_MOST_FIRST = 3
_OPEN = (Outcome.WAITING, Outcome.UNEXAMINED)


@dataclass(frozen=True)
class Section:
    """What the page shows of an exercise.

    Args:
        test: what is told of its test beside that.
    """

    exercise: ExerciseResult
    id: str
    title: str
    work: Work
    message: str
    next_step: str
    test: ToldTest

    @property
    def is_open(self) -> bool:
        """Whether its points are not yet known, or may change."""
        return self.exercise.outcome_now in _OPEN or self.exercise.has_open_points


def feedback_page(result: Result, notebook: NotebookNode | None, left_out: str = "") -> str:
    """Write the grade report of one submission, a self-contained HTML page.

    Args:
        notebook: its autograded notebook; of the test cells only the outputs are shown. None if nothing of it is.
        left_out: why nothing of it is shown.
    """
    by_hand = {exercise.cell for exercise in result.exercises if exercise.outcome is Outcome.WAITING}
    cells = {exercise.cell for exercise in result.exercises}
    work = work_by_test(notebook, cells - by_hand, by_hand) if notebook else {}
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
        waiting=[section for section in sections if section.is_open],
        left_out=left_out,
    )


def _section(exercise: ExerciseResult, place: str, title: str, work: Work) -> Section:
    message, test = message_for_student(exercise), told_test(exercise, work)
    return Section(exercise, place, title, work, message, next_step(exercise), test)


def _to_look_at_first(sections: list[Section]) -> list[Section]:
    """The exercises that lost the most, of those that the student can do something about."""
    settled = (section for section in sections if not section.is_open and section.next_step)
    lost = [section for section in settled if section.exercise.score < section.exercise.points]
    return sorted(lost, key=lambda section: section.exercise.score - section.exercise.points)[:_MOST_FIRST]
