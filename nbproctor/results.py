"""What came of one submission: a flat record, from which alone every report is made.

`docs/results.md` describes `results.json` field by field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import StrEnum
from functools import cache
from hashlib import sha256
from typing import Any


class Outcome(StrEnum):
    """How an exercise ended. `PASSED` earns all points, `PARTIAL` some, nothing else any.

    `NOT_ATTEMPTED` is as released; `NOT_RUN` was never started; `WAITING` is for a person to grade; `UNEXAMINED` is
    nobody's fault, and is tried again; `DECIDED` is what becomes of the last two once a person has graded them.
    """

    PASSED = "passed"
    PARTIAL = "partial"
    FAILED = "failed"
    ERRORED = "errored"
    TIMED_OUT = "timed_out"
    NOT_ATTEMPTED = "not_attempted"
    NOT_RUN = "not_run"
    WAITING = "waiting"
    UNEXAMINED = "unexamined"
    DECIDED = "decided"


NOT_SCORED = frozenset({Outcome.WAITING, Outcome.UNEXAMINED})
"""For these the gradebook has no score, or keeps the one that it has."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided about one exercise, as the gradebook has it.

    Args:
        manual_score: None if they left it to the machine.
        extra_credit: further points; nbgrader counts them only where there is a score.
        graded_on: the checksum of the answer that the manual score was given for; empty if that is not known.
        look_again: whether a person is asked to look again, since the answer may have changed.
        resolved: whether they left open points as they are: the gradebook no longer asks.
    """

    manual_score: float | None = None
    extra_credit: float = 0.0
    comment: str = ""
    graded_on: str = ""
    look_again: bool = False
    resolved: bool = False


NO_DECISION = Decision()


@dataclass(frozen=True, slots=True)
class HandGrade:
    """What a person gives an exercise: points, or None so far, and a comment."""

    score: float | None
    comment: str = ""

    @classmethod
    def of(cls, decided: Decision) -> HandGrade:
        """The part of a decision that a person types in."""
        return cls(decided.manual_score, decided.comment)


NOTHING_READ = sha256(b"").hexdigest()
"""The checksum of a submission without a file that could be read."""


@dataclass(frozen=True, slots=True)
class ExerciseResult:
    """One exercise of one submission.

    Args:
        cell: the `grade_id` of the graded cell.
        isolated: whether the student's code cannot reach the verdict; False if the verdict is how the test cell ended.
        cases: how many official cases the function was called on.
        message: the sentences for the student; empty if the exercise passed.
        seconds: the wall time of its cells and its test, or what one that was stopped is charged for, to a hundredth.
        disputed: why its points are open; empty if they are not.
        mistake: marks of how the student's code behaves on the cases that all students get, if it failed in a way that
            can be told; those of equal mistakes are equal, or one begins with the other.
        title: its heading in the notebook; empty without one.
        cell_error: the exception that a student's cell ended with, if the exercise did not pass.
        note: what an instructor says to all students with this mistake.
        decision: its fields stand in the record among the exercise's own.
    """

    name: str
    cell: str
    points: float
    earned: float
    outcome: Outcome
    isolated: bool
    cases: int
    message: str
    seconds: float
    disputed: str = ""
    mistake: str = ""
    title: str = ""
    cell_error: str = ""
    note: str = ""
    decision: Decision = NO_DECISION

    @property
    def is_decided(self) -> bool:
        """Whether a person gave it a score, which replaces the machine's."""
        return self.decision.manual_score is not None

    @property
    def score(self) -> float:
        """The points that count, by nbgrader's rule."""
        given = self.decision.manual_score
        if given is None and self.outcome in NOT_SCORED:
            return 0.0
        return (self.earned if given is None else given) + self.decision.extra_credit

    @property
    def outcome_now(self) -> Outcome:
        """The outcome, or `DECIDED` once a person graded what waited or could not be examined."""
        return Outcome.DECIDED if self.is_decided and self.outcome in NOT_SCORED else self.outcome

    @property
    def has_open_points(self) -> bool:
        """Whether its points wait for a decision."""
        return bool(self.disputed) and not (self.is_decided or self.decision.resolved)

    @property
    def is_open(self) -> bool:
        """Whether its points are not known yet: a person must decide, or the next run tries it again."""
        return self.outcome_now in NOT_SCORED or self.has_open_points

    @property
    def waits_for_person(self) -> bool:
        """Whether a person is asked: for a grade, or for another look."""
        return self.is_open or self.decision.look_again

    @property
    def has_decision(self) -> bool:
        """Whether a person gave points or wrote a comment."""
        return self.is_decided or bool(self.decision.extra_credit or self.decision.comment)

    def decided(self, decision: Decision) -> ExerciseResult:
        """The same exercise as a person decided about it; the results of a class share what does not change."""
        return self if self.decision == decision else replace(self, decision=decision)


