"""What came of one submission: a flat record, which every report is made of and of nothing else.

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

    `NOT_ATTEMPTED` is as it was released; `NOT_RUN` was never started; `WAITING` is for a person to grade; `UNEXAMINED`
    is nobody's fault, and is tried again; `DECIDED` is how either of the last two stands once a person has graded it.
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
"""The outcomes without a score: the gradebook has none for them, or keeps the one that it has."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided about one exercise, as the gradebook has it.

    Args:
        manual_score: the points that they gave; None if they left it to the machine.
        extra_credit: the points that they gave beside; nbgrader counts them only where there is a score.
        comment: what they wrote.
        graded_on: the checksum of the answer that the manual score was given for; empty if that is not known.
        look_again: whether a person is asked to look again, since the answer may be another one now.
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
    """What a person gives an exercise: points, or None while they gave none, and a comment."""

    score: float | None
    comment: str = ""

    @classmethod
    def of(cls, decided: Decision) -> HandGrade:
        """What a person gave according to a decision."""
        return cls(decided.manual_score, decided.comment)


NOTHING_READ = sha256(b"").hexdigest()
"""The checksum of a submission of which no file was read."""


@dataclass(frozen=True, slots=True)
class ExerciseResult:
    """One exercise of one submission.

    Args:
        cell: the `grade_id` of the cell that is graded.
        isolated: whether the verdict is out of reach of the student's code; False if it is the test cell's own end.
        cases: how many official cases the function was called on.
        message: the sentences for the student; empty if the exercise passed.
        seconds: the wall time of its cells and its test, or what one that was stopped is charged for, to a hundredth.
        disputed: why its points are open; empty if they are not.
        mistake: marks of how the student's code behaves on the same cases as everybody's, if the test did not pass and
            that can be said; those of equal mistakes are equal, or one the beginning of the other.
        note: what an instructor says to everybody with this mistake.
        title: what it is called in the notebook's headings; empty if none says.
        cell_error: the exception that a cell of the student's own had ended with, if the exercise did not pass.
        decision: what a person decided; its parts stand in the record among the exercise's own.
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
        """Whether a person gave it a score, which counts in place of the machine's."""
        return self.decision.manual_score is not None

    @property
    def score(self) -> float:
        """The points that count, by nbgrader's rule."""
        if (given := self.decision.manual_score) is None:
            given = None if self.outcome in NOT_SCORED else self.earned
        return 0.0 if given is None else given + self.decision.extra_credit

    @property
    def outcome_now(self) -> Outcome:
        """How it stands: what waited for a person, or could not be examined, is decided once they graded it."""
        return Outcome.DECIDED if self.is_decided and self.outcome in NOT_SCORED else self.outcome

    @property
    def has_open_points(self) -> bool:
        """Whether its points wait for a decision."""
        return bool(self.disputed) and not (self.is_decided or self.decision.resolved)

    @property
    def is_open(self) -> bool:
        """Whether its points are not known yet: a person has to decide, or the next run tries it again."""
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
        """The same exercise as a person decided about it."""
        return self if self.decision == decision else replace(self, decision=decision)


