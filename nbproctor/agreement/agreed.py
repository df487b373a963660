"""What was agreed for an assignment: found once, kept, and told."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from nbformat import NotebookNode

from nbproctor.agreement.agreement import Agreement, Progress, untold
from nbproctor.agreement.kept_agreements import KeptAgreements, fingerprint_of
from nbproctor.assignment.notebook import Assignment
from nbproctor.assignment.proof_record import recorded_isolation
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.examination.grader.examination_settings import ExaminationSettings
from nbproctor.examination.grader.kernel_program import not_pythons
from nbproctor.examination.machine.turns import Turns

_log = logging.getLogger(__name__)


def wants_agreement(course: Course, examined: ExaminationSettings) -> bool:
    """Whether it is to be known before anyone is graded which tests are isolated.

    Args:
        course: the course.
        examined: the notebook.
    """
    grading = course.grading
    if grading.outcomes:
        return False
    is_given = bool(examined.students_files) or not examined.assignment.is_python
    return grading.probes > 0 or grading.not_isolated == "refuse" or is_given


def agreed(
    course: Course, examined: ExaminationSettings, release: NotebookNode, progress: Progress = untold
) -> Agreement:
    """The agreement of a notebook: the one recorded with its proof, or kept, or else a new one, which is kept.

    Args:
        course: the course; its settings say how many probes there are.
        examined: the notebook, with the secret seed.
        release: the notebook that students were given.
        progress: called whenever a probe was graded, with how many were, and of how many.

    Raises:
        GradingError: the assignment or this machine is not fit for it.
    """
    if not examined.assignment.is_python:
        return Agreement(not_pythons(examined.assignment), (), probes=0)
    if examined.students_files:
        tests = [exercise.test for exercise in examined.assignment.exercises if not exercise.by_hand]
        return Agreement(dict.fromkeys(tests, _STUDENTS_FILES), (), probes=0)
    recorded = recorded_isolation(course, examined.assignment.name, examined.assignment.path.stem)
    if recorded is not None:
        return Agreement(recorded, (), probes=0)
    kept = KeptAgreements(course.agreements_folder, examined.seed)
    count = course.grading.probes
    fingerprint = fingerprint_of(examined, count)
    if agreement := kept.read(examined, fingerprint):
        return agreement
    agreement = compared(course, examined, release, progress)
    kept.keep(examined, fingerprint, agreement)
    return agreement


def compared(
    course: Course, examined: ExaminationSettings, release: NotebookNode, progress: Progress = untold
) -> Agreement:
    """The agreement of a notebook of Python, found anew.

    Args:
        course: the course; its settings say how many probes there are.
        examined: the notebook.
        release: the notebook that students were given.
        progress: called whenever a probe was graded, with how many were, and of how many.

    Raises:
        GradingError: the assignment or this machine is not fit for it.
    """
    # Imported where nothing is kept: it takes half a second.
    from nbproctor.agreement.comparison import find_agreement
    from nbproctor.agreement.probes import Probes

    # The cases that the release holds are those of the visible seed: one kernel tests with these.
    visible = replace(examined, seed=course.grading.visible_seed, short_way=False)  # nobody goes it there
    probes = Probes(examined.assignment, release, course.grading.probes)
    return find_agreement(visible, probes, Turns(course.grading.workers), progress)


# The examiner has the instructor's files: of one that a student wrote, it would test the instructor's.
_STUDENTS_FILES = "c.Autograde.exclude_overwriting has students hand in files that a test may open or import"


def tell(assignment: Assignment, not_apart: Mapping[str, str], failures: Iterable[str]) -> None:
    """Log which tests are not isolated, and what failed in the reference.

    Args:
        assignment: the notebook.
        not_apart: why a test cell is not isolated, by its `grade_id`.
        failures: the cells of the reference that raised, each with what it raised.
    """
    for failure in failures:
        _log.warning("the reference fails, and submissions are graded even so: %s", failure)
    reasons: dict[str, list[str]] = defaultdict(list)
    for test, reason in not_apart.items():
        reasons[reason].append(test)
    for reason, tests in reasons.items():
        _log.warning("%s: not isolated: %s (%s)", assignment.path.name, ", ".join(tests), reason)


def require_isolation(course: Course, examined: ExaminationSettings, agreement: Agreement) -> None:
    """Require that every test is isolated, where the course asks for that.

    Args:
        course: the course.
        examined: the notebook.
        agreement: what was agreed.

    Raises:
        GradingError: one is not.
    """
    if course.grading.not_isolated == "refuse" and agreement.not_apart:
        tests, name = ", ".join(agreement.not_apart), examined.assignment.name
        raise GradingError(
            f"{examined.assignment.path}: {tests} cannot be isolated, and c.Grading.not_isolated refuses that: `course "
            f'explain {name}` says why; with "allow" one kernel grades them'
        )
