"""The fingerprint of all that a grade depends on, except the submission: if it changes, all is graded again."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from typing import Any

from nbproctor.assignment.notebook import Assignment
from nbproctor.config import Course
from nbproctor.examination.grader.examination_settings import KernelProgram
from nbproctor.marking.mark_scheme import decided_tests
from nbproctor.system.versions import add_pieces, file_pieces, files_among, versions

# These change no grade; of caps and decisions, those of the assignment are added below.
_SETTINGS_LEFT_OUT = {"caps", "counted_tests", "official_seed_file", "scheduler", "workers"}


def class_fingerprint(course: Course, assignments: Sequence[Assignment], cap: float, seed: str) -> str:
    """The fingerprint, 64 hexadecimal digits.

    The secret seed is the key: another seed gives another fingerprint, and no fingerprint reveals the seed.

    Args:
        assignments: all notebooks of the assignment, as they are examined.
    """
    digest = hmac.new(seed.encode(), digestmod=hashlib.sha256)
    add_pieces(digest, _pieces(course, assignments, cap))
    return digest.hexdigest()


def _pieces(course: Course, assignments: Sequence[Assignment], cap: float) -> Iterator[bytes]:
    name = assignments[0].name
    settings = course.grading.trait_values(config=True)
    yield _json({name: value for name, value in settings.items() if name not in _SETTINGS_LEFT_OUT})
    yield _json(decided_tests(course, name))
    yield _json([course.config.get(section) for section in ("AssignLatePenalties", "LateSubmissionPlugin")])
    yield _json([cap, versions(), course.ignore, sorted(course.students_files(name))])
    for assignment in assignments:
        yield assignment.path.name.encode()
        yield _json(assignment.notebook)
        if kernel := KernelProgram.of(assignment):
            yield kernel.text.encode()
    first = assignments[0]
    source = first.path.parent
    yield from file_pieces(files_among(source, source.glob("*.py")))
    released = course.release / first.name
    yield from file_pieces(files_among(released, released.rglob("*")))


def _json(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, default=str).encode()
