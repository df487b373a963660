"""The mistakes of a class: submissions whose code behaves the same way in an exercise are one group."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from nbproctor.report.words import message_of
from nbproctor.results import ExerciseResult, Outcome, Result

_MISTAKES = frozenset({Outcome.FAILED, Outcome.ERRORED, Outcome.TIMED_OUT})
MOST_ID_DIGITS = 8
"""How long the name of a group is, in hexadecimal digits."""

_WITHOUT_MARKS = ("", "?")  # the latter in records of earlier versions

_Member = tuple[str, ExerciseResult]


@dataclass(frozen=True)
class MistakeGroup:
    """One mistake in one exercise."""

    id: str  # the same in every run with the same secret seed
    outcome: Outcome  # the most frequent
    students: tuple[str, ...]
    example: str  # the shortest message

    @property
    def count(self) -> int:
        """How many students made it."""
        return len(self.students)


def mistake_groups(results: Iterable[Result]) -> dict[str, list[MistakeGroup]]:
    """The mistakes in each exercise that has any, by its `cell`, the most frequent first."""
    members: dict[str, list[_Member]] = defaultdict(list)
    for result in results:
        for exercise in result.exercises:
            if exercise.outcome_now in _MISTAKES:
                members[exercise.cell].append((result.student, exercise))
    return {cell: _groups(cell, those) for cell, those in members.items()}


def group_id(exercise: ExerciseResult) -> str:
    """The id of the group of an exercise's mistake, seen alone; empty if it shows no mistake.

    If time ran out before all cases were run, the class may show that it belongs to a larger group.
    """
    return _id(exercise.cell, _key(exercise, {})) if exercise.outcome_now in _MISTAKES else ""


def _groups(cell: str, members: Sequence[_Member]) -> list[MistakeGroup]:
    by_key: dict[str, list[_Member]] = defaultdict(list)
    longest = _longest_rows([exercise for _, exercise in members])
    for student, exercise in members:
        by_key[_key(exercise, longest)].append((student, exercise))
    groups = [_group(_id(cell, key), those) for key, those in by_key.items()]
    return sorted(groups, key=lambda group: (-group.count, group.id))


def _group(name: str, members: Sequence[_Member]) -> MistakeGroup:
    outcomes = [exercise.outcome for _, exercise in members]
    messages = (message_of(exercise, "the student's own cell") for _, exercise in members)
    return MistakeGroup(
        name,
        outcome=max(sorted(set(outcomes)), key=outcomes.count),
        students=tuple(sorted(student for student, _ in members)),
        example=min(messages, key=lambda message: (len(message), message)),
    )


def _id(cell: str, key: str) -> str:
    return sha256(f"{cell}\0{key}".encode("utf-8", "surrogatepass")).hexdigest()[:MOST_ID_DIGITS]


def _key(exercise: ExerciseResult, longest: Mapping[str, frozenset[str]]) -> str:
    """What equal mistakes have in common: the marks of their behaviour, or else the message.

    Where the calls were stopped, the row of marks is short. It counts as the longer row that begins with it, if there
    is only one, or only one with the same message.
    """
    after = exercise.cell_error.partition(":")[0]
    marks, said = exercise.mistake, _said(exercise)
    if marks and marks not in longest:
        longer = [row for row in longest if row.startswith(marks + " ")]
        alike = [row for row in longer if said in longest[row]]
        marks = next((rows[0] for rows in (longer, alike) if len(rows) == 1), marks)
    return f"{said if marks in _WITHOUT_MARKS else marks} {after}"


def _longest_rows(exercises: Iterable[ExerciseResult]) -> dict[str, frozenset[str]]:
    """The rows of marks that are not the beginning of another, and the messages of each."""
    said: dict[str, set[str]] = defaultdict(set)
    for exercise in exercises:
        if exercise.mistake not in _WITHOUT_MARKS:
            said[exercise.mistake].add(_said(exercise))
    begun = {row.rsplit(" ", length)[0] for row in said for length in range(1, row.count(" ") + 1)}
    return {row: frozenset(messages) for row, messages in said.items() if row not in begun}


def _said(exercise: ExerciseResult) -> str:
    return f"{exercise.outcome} {_without_values(exercise.message)}"


def _without_values(message: str) -> str:
    """The first lines of a message without what differs from case to case: numbers, and texts in quotes."""
    # A line of the test is the same for everybody.
    lines = [line if line.startswith("assert ") else _VALUES.sub("#", line) for line in message.splitlines()[:3]]
    return "\n".join(lines)[:300]


_VALUES = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|\d+(?:\.\d+)?")
