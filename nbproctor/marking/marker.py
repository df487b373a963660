"""Marker: takes one submitted notebook to its result and its pages. Nothing is written to the disk here."""

from __future__ import annotations

import logging
import platform
import traceback
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import version
from types import TracebackType

from nbproctor.examination.grader.examination import Examination, examine
from nbproctor.examination.grader.transcript import Transcript, notebook_with_outputs
from nbproctor.examination.machine.turns import Turns
from nbproctor.examination.sandbox.tiers import Tier
from nbproctor.intake.handed_in import FurtherFiles, HandedIn
from nbproctor.intake.notebook_identity import NotebookIdentity
from nbproctor.intake.paper import Paper, Refused, read_paper
from nbproctor.marking.exercise_results import answers, exercise_result, unanswered_cells, unjudged, unread_answers
from nbproctor.marking.mark_scheme import MarkScheme
from nbproctor.report.page_makers.page_makers import PageMakers
from nbproctor.results import ExerciseResult, Outcome, Result, SandboxRecord, SubmissionRecord
from nbproctor.system.memory import give_back_large_blocks

_log = logging.getLogger(__name__)

UNREADABLE = "{} could not be read"
"""Why a submission is not examined if a bug in this package keeps it from being read."""
_SET_ASIDE_REASON = (
    "the submission could not be graded: its worker ended on all three attempts, twice with nothing else running "
    "there; the next run will try it again"
)


@dataclass(frozen=True)
class Marked:
    """What came of a submission: its result, and the texts of its files.

    Args:
        bug: the traceback, if a bug in this package kept the submission from being read.
    """

    result: Result
    notebook: str
    feedback: str
    bug: str = ""


class Marker:
    """Marks submissions, several at once if several threads call it. Use it as a context manager.

    Args:
        turns: the turns to compute; a thread that calls `mark` has one.
    """

    def __init__(self, scheme: MarkScheme, turns: Turns) -> None:
        give_back_large_blocks()
        self._scheme = scheme
        self._examination = Examination(scheme.examined, turns)
        self._pages = PageMakers(turns.count)
        self._known = NotebookIdentity(scheme.known)
        self._released = frozenset(cell.source for cell in scheme.release.cells)

    def wait_until_ready(self) -> None:
        """Wait until submissions can be marked.

        Raises:
            GradingError: the assignment or this machine is not fit for it.
        """
        self._examination.wait_until_ready()
        for failure in self._examination.failures:
            _log.warning("the instructor's own solution fails; submissions are graded anyway: %s", failure)

    @property
    def reference_failures(self) -> list[str]:
        """Once submissions can be marked: the cells of the reference that raised, each with what it raised."""
        return self._examination.failures

    def mark(self, handed_in: HandedIn) -> Marked:
        """Mark one submission."""
        if handed_in.may_pass:
            return self._not_run(handed_in, handed_in.problem, Outcome.UNEXAMINED)
        if reason := self._examination.impediment:
            return self._not_run(handed_in, reason, Outcome.UNEXAMINED)
        try:
            paper = read_paper(handed_in, self._scheme.assignment, self._scheme.release, self._known)
        except Refused as refusal:
            return self._not_run(handed_in, str(refusal), Outcome.NOT_RUN)
        except Exception:
            # A bug of ours, which this submission brought about: the others are graded all the same.
            reason = UNREADABLE.format(handed_in.name)
            return self._not_run(handed_in, reason, Outcome.UNEXAMINED, traceback.format_exc())
        paper = replace(paper, unanswered=unanswered_cells(self._scheme.release, paper))
        transcript = examine(self._examination, paper)
        result = self._result(handed_in, paper, transcript)
        return Marked(result, *self._pages.make(result, notebook_with_outputs(paper, transcript), self._released))

    def _result(self, handed_in: HandedIn, paper: Paper, transcript: Transcript) -> Result:
        exercises = tuple(
            exercise_result(exercise, paper, transcript, self._scheme, self._released)
            for exercise in self._scheme.assignment.exercises
        )
        record = SubmissionRecord(
            sha256=handed_in.content.sha256,
            received=handed_in.received,
            repairs=paper.repairs,
            unanswered=tuple(sorted(paper.unanswered)),
            files=FurtherFiles(handed_in.files).checksums,
            answers=answers(self._scheme.assignment.exercises, paper),
            other_notebook=(paper.other_notebook,) if paper.other_notebook else (),
        )
        sandbox = SandboxRecord(str(self._examination.tier), transcript.enforced)
        return _graded(self._scheme, handed_in, exercises, record, sandbox)

    def _not_run(self, handed_in: HandedIn, reason: str, outcome: Outcome, bug: str = "") -> Marked:
        result = not_run_result(self._scheme, handed_in, reason, outcome, self._examination.tier)
        return Marked(result, *self._pages.make(result, self._scheme.release, self._released), bug)

    def abandon(self) -> None:
        """Break off what is being marked, and mark nothing more."""
        self._examination.abandon()

    def __enter__(self) -> Marker:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._pages.close()
        self._examination.__exit__(kind, error, traceback)


def set_aside(scheme: MarkScheme, handed_in: HandedIn) -> Marked:
    """The marks of a submission whose workers all ended: it is not run again, and its page says why."""
    from nbproctor.report.page_makers.submission_pages import submission_files

    result = not_run_result(scheme, handed_in, _SET_ASIDE_REASON)
    return Marked(result, *submission_files(result, scheme.release, {cell.source for cell in scheme.release.cells}))


def not_run_result(
    scheme: MarkScheme,
    handed_in: HandedIn,
    reason: str,
    outcome: Outcome = Outcome.UNEXAMINED,
    tier: Tier | None = None,
) -> Result:
    """The result of a submission that is not run: it was refused, or could not be examined.

    Args:
        outcome: of each of its exercises.
        tier: of the sandbox; default: the weakest that is allowed.
    """
    exercises = tuple(unjudged(exercise, outcome, reason) for exercise in scheme.assignment.exercises)
    sha256 = handed_in.content.sha256
    record = SubmissionRecord(
        sha256,
        handed_in.received,
        repairs=(reason, *handed_in.remarks),
        refused=outcome is Outcome.NOT_RUN,
        answers=unread_answers(scheme.assignment.exercises, sha256),
    )
    sandbox = SandboxRecord(str(tier or scheme.examined.tiers[0]), ())
    return _graded(scheme, handed_in, exercises, record, sandbox)


def _graded(
    scheme: MarkScheme,
    handed_in: HandedIn,
    exercises: tuple[ExerciseResult, ...],
    record: SubmissionRecord,
    sandbox: SandboxRecord,
) -> Result:
    titles = scheme.assignment.titles
    exercises = tuple(replace(exercise, title=titles.get(exercise.cell, "")) for exercise in exercises)
    found = Result(
        student=handed_in.student,
        assignment=handed_in.assignment,
        score=0.0,
        max_score=scheme.assignment.points,
        cap=scheme.cap,
        percent=0.0,
        exercises=exercises,
        submission=record,
        sandbox=sandbox,
        versions=_versions(),
        fingerprint=scheme.fingerprint,
    )
    return found.counted()


@cache
def _versions() -> dict[str, str]:
    names = ("nbproctor", "ipython", "nbformat", "dill", "msgpack")
    return {"python": platform.python_version(), **{name: version(name) for name in names}}
