"""What grading one submission found: a flat record that every report is a pure function of.

`docs/results.md` describes `results.json` field by field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from hashlib import sha256
from typing import Any


class Outcome(StrEnum):
    """How an exercise ended. Only `PASSED` earns points; `WAITING` is for a person to grade."""

    PASSED = "passed"
    FAILED = "failed"
    ERRORED = "errored"
    TIMED_OUT = "timed_out"
    NOT_RUN = "not_run"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class ExerciseResult:
    """One exercise of one submission.

    `cases` counts the official cases that were run, up to the first failing one. `message` is for the
    student; empty if the exercise passed. `seconds` is the wall time that the exercise took.
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


@dataclass(frozen=True, slots=True)
class SubmissionRecord:
    """What was handed in: the SHA-256 of the file's bytes, when (ISO 8601, or None), and what was repaired.

    Of a submission that was refused nothing counts; the first of its `repairs` says why. `unanswered` names the
    solution cells that are as they were released.
    """

    sha256: str
    received: str | None
    repairs: tuple[str, ...]
    refused: bool = False
    unanswered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SandboxRecord:
    """Under which protection the student's code ran: the tier and what was enforced."""

    tier: str
    enforced: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The grade of one submission. `percent` is the score over the cap, at most 100.

    `fingerprint` is of all that the grade depends on beside the submission; empty in what earlier versions wrote.
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

    def to_json(self) -> str:
        """The text of `results.json`."""
        return json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Result:
        """Read what `to_json` wrote."""
        record: dict[str, Any] = json.loads(text)
        exercises = tuple(
            ExerciseResult(**{**one, "outcome": Outcome(one["outcome"])}) for one in record.pop("exercises")
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
    """Lets the results of a class share what is equal in them: most of it is, and a class may have thousands."""

    def __init__(self) -> None:
        self._known: dict[Any, Any] = {}

    def shared(self, result: Result) -> Result:
        """An equal result, made of parts that others have had already; but its seconds are rounded to hundredths."""
        return replace(
            result,
            assignment=self._once(result.assignment),
            exercises=tuple(self._once(_rounded(exercise)) for exercise in result.exercises),
            sandbox=self._once(result.sandbox),
            versions=self._known.setdefault(tuple(result.versions.items()), result.versions),
            fingerprint=self._once(result.fingerprint),
        )

    def _once(self, part: Any) -> Any:
        return self._known.setdefault(part, part)


def _rounded(exercise: ExerciseResult) -> ExerciseResult:
    return replace(exercise, seconds=round(exercise.seconds, 2))


@dataclass(frozen=True)
class Grades:
    """The grades of one submitted notebook, by the notebook's name without `.ipynb`."""

    notebook: str
    result: Result


def together(parts: Mapping[str, Result], cap: float) -> Result:
    """The grade of an assignment of several notebooks, from the grade of each by the notebook's name.

    Names and cells of exercises get the notebook's name before them, since each notebook names its own.
    """
    first = next(iter(parts.values()))
    exercises = tuple(
        replace(one, name=f"{notebook}: {one.name}", cell=f"{notebook}/{one.cell}")
        for notebook, result in parts.items()
        for one in result.exercises
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
            unanswered=tuple(f"{name}/{cell}" for name, one in parts.items() for cell in one.submission.unanswered),
        ),
        sandbox=replace(first.sandbox, enforced=_in_all(list(enforced))),
    )


def checksum_of(checksums: Sequence[str]) -> str:
    """The SHA-256 of a submission of several files, or of one, from those of its files."""
    return checksums[0] if len(checksums) == 1 else sha256("".join(checksums).encode()).hexdigest()


def apart(whole: Result, notebooks: Sequence[str]) -> list[Grades]:
    """What the gradebook holds of a submission, notebook by notebook: the reverse of `together`."""
    if len(notebooks) == 1:
        return [Grades(notebooks[0], whole)]
    return [Grades(name, _of_notebook(whole, f"{name}/")) for name in notebooks]


def _of_notebook(whole: Result, prefix: str) -> Result:
    """The part whose cells begin so; its sums are those of the whole, which no row is made of."""
    own = [one for one in whole.exercises if one.cell.startswith(prefix)]
    unanswered = [cell for cell in whole.submission.unanswered if cell.startswith(prefix)]
    return replace(
        whole,
        exercises=tuple(replace(one, cell=one.cell.removeprefix(prefix)) for one in own),
        submission=replace(whole.submission, unanswered=tuple(cell.removeprefix(prefix) for cell in unanswered)),
    )


def _in_all(lists: list[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(one for one in lists[0] if all(one in others for others in lists)) if lists else ()


def percent(score: float, cap: float) -> float:
    """The score as a share of the cap in percent, at most 100.0."""
    return 100.0 if score >= cap else round(100 * score / cap, 2)
