"""The grade report of one submission: the page that its student reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nbproctor.report.pages.exercise_work import Work, work_by_test
from nbproctor.report.pages.page import page
from nbproctor.results import Outcome, Result

if TYPE_CHECKING:
    from nbformat import NotebookNode


def feedback_page(result: Result, notebook: NotebookNode) -> str:
    """Write the grade report of one submission, a self-contained HTML page.

    Args:
        result: the result of the submission.
        notebook: its autograded notebook; of the test cells only the outputs are shown.
    """
    by_hand = {exercise.cell for exercise in result.exercises if exercise.outcome is Outcome.WAITING}
    work = work_by_test(notebook, {exercise.cell for exercise in result.exercises} - by_hand, by_hand)
    sections = [(exercise, work.get(exercise.cell, Work())) for exercise in result.exercises]
    return page("feedback.html.j2", result=result, sections=sections)
