"""What was graded earlier and has not changed since: it is not graded again."""

from __future__ import annotations

import hashlib
import hmac
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from nbproctor.assignment.notebook import Assignment
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.intake import safe_file
from nbproctor.intake.handed_in import NOTHING_READ
from nbproctor.intake.submission_folders import Submission
from nbproctor.results import Result, checksum_of
from nbproctor.system.versions import contents, versions

# Settings that change no grade; the cap of this assignment alone is looked at.
_NO_MATTER = {"caps", "official_seed_file", "scheduler", "workers"}


def fingerprint(course: Course, assignments: Sequence[Assignment], cap: float, seed: str) -> str:
    """The fingerprint of all that a grade depends on beside the submission, 64 hexadecimal digits.

    It is made with the secret seed as the key: another seed gives another fingerprint, and neither tells the seed.

    Args:
        course: the course; its release and the settings count.
        assignments: all notebooks of the assignment, as they are examined.
        cap: the points that make 100%.
        seed: the secret seed.
    """
    digest = hmac.new(seed.encode(), digestmod=hashlib.sha256)
    for piece in _pieces(course, assignments, cap):
        digest.update(len(piece).to_bytes(8, "big") + piece)
    return digest.hexdigest()


def _pieces(course: Course, assignments: Sequence[Assignment], cap: float) -> Iterator[bytes]:
    settings = course.grading.trait_values(config=True)
    yield _json({name: value for name, value in settings.items() if name not in _NO_MATTER})
    yield _json([cap, versions()])
    for assignment in assignments:
        yield assignment.path.name.encode()
        yield _json(assignment.notebook)
    first = assignments[0]
    yield from contents(first.path.parent, first.path.parent.glob("*.py"))
    released = course.release / first.name
    yield from contents(released, released.rglob("*"))


def _json(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, default=str).encode()


def earlier_result(
    record: Path, written: Iterable[Path], notebooks: Sequence[Submission], expected: str, most_bytes: int
) -> Result | None:
    """The result that stands, if the submission is the one that was graded, and what was written of it is there.

    Args:
        record: its `results.json`.
        written: its other files.
        notebooks: what is handed in now, notebook by notebook.
        expected: the fingerprint of the assignment as it is now.
        most_bytes: the largest file that is read.
    """
    try:
        result = Result.from_json(record.read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError, TypeError):  # none, or not one of this version's
        return None
    # What was refused costs nothing to look at again; and why it was may lie outside of its file.
    if result.fingerprint != expected or result.submission.refused or any(one.problem for one in notebooks):
        return None
    if result.student != notebooks[0].student or result.submission.received != notebooks[0].received:
        return None
    if not all(path.is_file() for path in written):
        return None
    now = checksum_of([_checksum(one, most_bytes) for one in notebooks])
    return result if result.submission.sha256 == now else None


def seconds_of(record: Path) -> float:
    """How long a submission took when it was graded last; endless if its `results.json` is not there to say so."""
    try:
        exercises = json.loads(record.read_bytes())["exercises"]
        return sum(float(exercise["seconds"]) for exercise in exercises)
    except (OSError, ValueError, KeyError, TypeError):
        return math.inf


def _checksum(submission: Submission, most_bytes: int) -> str:
    """The SHA-256 of a file that was handed in, as `take` records it."""
    try:
        with safe_file.opened(submission.root, *submission.folders, submission.path.name) as file:
            if file.seek(0, 2) > most_bytes:
                return NOTHING_READ
            file.seek(0)
            return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    except GradingError:
        return NOTHING_READ
