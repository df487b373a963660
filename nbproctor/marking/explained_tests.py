"""How each test cell of an assignment is graded, and why."""

from __future__ import annotations

from collections.abc import Iterator

from nbproctor.agreement.agreed import agreed
from nbproctor.agreement.agreement import ExplainedTest, Progress, untold
from nbproctor.assignment.notebook import Assignment
from nbproctor.assignment.official_seed import official_seed
from nbproctor.config import Course
from nbproctor.examination.grader.examination import Examination
from nbproctor.examination.machine.turns import Turns
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
    found: list[ExplainedTest] = []
    for assignment, release in released_notebooks(course, name):
        if course.grading.outcomes and assignment.is_python:
            found += _judged(course, assignment, seed)
            continue
        agreement = agreed(course, examination_settings(course, assignment, seed), release, progress)
        found += [
            ExplainedTest(assignment.path.stem, each.test, each.points, agreement.not_apart.get(each.test, ""))
            for each in assignment.exercises
            if not each.by_hand
        ]
    return found


def _judged(course: Course, assignment: Assignment, seed: str) -> Iterator[ExplainedTest]:
    """The same where a judge compares what functions gave: what the reference's cells make says it."""
    with Examination(examination_settings(course, assignment, seed), Turns(1)) as examination:
        examination.wait_until_ready()
        official = examination.parents.official
    isolated = official.digests.keys() | official.suites | official.free if official else frozenset()
    for each in assignment.exercises:
        if not each.by_hand:
            reason = "" if each.test in isolated else _NO_TESTER
            yield ExplainedTest(assignment.path.stem, each.test, each.points, reason)


_NO_TESTER = "it has neither a Tester nor a Suite: it runs beside the student's code, as in nbgrader"
