"""LatePenalties: what late submissions lose, as the plugin says that nbgrader's configuration names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.notebook_grades import Grades
from nbproctor.system.nbgrader_modules import nbgrader


class LatePenalties:
    """Gives late penalties as nbgrader's `AssignLatePenalties` does; a GradingError if it cannot be loaded."""

    def __init__(self, course: Course, gradebook: Any) -> None:
        self._gradebook = gradebook
        try:
            step = nbgrader("preprocessors").AssignLatePenalties(config=course.config)
            step.init_plugin()
        except Exception as error:  # whatever a course's plugin raises
            raise GradingError(
                f"the late penalties of c.AssignLatePenalties cannot be loaded: {type(error).__name__}: {error}; fix "
                "them in the configuration"
            ) from error
        self._plugin = step.plugin_inst

    def give(self, assignment: str, batch: Iterable[Grades]) -> dict[tuple[str, str], float]:
        """Write the penalties of notebooks that were just graded.

        Returns:
            The penalty of each notebook that was not refused, 0 for none, by student and notebook.

        Raises:
            GradingError: the plugin fails.
        """
        found: dict[tuple[str, str], float] = {}
        try:
            for grades in batch:
                if grades.result.submission.refused:  # nbgrader would not have come to it
                    continue
                student = grades.result.student
                notebook = self._gradebook.find_submission_notebook(grades.notebook, assignment, student)
                penalty = self._penalty(student, notebook)
                notebook.late_submission_penalty = penalty
                found[student, grades.notebook] = float(penalty or 0)
            self._gradebook.db.commit()
        finally:
            self._gradebook.db.remove()
        return found

    def _penalty(self, student: str, notebook: Any) -> float | None:
        """The penalty of a notebook: none if it is not late, and never less than nothing or more than its score."""
        seconds = notebook.assignment.total_seconds_late
        if seconds <= 0:
            return None
        try:
            penalty = self._plugin.late_submission_penalty(student, notebook.score, seconds)
            return None if penalty is None else min(max(penalty, 0), notebook.score)
        except Exception as error:  # whatever the plugin raises
            raise GradingError(
                f"the late penalty of {student} cannot be computed: {type(self._plugin).__name__} raises "
                f"{type(error).__name__}: {error}; fix it, and grade again: finished grades are kept"
            ) from error
