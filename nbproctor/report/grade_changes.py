"""What another grading changes in a class's grades."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum

from nbproctor.results import ExerciseResult, Result


class GradeFate(StrEnum):
    """What becomes of the grade of one submission."""

    GAINS = "gains"
    LOSES = "loses"
    EVENS_OUT = "evens out"
    SAME = "stays the same"
    NOT_TWICE = "not the same twice"
    HANDED_IN_AGAIN = "handed in again"
    KEPT = "is kept"
    NEW = "is new"


@dataclass(frozen=True)
class TestChange:
    """What becomes of one exercise of a submission."""

    __test__ = False  # for pytest

    test: str
    name: str
    before: float | None  # None if no earlier result has this exercise
    after: float | None  # None if there is no such exercise any longer
    again: float | None  # what a second run gave; None if there was none
    outcome_before: str  # empty if no earlier result has this exercise
    outcome: str
    message: str  # the new one, or if it passes now, the earlier one
    position: int

    @property
    def is_same_twice(self) -> bool:
        """Whether a second run, if there was one, found the same."""
        return self.again is None or self.again == self.after

    @property
    def difference(self) -> float:
        """The points gained; fewer than 0 are lost."""
        return (self.after or 0.0) - (self.before or 0.0)


@dataclass(frozen=True)
class GradeChange:
    """What becomes of the grade of one submission; points are those that are left after a late penalty."""

    student: str
    change: GradeFate
    before: float | None  # None, as percent_before, if there is no grade yet
    after: float
    percent_before: float | None
    percent: float
    penalty_before: float
    penalty: float
    kept_why: str  # empty if the earlier grade would not be kept
    tests: tuple[TestChange, ...]  # whose points change, or are not the same twice

    @property
    def is_to_be_confirmed(self) -> bool:
        """Whether a second run should show that the change is not due to chance."""
        return self.change in (GradeFate.GAINS, GradeFate.LOSES, GradeFate.EVENS_OUT)


@dataclass(frozen=True)
class TestSum:
    """How many students gain and lose in one exercise."""

    __test__ = False  # for pytest

    test: str
    name: str
    gain: int
    lose: int
    not_twice: int  # for how many two runs differ


@dataclass(frozen=True)
class ClassChanges:
    """What becomes of the grades of a class."""

    assignment: str
    students: Sequence[GradeChange]  # sorted by student
    unexamined: Mapping[str, tuple[str, ...]]  # exercises, by student: nothing is known of these students

    def count(self, change: GradeFate) -> int:
        """How many grades change so."""
        return sum(each.change is change for each in self.students)

    @property
    def tests(self) -> list[TestSum]:
        """The exercises in which somebody gains or loses, in the order of the notebook."""
        found: dict[str, list[TestChange]] = {}
        for each in self.students:
            if each.is_to_be_confirmed or each.change is GradeFate.NOT_TWICE:
                for test in each.tests:
                    found.setdefault(test.test, []).append(test)
        return [
            TestSum(
                test=test,
                name=changes[0].name,
                gain=sum(each.is_same_twice and each.difference > 0 for each in changes),
                lose=sum(each.is_same_twice and each.difference < 0 for each in changes),
                not_twice=sum(not each.is_same_twice for each in changes),
            )
            for test, changes in sorted(found.items(), key=lambda each: each[1][0].position)
        ]

    def to_json(self) -> str:
        """The changes as JSON in ASCII; grades that stay the same are only counted."""
        record = {
            "assignment": self.assignment,
            "counts": {change.value: self.count(change) for change in GradeFate},
            "tests": [asdict(each) for each in self.tests],
            "students": [asdict(each) for each in self.students if each.change is not GradeFate.SAME],
            "unexamined": self.unexamined,
        }
        return json.dumps(record, indent=2)


def grade_change(before: Result | None, first: Result, second: Result | None = None) -> GradeChange:
    """What becomes of a recorded grade, now that the submission was examined once or twice more.

    Points given by hand count before and after: the tests have not changed these.
    """
    if before is not None:
        decisions = {each.cell: each.decision for each in (*before.exercises, *first.exercises)}
        before = before.decided(decisions, before.penalty, before.seconds_late)
        if before.unexamined:  # then there is no grade yet that could change
            before = None
    tests = tuple(_test_changes(before, first, second)) if before else ()
    return GradeChange(
        student=first.student,
        change=_change(before, first, tests),
        before=before.total if before else None,
        after=first.total,
        percent_before=before.percent if before else None,
        percent=first.percent,
        penalty_before=before.penalty if before else 0.0,
        penalty=first.penalty,
        kept_why=first.kept_why,
        tests=tests,
    )


def _change(before: Result | None, first: Result, tests: Sequence[TestChange]) -> GradeFate:
    if before is None:
        return GradeFate.NEW
    if before.submission.handed_in != first.submission.handed_in:
        return GradeFate.HANDED_IN_AGAIN
    if not all(test.is_same_twice for test in tests):
        return GradeFate.NOT_TWICE
    if first.kept_since:
        return GradeFate.KEPT
    was, will_be = (before.total, before.percent), (first.total, first.percent)
    if was != will_be:
        return GradeFate.GAINS if was < will_be else GradeFate.LOSES
    return GradeFate.EVENS_OUT if tests else GradeFate.SAME


def _test_changes(before: Result, first: Result, second: Result | None) -> list[TestChange]:
    was, will_be = before.by_cell, first.by_cell
    again = second.by_cell if second else {}
    changes = [
        _test_change(position, was.get(cell), will_be.get(cell), again.get(cell))
        for position, cell in enumerate(dict.fromkeys((*will_be, *was)))
    ]
    return [each for each in changes if each.before != each.after or not each.is_same_twice]


def _test_change(
    position: int, was: ExerciseResult | None, now: ExerciseResult | None, again: ExerciseResult | None
) -> TestChange:
    known = now or was
    assert known is not None
    told = next((each.message for each in (now, again, was) if each and each.message), "")
    if now and now.has_open_points:
        told = now.disputed
    return TestChange(
        test=known.cell,
        name=known.name,
        before=was.score if was else None,
        after=now.score if now else None,
        again=again.score if again else None,
        outcome_before=str(was.outcome_now) if was else "",
        outcome=str(now.outcome_now) if now else "",
        message=told,
        position=position,
    )
