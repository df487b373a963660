"""The grade report of one submission: the page that its student reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nbproctor.report.pages.exercise_work import Work, work_by_test
from nbproctor.report.pages.page import page
from nbproctor.results import Outcome, Result

if TYPE_CHECKING:
    from nbformat import NotebookNode


def feedback_page(result: Result, notebook: NotebookNode | None, left_out: str = "") -> str:
    """Write the grade report of one submission, a self-contained HTML page.

    Args:
        result: the result of the submission.
        notebook: its autograded notebook; of the test cells only the outputs are shown. None if nothing of it is.
        left_out: why nothing of it is shown.
    """
    by_hand = {exercise.cell for exercise in result.exercises if exercise.outcome is Outcome.WAITING}
    cells = {exercise.cell for exercise in result.exercises}
    work = work_by_test(notebook, cells - by_hand, by_hand) if notebook else {}
    sections = [(exercise, work.get(exercise.cell, Work())) for exercise in result.exercises]
    return page("feedback.html.j2", result=result, sections=sections, left_out=left_out)