@dataclass(frozen=True, slots=True)
class SubmissionRecord:
    """What was handed in.

    Args:
        sha256: the SHA-256 of the file's bytes, in hexadecimal.
        received: when it was handed in, as `timestamp.txt` says it; None if that is not known.
        repairs: a sentence for each place where the notebook had to be changed; if it was refused, first why.
        refused: whether it was refused: then it earns no points.
        unanswered: the solution cells that are as they were released, by their `grade_id`; and the tasks, if all is.
        files: the SHA-256s, in hexadecimal, of the files beside the notebook that the student's code had, by path.
        answers: a checksum of the student's answer to each exercise, by the exercise's cell.
        notebooks: of an assignment of several notebooks, the SHA-256 of each, by its name.
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
        enforced: the bounds and bans that were enforced.
    """

    tier: str
    enforced: tuple[str, ...]

    @property
    def weakness(self) -> str:
        """What the tier lacks beside the strongest ones, in one sentence; empty if it lacks nothing."""
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
        score: the points of all exercises, as they count: a person's in place of the machine's.
        max_score: the points of all exercises.
        cap: the points that make 100%.
        percent: the score less the penalty, as a share of the cap, at most 100.
        fingerprint: of all that the grade depends on beside the submission; empty in records of earlier versions.
        penalty: the points that are taken off because it was handed in late, as the gradebook has them.
        seconds_late: how long after the gradebook's due date, and any extension, it was handed in.
        pages: the SHA-256 of the feedback page of each notebook as it was last written, by the notebook's name.
        kept_since, kept_why, kept_against: since when this result stays because another one would have fewer points
            (ISO 8601), what that one would have, and its fingerprint; empty if there is no such one.
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
        """The points that are left after the penalty."""
        return max(self.score - self.penalty, 0.0)

    @property
    def open_points(self) -> float:
        """The points of the exercises of which nobody knows yet what they earn."""
        return sum(exercise.points for exercise in self.exercises if exercise.is_open)

    @property
    def max_so_far(self) -> float:
        """The points of the other exercises, of which the score so far is made."""
        return self.max_score - self.open_points

    @property
    def percent_so_far(self) -> float | None:
        """The percent, of the points that are graded; None if none are, or if something could not be examined."""
        cap = min(self.cap, self.max_so_far)
        if self.unexamined or cap <= 0:
            return None
        return percent(self.total, cap) if self.open_points else self.percent

    @property
    def by_cell(self) -> dict[str, ExerciseResult]:
        """Its exercises, by the cell that is graded."""
        return {each.cell: each for each in self.exercises}

    def counted(self) -> Result:
        """The same grade with the score and the percent that follow from its exercises and its penalty."""
        changed = replace(self, score=float(sum(exercise.score for exercise in self.exercises)))
        return replace(changed, percent=percent(changed.total, self.cap))

    def decided(self, decisions: Mapping[str, Decision], penalty: float = 0.0, seconds_late: float = 0.0) -> Result:
        """The grade with what the gradebook says of it, whatever it had said before.

        Args:
            decisions: those of persons about exercises, by cell.
        """
        exercises = tuple(each.decided(decisions.get(each.cell, NO_DECISION)) for each in self.exercises)
        return replace(self, exercises=exercises, penalty=penalty, seconds_late=seconds_late).counted()

    def carrying(self, before: Result) -> Result:
        """The grade with what persons decided about an earlier one: they look again where the answer is another."""
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
        """The grade as the machine found it: without what persons decided, and without what was written of it."""
        found = self.decided({})
        exercises = tuple(replace(each, note="") if each.note else each for each in found.exercises)
        return replace(found, pages={}, exercises=exercises)

    @property
    def unexamined(self) -> tuple[str, ...]:
        """The names of the exercises that could not be examined, and that no person has graded either."""
        return tuple(exercise.name for exercise in self.exercises if exercise.outcome_now is Outcome.UNEXAMINED)

    def record(self) -> dict[str, Any]:
        """What `results.json` says, but for its seal."""
        return {**parts(self), "open_points": self.open_points}

    def to_json(self) -> str:
        """The text of `results.json`, in ASCII: a terminal that shows the file obeys nothing in it."""
        return json.dumps(self.record(), indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Result:
        """Read what `to_json` wrote, or `results.json` itself; whether its seal is right, nobody asks here."""
        record: dict[str, Any] = json.loads(text)
        for derived in ("seal", "open_points"):
            record.pop(derived, None)
        exercises = tuple(map(_exercise, record.pop("exercises")))
        submission = {"unanswered": (), "other_notebook": (), **record.pop("submission")}
        sandbox = record.pop("sandbox")
        return cls(
            exercises=exercises,
            submission=SubmissionRecord(**{**submission, **{name: tuple(submission[name]) for name in _TUPLES}}),
            sandbox=SandboxRecord(**{**sandbox, "enforced": tuple(sandbox["enforced"])}),
            **record,
        )


_TUPLES = ("repairs", "unanswered", "other_notebook")  # of a submission's record


def parts(value: Any) -> Any:
    """The parts of a record, as `results.json` has them. Dictionaries in it are not copied."""
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
    """Lets the results of a class share their equal parts. Most parts are equal, and a class may have thousands."""

    def __init__(self) -> None:
        self._known: dict[Any, Any] = {}

    def shared(self, result: Result) -> Result:
        """What reports show of a result: without the checksums that only the next run needs."""
        submission = replace(result.submission, answers=_NOTHING, notebooks=_NOTHING)
        return self.shared_whole(replace(result, submission=submission, pages=_NOTHING))

    def shared_whole(self, result: Result) -> Result:
        """An equal result, made of the parts of earlier results."""
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
    """The score as a share of the cap in percent, at most 100; 0 where there is nothing to earn."""
    if cap <= 0:
        return 0.0
    return 100.0 if score >= cap else round(100 * score / cap, 2)
