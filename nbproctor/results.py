"""What came of one submission: a flat record, which every report is made of and of nothing else.

`docs/results.md` describes `results.json` field by field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from hashlib import sha256
from typing import Any


class Outcome(StrEnum):
    """How an exercise ended. Only `PASSED` earns points.

    `NOT_ATTEMPTED` is as it was released; `NOT_RUN` was never started; `WAITING` is for a person to grade; `UNEXAMINED`
    is nobody's fault, and is tried again in the next run.
    """

    PASSED = "passed"
    FAILED = "failed"
    ERRORED = "errored"
    TIMED_OUT = "timed_out"
    NOT_ATTEMPTED = "not_attempted"
    NOT_RUN = "not_run"
    WAITING = "waiting"
    UNEXAMINED = "unexamined"


@dataclass(frozen=True, slots=True)
class ExerciseResult:
    """One exercise of one submission.

    Args:
        name: the exercise's name.
        cell: the `grade_id` of the cell that is graded.
        points: what the exercise is worth.
        earned: the points that the student got.
        outcome: how it ended.
        isolated: whether the test ran in another process than the student's code.
        cases: how many official cases were run, up to the first failing one.
        message: the sentences for the student; empty if the exercise passed.
        seconds: the wall time that the exercise took, to a hundredth.
        disputed: what one kernel gives, if that is more and isolation alone has taken it away: a person decides.
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