@dataclass(frozen=True, slots=True)
class SubmissionRecord:
    """What was handed in. All SHA-256s are hexadecimal.

    Args:
        sha256: of the file's bytes.
        received: when it was handed in, as in `timestamp.txt`; None if that is not known.
        repairs: a sentence for each place where the notebook had to be changed; if it was refused, first why.
        refused: it earns no points then.
        unanswered: the `grade_id`s of the solution cells that are as released; and the tasks, if the whole notebook is.
        files: the SHA-256s of the files beside the notebook that the student's code had, by path.
        answers: a checksum of the answer to each exercise, by the exercise's cell.
        notebooks: of an assignment of several notebooks, the SHA-256 of each, by name.
        other_notebook: a sentence for each notebook that is not the assignment's own.
    """

    sha256: str
    received: str | None
    repairs: tuple[str, ...]
    refused: bool = False
    unanswered: tuple[str, ...] = ()
    files: dict[str, str] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    notebooks: dict[str, str] = field(default_factory=dict)
    other_notebook: tuple[str, ...] = ()

    @property
    def was_read(self) -> bool:
        """Whether there was a file that could be read."""
        return self.sha256 != NOTHING_READ

    @property
    def handed_in(self) -> tuple[str, dict[str, str]]:
        """The checksums of all that was handed in."""
        return self.sha256, self.files


@dataclass(frozen=True, slots=True)
class SandboxRecord:
    """The protection under which the student's code ran.

    Args:
        enforced: bounds and bans.
    """

    tier: str
    enforced: tuple[str, ...]

    @property
    def weakness(self) -> str:
        """What the tier lacks compared with the strongest ones, in one sentence; empty if it lacks nothing."""
        lacks = _LACKS.get(self.tier, "")
        return f"Submissions ran in tier {self.tier} of the sandbox: {lacks}. course doctor says why." if lacks else ""


_LACKS = {
    "C": "they could see whether files outside exist, and could not start other programs",
    "D": "little more than time and memory was limited, which is safe only for submissions that you trust",
}


