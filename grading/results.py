"""What grading one submission found: a flat record that every report is a pure function of.

`docs/results.md` describes `results.json` field by field.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Outcome(StrEnum):
    """How an exercise ended. Only `PASSED` earns points."""

    PASSED = "passed"
    FAILED = "failed"
    ERRORED = "errored"
    TIMED_OUT = "timed_out"
    NOT_RUN = "not_run"


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class SubmissionRecord:
    """What was handed in: the SHA-256 of the file's bytes, when (ISO 8601, or None), and what was repaired."""

    sha256: str
    received: str | None
    repairs: tuple[str, ...]


@dataclass(frozen=True)
class SandboxRecord:
    """Under which protection the student's code ran: the tier and what was enforced."""

    tier: str
    enforced: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """The grade of one submission. `percent` is the score over the cap, at most 100."""

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
        submission = record.pop("submission")
        sandbox = record.pop("sandbox")
        return cls(
            exercises=exercises,
            submission=SubmissionRecord(**{**submission, "repairs": tuple(submission["repairs"])}),
            sandbox=SandboxRecord(**{**sandbox, "enforced": tuple(sandbox["enforced"])}),
            **record,
        )


def percent(score: float, cap: float) -> float:
    """The score as a share of the cap in percent, at most 100.0."""
    return 100.0 if score >= cap else round(100 * score / cap, 2)
