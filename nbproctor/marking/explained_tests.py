"""How each test cell of an assignment is graded, and why."""

from __future__ import annotations

from nbproctor.agreement.agreed import agreed
from nbproctor.agreement.agreement import ExplainedTest, Progress, untold
from nbproctor.assignment.official_seed import official_seed
from nbproctor.config import Course
from nbproctor.marking.class_notebooks import released_notebooks
from nbproctor.marking.mark_scheme import examination_settings


def explain(course: Course, name: str, progress: Progress = untold) -> list[ExplainedTest]:
    """Say of each test cell of an assignment how it is graded.

    Args:
        course: the course.
        name: the assignment's name.
        progress: called while both ways of grading are compared, with how many probes are graded, and of how many.

    Raises:
        GradingError: the assignment has no source notebook or no release, or this machine is not fit for grading.
    """
    seed = official_seed(course)
    found = []
    for assignment, release in released_notebooks(course, name):
        agreement = agreed(course, examination_settings(course, assignment, seed), release, progress)
        found += [
            ExplainedTest(assignment.path.stem, each.test, each.points, agreement.not_apart.get(each.test, ""))
            for each in assignment.exercises
            if not each.by_hand
        ]
    return found
