"""Which tests of an assignment are isolated from student code, and why the others are not."""

from __future__ import annotations

from nbproctor.assignment.official_seed import official_seed
from nbproctor.config import Course
from nbproctor.examination.grader.examination import Examination
from nbproctor.examination.machine.turns import Turns
from nbproctor.marking.class_notebooks import released_notebooks
from nbproctor.marking.mark_scheme import examination_settings
from nbproctor.report.tables.check_table import ExplainedTest

_NO_TESTER = (
    "it uses neither a Tester nor a Suite, so it runs in the same process as the student's code, as in nbgrader"
)
_NOT_PYTHON = "its kernel {!r} is for {}, which has no Tester"


def explain(course: Course, name: str) -> list[ExplainedTest]:
    """How each test cell of an assignment is graded, from what the reference does.

    Raises:
        GradingError: the assignment has no source notebook or no release, or this machine is not fit for grading.
    """
    seed = official_seed(course)
    found: list[ExplainedTest] = []
    for assignment, _ in released_notebooks(course, name):
        with Examination(examination_settings(course, assignment, seed), Turns(1)) as examination:
            examination.wait_until_ready()
            official = examination.official
        why = _NO_TESTER if assignment.is_python else _NOT_PYTHON.format(assignment.kernel, assignment.language)
        isolated = official.digests.keys() | official.suites | official.free
        for each in assignment.exercises:
            if not each.by_hand:
                reason = "" if each.test in isolated else why
                found.append(ExplainedTest(assignment.path.stem, each.test, each.points, reason))
    return found