@dataclass(frozen=True, slots=True)
class SubmissionRecord:
    """What was handed in.

    Args:
        sha256: the SHA-256 of the file's bytes, in hexadecimal.
        received: when it was handed in, as `timestamp.txt` says it; None if that is not known.
        repairs: a sentence for each place where the notebook had to be changed; if it was refused, first why.
        refused: whether it was refused: then it earns no points.
        unanswered: the solution cells that are as they were released, by their `grade_id`.
        files: the SHA-256s, in hexadecimal, of the files beside the notebook that the student's code had, by path.
    """

    sha256: str
    received: str | None
    repairs: tuple[str, ...]
    refused: bool = False
    unanswered: tuple[str, ...] = ()
    files: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SandboxRecord:
    """The protection under which the student's code ran.

    Args:
        tier: the tier of the sandbox.
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
    "C": "they could see whether a file outside exists, and start no other program",
    "D": "little more than time and memory was bounded, which is for submissions that you trust",
}


@dataclass(frozen=True, slots=True)
class Result:
    """The grade of one submission.

    Args:
        student: who handed it in.
        assignment: the assignment's name.
        score: the points earned.
        max_score: the points of all exercises.
        cap: the points that make 100%.
        percent: the score less the penalty, as a share of the cap, at most 100.
        exercises: what came of each exercise.
        submission: what was handed in.
        sandbox: the protection under which it ran.
        versions: the versions of the programs that graded it, by name.
        fingerprint: of all that the grade depends on beside the submission; empty in records of earlier versions.
        penalty: the points that are taken off because it was handed in late, as the gradebook has them.
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

    @property
    def total(self) -> float:
        """The points that are left after the penalty."""
        return max(self.score - self.penalty, 0.0)

    def with_penalty(self, penalty: float) -> Result:
        """The same grade with so many points taken off."""
        changed = replace(self, penalty=penalty)
        return replace(changed, percent=percent(changed.total, self.cap))

    @property
    def unexamined(self) -> tuple[str, ...]:
        """The names of the exercises that could not be examined."""
        return tuple(exercise.name for exercise in self.exercises if exercise.outcome is Outcome.UNEXAMINED)

    def to_json(self) -> str:
        """The text of `results.json`, in ASCII: a terminal that shows the file obeys nothing in it."""
        return json.dumps(asdict(self), indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Result:
        """Read what `to_json` wrote, or `results.json` itself; whether its seal is right, nobody asks here."""
        record: dict[str, Any] = json.loads(text)
        record.pop("seal", None)
        exercises = tuple(
            ExerciseResult(**{**exercise, "outcome": Outcome(exercise["outcome"])})
            for exercise in record.pop("exercises")
        )
        submission = {"unanswered": (), **record.pop("submission")}
        sandbox = record.pop("sandbox")
        return cls(
            exercises=exercises,
            submission=SubmissionRecord(
                **{**submission, **{name: tuple(submission[name]) for name in ("repairs", "unanswered")}}
            ),
            sandbox=SandboxRecord(**{**sandbox, "enforced": tuple(sandbox["enforced"])}),
            **record,
        )


class Sharing:
    """Lets the results of a class share their equal parts. Most parts are equal, and a class may have thousands."""

    def __init__(self) -> None:
        self._known: dict[Any, Any] = {}

    def shared(self, result: Result) -> Result:
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


@dataclass(frozen=True)
class Grades:
    """The grades of one submitted notebook.

    Args:
        notebook: the notebook's name, without `.ipynb`.
        result: its result.
        is_new: whether it was graded in this run.
    """

    notebook: str
    result: Result
    is_new: bool = True


def together(parts: Mapping[str, Result], cap: float) -> Result:
    """Put the grades of an assignment's notebooks together.

    Names and cells of exercises get the notebook's name before them, since two notebooks may use the same names.

    Args:
        parts: the grade of each notebook, by the notebook's name.
        cap: the points that make 100% of the assignment.
    """
    first = next(iter(parts.values()))
    exercises = tuple(
        replace(exercise, name=f"{notebook}: {exercise.name}", cell=f"{notebook}/{exercise.cell}")
        for notebook, result in parts.items()
        for exercise in result.exercises
    )
    score = sum(result.score for result in parts.values())
    records = [result.submission for result in parts.values()]
    enforced = (result.sandbox.enforced for result in parts.values() if not result.submission.refused)
    return replace(
        first,
        score=score,
        max_score=sum(result.max_score for result in parts.values()),
        cap=cap,
        percent=percent(score, cap),
        exercises=exercises,
        submission=replace(
            records[0],
            sha256=checksum_of([record.sha256 for record in records]),
            repairs=tuple(dict.fromkeys(repair for record in records for repair in record.repairs)),
            refused=all(record.refused for record in records),
            unanswered=tuple(f"{name}/{cell}" for name, part in parts.items() for cell in part.submission.unanswered),
            files={path: digest for record in records for path, digest in record.files.items()},
        ),
        sandbox=replace(first.sandbox, enforced=_in_all(list(enforced))),
    )


def checksum_of(checksums: Sequence[str]) -> str:
    """The SHA-256 of a submission, made of those of its files; that of a single file stays what it is."""
    return checksums[0] if len(checksums) == 1 else sha256("".join(checksums).encode()).hexdigest()


def apart(whole: Result, notebooks: Sequence[str], is_new: bool = True) -> list[Grades]:
    """Take the grade of an assignment apart, for the gradebook: the reverse of `together`.

    Args:
        whole: the grade of the assignment.
        notebooks: the names of its notebooks.
        is_new: whether it was graded in this run.
    """
    if len(notebooks) == 1:
        return [Grades(notebooks[0], whole, is_new)]
    return [Grades(name, _of_notebook(whole, f"{name}/"), is_new) for name in notebooks]


def _of_notebook(whole: Result, prefix: str) -> Result:
    """The grade of the exercises whose cells begin so."""
    own = [exercise for exercise in whole.exercises if exercise.cell.startswith(prefix)]
    score, points = sum(exercise.earned for exercise in own), sum(exercise.points for exercise in own)
    unanswered = [cell for cell in whole.submission.unanswered if cell.startswith(prefix)]
    return replace(
        whole,
        score=score,
        max_score=points,
        cap=points,
        percent=percent(score, points),
        exercises=tuple(replace(exercise, cell=exercise.cell.removeprefix(prefix)) for exercise in own),
        submission=replace(whole.submission, unanswered=tuple(cell.removeprefix(prefix) for cell in unanswered)),
    )


def _in_all(lists: list[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(entry for entry in lists[0] if all(entry in other for other in lists)) if lists else ()


def percent(score: float, cap: float) -> float:
    """The score as a share of the cap in percent, at most 100.

    Args:
        score: the points earned.
        cap: the points that make 100%.
    """
    return 100.0 if score >= cap else round(100 * score / cap, 2)