@dataclass(frozen=True, slots=True)
class Result:
    """The grade of one submission.

    Args:
        score: the sum over all exercises; a person's points replace the machine's.
        cap: the points that make 100%.
        percent: the score less the penalty, as a share of the cap, at most 100.
        fingerprint: of all that the grade depends on, except the submission; empty in records of earlier versions.
        penalty: the points that are taken off because it was late, as the gradebook has them.
        pages: the SHA-256 of each notebook's feedback page as it was last written, by the notebook's name.
        kept_since, kept_why, kept_against: since when this result stays because another would have fewer points
            (ISO 8601), what that would have, and its fingerprint; empty if there is no other.
        seconds_late: how long after the gradebook's due date, and any extension, it was handed in.
    """

    student: str
    assignment: str
    score: float
    max_score: float
    cap: float
    percent: float
    exercises: tuple[ExerciseResult, ...]
    submission: SubmissionRecord
    sandbox: SandboxRecord
    versions: dict[str, str]
    fingerprint: str = ""
    penalty: float = 0.0
    pages: dict[str, str] = field(default_factory=dict)
    kept_since: str = ""
    kept_why: str = ""
    kept_against: str = ""
    seconds_late: float = 0.0

    @property
    def total(self) -> float:
        """The score less the penalty."""
        return max(self.score - self.penalty, 0.0)

    @property
    def open_points(self) -> float:
        """The points of the exercises whose score is not known yet."""
        return sum(exercise.points for exercise in self.exercises if exercise.is_open)

    @property
    def max_so_far(self) -> float:
        """The points of the exercises whose score is known."""
        return self.max_score - self.open_points

    @property
    def percent_so_far(self) -> float | None:
        """The percent of the graded points; None if there are none, or if something could not be examined."""
        cap = min(self.cap, self.max_so_far)
        if self.unexamined or cap <= 0:
            return None
        return percent(self.total, cap) if self.open_points else self.percent

    @property
    def by_cell(self) -> dict[str, ExerciseResult]:
        """Its exercises, by graded cell."""
        return {each.cell: each for each in self.exercises}

    def counted(self) -> Result:
        """The grade with the score and the percent that follow from its exercises and its penalty."""
        changed = replace(self, score=float(sum(exercise.score for exercise in self.exercises)))
        return replace(changed, percent=percent(changed.total, self.cap))

    def decided(self, decisions: Mapping[str, Decision], penalty: float = 0.0, seconds_late: float = 0.0) -> Result:
        """The grade with these decisions, by cell, this penalty and this lateness, in place of all earlier ones."""
        exercises = tuple(each.decided(decisions.get(each.cell, NO_DECISION)) for each in self.exercises)
        return replace(self, exercises=exercises, penalty=penalty, seconds_late=seconds_late).counted()

    def carrying(self, before: Result) -> Result:
        """The grade with the decisions about an earlier one; a person looks again where the answer has changed."""
        carried = {}
        for now in self.exercises:
            if (was := before.by_cell.get(now.cell)) and (was.has_decision or was.decision.resolved):
                answer = self.submission.answers.get(now.cell, "")
                graded_on = was.decision.graded_on if was.is_decided else before.submission.answers.get(now.cell, "")
                is_same = bool(answer) and answer == graded_on
                look_again = was.is_decided and not is_same
                is_resolved = was.decision.resolved and is_same
                carried[now.cell] = replace(was.decision, look_again=look_again, resolved=is_resolved)
        if not carried:
            return self
        is_regraded = self.submission.handed_in == before.submission.handed_in
        return self.decided(carried, *((before.penalty, before.seconds_late) if is_regraded else ()))

    def as_found(self) -> Result:
        """The grade as the machine found it: without decisions, notes and pages."""
        found = self.decided({})
        return replace(
            found,
            pages={},
            exercises=tuple(each if not each.note else replace(each, note="") for each in found.exercises),
        )

    @property
    def unexamined(self) -> tuple[str, ...]:
        """The names of the exercises that could not be examined, and that no person has graded."""
        return tuple(exercise.name for exercise in self.exercises if exercise.outcome_now is Outcome.UNEXAMINED)

    def record(self) -> dict[str, Any]:
        """The content of `results.json`, without its seal."""
        return {**parts(self), "open_points": self.open_points}

    def to_json(self) -> str:
        """The text of `results.json`, without its seal; in ASCII, so that it holds nothing that a terminal obeys."""
        return json.dumps(self.record(), indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Result:
        """Read what `to_json` wrote, or `results.json` itself, whose seal is not checked here."""
        record: dict[str, Any] = json.loads(text)
        for derived in ("seal", "open_points"):
            record.pop(derived, None)
        exercises = tuple(map(_exercise, record.pop("exercises")))
        submission = {"unanswered": (), "other_notebook": (), **record.pop("submission")}
        submission |= {name: tuple(submission[name]) for name in ("repairs", "unanswered", "other_notebook")}
        sandbox = record.pop("sandbox")
        return cls(
            exercises=exercises,
            submission=SubmissionRecord(**submission),
            sandbox=SandboxRecord(**{**sandbox, "enforced": tuple(sandbox["enforced"])}),
            **record,
        )


def parts(value: Any) -> Any:
    """A record's fields, as in `results.json`. Dictionaries in it are not copied."""
    if is_dataclass(type(value)):
        found = {name: parts(getattr(value, name)) for name in _names(type(value))}  # type: ignore[arg-type]
        return found | found.pop("decision", {})
    return [parts(item) for item in value] if type(value) in (tuple, list) else value


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


def _exercise(record: dict[str, Any]) -> ExerciseResult:
    decided = {name: record[name] for name in _names(Decision) if name in record}
    own = {name: value for name, value in record.items() if name not in decided}
    return ExerciseResult(**own | {"outcome": Outcome(record["outcome"]), "decision": Decision(**decided)})


_NOTHING: dict[str, str] = {}


class Sharing:
    """Lets the results of a class share equal parts. Most parts are equal, and a class may have thousands."""

    def __init__(self) -> None:
        self._known: dict[Any, Any] = {}

    def shared(self, result: Result) -> Result:
        """A result without the checksums that only the next run needs, for reports."""
        submission = replace(result.submission, answers=_NOTHING, notebooks=_NOTHING)
        return self.shared_whole(replace(result, submission=submission, pages=_NOTHING))

    def shared_whole(self, result: Result) -> Result:
        """An equal result that shares parts with earlier ones."""
        return replace(
            result,
            assignment=self._once(result.assignment),
            exercises=tuple(self._once(exercise) for exercise in result.exercises),
            sandbox=self._once(result.sandbox),
            versions=self._known.setdefault(tuple(result.versions.items()), result.versions),
            fingerprint=self._once(result.fingerprint),
        )

    def _once(self, part: Any) -> Any:
        return self._known.setdefault(part, part)


def percent(score: float, cap: float) -> float:
    """The score as a percentage of the cap, at most 100; 0 if there is nothing to earn."""
    if cap <= 0:
        return 0.0
    return 100.0 if score >= cap else round(100 * score / cap, 2)
