"""What persons decided about many submissions: read as formgrader wrote it, and written as formgrader writes it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, or_, select

from nbproctor.assignment.notebook import Exercise
from nbproctor.notebook_grades import Decisions, Grades
from nbproctor.results import NO_DECISION, Decision, HandGrade, Outcome, Result
from nbproctor.system.nbgrader_modules import nbgrader

# A statement has a bounded number of values; SQLite's of 2019 takes 999.
_ROWS_OF_A_STATEMENT = 500

_Given = tuple[float | None, float, bool]
"""Manual score, extra credit, and whether the gradebook asks a person to grade it."""


class DecisionRows:
    """Reads and writes what people decided about the notebooks of an assignment, whose exercises are given by name."""

    def __init__(self, connection: Any, exercises: Mapping[str, Sequence[Exercise]]) -> None:
        self._connection = connection
        self._exercises = exercises
        api = nbgrader("api")
        self._cell, self._notebook, self._grade, self._comment = (
            kind.__table__ for kind in (api.BaseCell, api.SubmittedNotebook, api.Grade, api.Comment)
        )
        self._submission, self._assignment = (kind.__table__ for kind in (api.SubmittedAssignment, api.Assignment))

    def of(self, graded: Mapping[str, Grades]) -> dict[str, Decisions]:
        """What was decided about submitted notebooks, by the ids of their rows."""
        found: dict[str, Decisions] = {}
        ids = list(graded)
        for start in range(0, len(ids), _ROWS_OF_A_STATEMENT):
            some = ids[start : start + _ROWS_OF_A_STATEMENT]
            given, written, lateness = self._given(some), self._written(some), self._lateness(some)
            resolved = self._resolved({row: graded[row] for row in some})
            for row in some:
                decisions = dict(self._decided(graded[row], given.get(row, {}), written.get(row, {})))
                for cell in resolved.get(row, ()):
                    decisions[cell] = replace(decisions.get(cell, NO_DECISION), resolved=True)
                found[row] = Decisions(decisions, *lateness.get(row, (0.0, 0.0)))
        return found

    def give(
        self, graded: Mapping[str, Grades], cell: str, given: HandGrade, seen: Mapping[str, HandGrade]
    ) -> set[str]:
        """Give an exercise of several notebooks the same score and comment, where nobody decided otherwise meanwhile.

        Args:
            graded: what came of the notebooks, by the ids of their rows.
            seen: what had been decided when the person looked, by the same ids.

        Returns:
            The ids of those that somebody had decided about meanwhile: they stay as they are.
        """
        rows = [{"row": row, "name": cell} for row in graded]
        commented = self._commented(graded, cell)
        # To write first keeps others from writing until the end of the transaction, so what is read here stays true.
        self._update(self._grade, rows, needs_manual_grade=self._grade.c.needs_manual_grade)
        now = self.of(graded)
        changed = {row for row in graded if HandGrade.of(now[row].exercises.get(cell, NO_DECISION)) != seen[row]}
        taken = [each for each in rows if each["row"] not in changed]
        self._update(self._grade, taken, manual_score=given.score, needs_manual_grade=False)
        others = [each for each in taken if seen[each["row"]].comment != given.comment]
        for name, text in zip(commented, (given.comment, *[""] * len(commented)), strict=False):
            self._update(self._comment, [{**each, "name": name} for each in others], manual_comment=text or None)
        return changed

    def _commented(self, graded: Mapping[str, Grades], cell: str) -> list[str]:
        """The cells whose comments are those on an exercise; the first one is written to."""
        notebook = next(iter(graded.values())).notebook
        exercises = self._exercises.get(notebook, ())
        named = select(self._cell.c.name).join(self._comment, self._comment.c.cell_id == self._cell.c.id)
        found = self._connection.scalars(named.where(self._comment.c.notebook_id == next(iter(graded))))
        return _cells_by_exercise(dict.fromkeys(found), exercises).get(cell, [])

    def _update(self, table: Any, rows: Sequence[Mapping[str, str]], **values: Any) -> None:
        if rows:
            is_named = self._cell.c.id == table.c.cell_id, self._cell.c.name == bindparam("name")
            is_wanted = table.c.notebook_id == bindparam("row"), select(self._cell.c.id).where(*is_named).exists()
            self._connection.execute(table.update().where(*is_wanted).values(values), rows)

    def _by_row_and_cell(self, table: Any, rows: Iterable[str], columns: Sequence[str], *wanted: Any) -> Iterator[Any]:
        """Rows of a table, each as the id of its submitted notebook, the name of its cell and some columns."""
        query = (
            select(table.c.notebook_id, self._cell.c.name, *(table.c[column] for column in columns))
            .join(self._cell, self._cell.c.id == table.c.cell_id)
            .where(table.c.notebook_id.in_(rows), *wanted)
        )
        yield from self._connection.execute(query)

    def _decided(
        self, grades: Grades, given: Mapping[str, _Given], written: Mapping[str, str]
    ) -> Iterator[tuple[str, Decision]]:
        comments = _by_exercise(written, self._exercises.get(grades.notebook, ()))
        for cell in given.keys() | comments.keys():
            yield cell, _decision(grades, cell, given.get(cell, (None, 0.0, False)), comments.get(cell, ""))

    def _given(self, rows: list[str]) -> dict[str, dict[str, _Given]]:
        columns = "manual_score", "extra_credit", "needs_manual_grade"
        is_given = or_(self._grade.c.manual_score.is_not(None), self._grade.c.extra_credit.is_not(None))
        found: dict[str, dict[str, _Given]] = defaultdict(dict)
        for row, name, manual, extra, asks in self._by_row_and_cell(self._grade, rows, columns, is_given):
            found[row][name] = _finite(manual), _finite(extra) or 0.0, bool(asks)
        return found

    def _written(self, rows: list[str]) -> dict[str, dict[str, str]]:
        is_written = self._comment.c.manual_comment != ""  # which is not true of NULL either
        found: dict[str, dict[str, str]] = defaultdict(dict)
        for row, name, text in self._by_row_and_cell(self._comment, rows, ("manual_comment",), is_written):
            found[row][name] = text
        return found

    def _resolved(self, graded: Mapping[str, Grades]) -> dict[str, set[str]]:
        """The cells whose open points a person left as they are: the gradebook asks for them no longer."""
        asked = {row: cells for row, grades in graded.items() if (cells := _asked(grades))}
        if not asked:
            return {}
        is_left = self._grade.c.manual_score.is_(None), self._grade.c.needs_manual_grade.is_(False)
        found: dict[str, set[str]] = defaultdict(set)
        for row, name in self._by_row_and_cell(self._grade, asked, (), *is_left):
            if name in asked[row]:
                found[row].add(name)
        return found

    def _lateness(self, rows: list[str]) -> dict[str, tuple[float, float]]:
        """The penalty of each notebook, and how many seconds late it came."""
        notebook, submission, assignment = self._notebook.c, self._submission.c, self._assignment.c
        query = (
            select(
                notebook.id,
                notebook.late_submission_penalty,
                submission.timestamp,
                submission.extension,
                assignment.duedate,
            )
            .join(self._submission, submission.id == notebook.assignment_id)
            .join(self._assignment, assignment.id == submission.assignment_id)
            .where(notebook.id.in_(rows))
        )
        return {
            row: (_finite(penalty) or 0.0, _seconds_late(received, due, extension))
            for row, penalty, received, extension, due in self._connection.execute(query)
        }


def is_other_answer(grades: Grades, cell: str) -> bool:
    """Whether the answer to an exercise may be another one than that which was there until it was graded now."""
    if not grades.is_new:
        return False
    before = grades.before.submission.answers.get(cell) if grades.before else None
    return not before or before != grades.result.submission.answers.get(cell)


def _asked(grades: Grades) -> set[str]:
    """The cells whose points are open, and were so before with the same answer."""
    record = latest_record(grades)
    before = {each.cell for each in record.exercises if each.disputed} if record else set()
    now = {each.cell for each in grades.result.exercises if each.disputed}
    return {cell for cell in before & now if not is_other_answer(grades, cell)}


def latest_record(grades: Grades) -> Result | None:
    """What the run before recorded of a notebook."""
    return grades.before if grades.is_new else grades.result


def _decision(grades: Grades, cell: str, given: _Given, comment: str) -> Decision:
    manual, extra, asks = given
    if manual is None:
        return Decision(None, extra, comment)
    graded_on = _graded_on(grades, cell, manual, asks)
    now = grades.result.by_cell.get(cell)
    if not grades.is_new or (now and now.outcome is Outcome.UNEXAMINED):  # then its row stays as it is
        return Decision(manual, extra, comment, graded_on, asks)
    is_same = bool(graded_on) and graded_on == grades.result.submission.answers.get(cell)
    return Decision(manual, extra, comment, graded_on, not is_same)


def _graded_on(grades: Grades, cell: str, manual: float, asks: bool) -> str:
    """The checksum of the answer that a manual score was given for; empty if that is not known.

    A score that is not the recorded one was given since then, for the answer of that record. So was the same score once
    more, if the gradebook asked a person to look again and does so no longer.
    """
    record = latest_record(grades)
    if record is None:
        return ""
    exercise = record.by_cell.get(cell)
    if exercise and exercise.decision.manual_score == manual and (asks or not exercise.decision.look_again):
        return exercise.decision.graded_on
    return record.submission.answers.get(cell, "")


def _by_exercise(written: Mapping[str, str], exercises: Sequence[Exercise]) -> dict[str, str]:
    """The comments on solution cells as comments on their exercises; on a cell after the last one, as on the last."""
    names = _cells_by_exercise(written, exercises)
    return {cell: "\n\n".join(written[name] for name in found) for cell, found in names.items()}


def _cells_by_exercise(names: Iterable[str], exercises: Sequence[Exercise]) -> dict[str, list[str]]:
    left = dict.fromkeys(names)
    found: dict[str, list[str]] = defaultdict(list)
    for exercise in exercises:
        for name in dict.fromkeys((*exercise.solutions, exercise.test)):
            if name in left:
                found[exercise.test].append(name)
                del left[name]
    if left and exercises:
        found[exercises[-1].test] += left
    return found


def _seconds_late(received: datetime | None, due: datetime | None, extension: timedelta | None) -> float:
    if received is None or due is None:
        return 0.0
    return max((received - due - (extension or timedelta())).total_seconds(), 0.0)


def _finite(number: float | None) -> float | None:
    return float(number) if number is not None and math.isfinite(number) else None
