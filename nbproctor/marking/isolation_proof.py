"""Which tests of an assignment are isolated, found where its author waits for it and recorded with the proof."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from nbproctor.agreement.agreed import compared, wants_agreement
from nbproctor.agreement.agreement import Progress
from nbproctor.assignment.notebook import read_notebook
from nbproctor.assignment.proof_record import asks_for_proof, record_isolation
from nbproctor.assignment.release import make_release
from nbproctor.assignment.source_notebooks import read_sources
from nbproctor.check.findings import Finding, noted, proven
from nbproctor.config import Course
from nbproctor.marking.mark_scheme import examination_settings

_PROOF = "isolation"


def prove_isolation(course: Course, name: str, progress: Progress) -> list[Finding]:
    """Find out which tests are isolated, and record it with the proof, so that no grading has to.

    Args:
        course: the course.
        name: an assignment that was proven just now.
        progress: called whenever a probe was graded, with how many were, and of how many.

    Returns:
        a finding for each notebook, and one for each test that is not isolated.

    Raises:
        GradingError: this machine is not fit for grading.
    """
    source = course.source_of(name)
    if not asks_for_proof(source):
        return []
    findings: list[Finding] = []
    found: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory(prefix="course-check-") as folder:
        release = make_release(course, name, Path(folder)).folder
        for assignment in read_sources(source):
            # The visible cases are those that are compared with; the secret seed is not read.
            examined = examination_settings(course, assignment, course.grading.visible_seed)
            examined = replace(examined, release_folder=release, conversations_folder=None)
            if not wants_agreement(course, examined) or examined.students_files:
                continue
            agreement = compared(course, examined, read_notebook(release / assignment.path.name), progress)
            if not agreement.is_disturbed:
                found[assignment.path.stem] = agreement.not_apart
            tests = sum(not exercise.by_hand for exercise in assignment.exercises)
            findings += _findings(assignment.path.name, tests, agreement.not_apart)
    if found:
        record_isolation(source, found)
    return findings


def _findings(notebook: str, tests: int, not_apart: dict[str, str]) -> Iterator[Finding]:
    yield from (noted(_PROOF, test, f"the test is not isolated: {reason}") for test, reason in not_apart.items())
    yield proven(_PROOF, notebook, f"{tests - len(not_apart)} of {tests} tests are isolated from students' code")
