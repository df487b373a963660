"""A small course whose tests are changed after a class was graded: some gain by that, some lose."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading, GradingOptions
from nbproctor.marking.class_preview import ClassPreview
from nbproctor.report.grade_changes import GradeChange, GradeFate
from nbproctor.results import Result
from tests.marking.class_runs import change_cells, graded
from tests.plain_course import hand_in, make_plain_course

EXERCISES = {
    "one": ("def one(): return 1", "assert one() == 1, f'one() returned {one()!r}'"),
    "two": ("def two(n): return 2 * n", "assert two(3) == 6"),
    "luck": ("def luck(): return 1", "luck()"),  # its points are what it returns
}
# The first takes as right what is wrong, the second asks for what nobody was told.
CHANGED = {
    "test_one": "assert one() in (1, 7)",
    "test_two": "assert two(3) == 6\nassert type(two(3)) is int, 'a float'",
}
BACK = {f"test_{name}": test for name, (_, test) in EXERCISES.items()}

RIGHT = {name: solution for name, (solution, _) in EXERCISES.items()}
SEVEN = {"one": "def one(): return 7"}
FLOAT = {"two": "def two(n): return 2.0 * n"}
DICE = {"luck": "import os\ndef luck(): return int.from_bytes(os.urandom(6), 'big') / 2**48"}
SUBMITTED: dict[str, Mapping[str, str]] = {
    **{f"student-{number:02}": RIGHT for number in range(1, 7)},
    "student-07": RIGHT | SEVEN,
    "student-08": RIGHT | FLOAT,
    "student-09": RIGHT | SEVEN | {"two": "def two(n): return n"},
    "student-10": RIGHT | {"one": "def one(): return 3"},
    "student-11": {},
    "student-12": RIGHT | DICE,
}
CHANGE = {"student-07": GradeFate.GAINS, "student-08": GradeFate.LOSES, "student-09": GradeFate.GAINS}
"""What the changed tests make of the submissions that they change."""


def changed_course(root: Path) -> Course:
    """The course with a dozen submissions, which nobody has graded."""
    course = make_plain_course(root, EXERCISES)
    for student, solutions in SUBMITTED.items():
        hand_in(course, course.submitted / student / "kinds", dict(solutions))
    return course


def hand_in_again(course: Course, student: str, solutions: Mapping[str, str]) -> None:
    """Hand in another notebook in the place of the first."""
    shutil.rmtree(course.submitted / student / "kinds")
    hand_in(course, course.submitted / student / "kinds", dict(solutions))


def change_tests(course: Course, tests: Mapping[str, str]) -> None:
    """Write other tests into the source notebook, and make the release."""
    change_cells(course.source / "kinds" / "kinds.ipynb", tests)
    build(course, "kinds")


def grade(course: Course, **options: Any) -> tuple[dict[str, Result], ClassGrading]:
    """The results by student, and the grading."""
    return graded(course, "kinds", **options)


def preview(course: Course, **options: Any) -> dict[str, GradeChange]:
    looked_at = ClassPreview(course, "kinds")
    changes = looked_at.changes(options=GradingOptions(**options))
    assert (looked_at.failures, looked_at.unexamined) == ({}, {})
    return {each.student: each for each in changes.students}


def record(course: Course, student: str) -> Result:
    return Result.from_json((course.root / "autograded" / student / "kinds" / "results.json").read_text())


def files(root: Path) -> dict[str, tuple[bytes, int]]:
    """The bytes of all files below a folder, and when each was changed; of the folders, only that."""
    return {
        str(path.relative_to(root)): (path.read_bytes() if path.is_file() else b"", path.lstat().st_mtime_ns)
        for path in sorted(root.rglob("*"))
    }
