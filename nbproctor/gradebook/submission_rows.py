"""SubmissionRows: the gradebook's rows of submissions, their notebooks, grades and comments.

nbgrader's interface would ask the database about each cell alone; here its tables are written to by statements for a
whole batch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any
from uuid import uuid4

from sqlalchemy import bindparam, case, select, true

from nbproctor.results import Grades, Outcome
from nbproctor.system.nbgrader_modules import nbgrader


@dataclass(frozen=True)
class NotebookRow:
    """The row of an assignment's notebook.

    Args:
        id: its id.
        graded: the names of the cells that get a grade, by the ids of their rows.
        commented: the names of the cells that get a comment, by the ids of their rows.
    """

    id: str
    graded: dict[str, str]
    commented: dict[str, str]

    @classmethod
    def of(cls, row: Any) -> NotebookRow:
        """What is needed of a row that nbgrader's interface has found."""
        return cls(row.id, _names(*row.grade_cells, *row.task_cells), _names(*row.solution_cells, *row.task_cells))


def _names(*cells: Any) -> dict[str, str]:
    return {cell.id: cell.name for cell in cells}


class SubmissionRows:
    """The rows of submissions of one assignment, written in one transaction.

    Args:
        connection: SQLAlchemy's, in a transaction.
        assignment: the id of the assignment's row.
        notebooks: the rows of its notebooks, by name.
    """

    def __init__(self, connection: Any, assignment: str, notebooks: Mapping[str, NotebookRow]) -> None:
        self._connection = connection
        self._assignment = assignment
        self._notebooks = notebooks
        api = nbgrader("api")
        self._student, self._submission, self._notebook, self._grade, self._comment = (
            kind.__table__
            for kind in (api.Student, api.SubmittedAssignment, api.SubmittedNotebook, api.Grade, api.Comment)
        )

    def write(self, batch: Sequence[Grades]) -> None:
        """Write the grades of submitted notebooks; if one is there twice, the last one counts."""
        latest = {(grades.result.student, grades.notebook): grades for grades in batch}
        received = {grades.result.student: grades.result.submission.received for grades in latest.values()}
        self._add_students(received)
        submissions = self._submissions(received)
        rows = self._submitted_notebooks(submissions.values())
        wanted = {
            rows[submissions[student], self._notebooks[name].id]: grades for (student, name), grades in latest.items()
        }
        self._forget_penalties([row for row, grades in wanted.items() if grades.is_new])
        # The submissions' other notebooks have their rows from the start, and no grade yet.
        cells = {row: self._by_id[notebook] for (_, notebook), row in rows.items()}
        self._write_grades(cells, wanted)
        self._write_comments(cells, wanted)

    @property
    def _by_id(self) -> dict[str, NotebookRow]:
        return {notebook.id: notebook for notebook in self._notebooks.values()}

    def _add_students(self, students: Iterable[str]) -> None:
        table = self._student
        known = set(self._connection.scalars(select(table.c.id).where(table.c.id.in_(students))))
        self._insert(table, [{"id": student} for student in students if student not in known])

    def _submissions(self, received: Mapping[str, str | None]) -> dict[str, str]:
        """The ids of the students' submissions; those that are missing are made."""
        table, parse = self._submission, nbgrader("utils").parse_utc
        query = select(table.c.student_id, table.c.id, table.c.timestamp).where(
            table.c.assignment_id == self._assignment, table.c.student_id.in_(received)
        )
        found = {student: (row, timestamp) for student, row, timestamp in self._connection.execute(query)}
        missing = [
            {
                "id": uuid4().hex,
                "assignment_id": self._assignment,
                "student_id": student,
                "timestamp": parse(when),
            }
            for student, when in received.items()
            if student not in found
        ]
        self._insert(table, missing)
        times = {row: parse(received[student]) for student, (row, _) in found.items() if received[student]}
        later = [
            {"row": row, "new_timestamp": times[row]}
            for row, before in found.values()
            if row in times and times[row] != before
        ]
        self._update(table, later, timestamp=bindparam("new_timestamp"))
        known = {student: row for student, (row, _) in found.items()}
        return known | {new["student_id"]: new["id"] for new in missing}

    def _submitted_notebooks(self, submissions: Iterable[str]) -> dict[tuple[str, str], str]:
        """The ids of the submitted notebooks, by those of the submission and the notebook; missing ones are made."""
        table, submissions = self._notebook, list(submissions)
        query = select(table.c.assignment_id, table.c.notebook_id, table.c.id)
        found = {
            (submission, notebook): row
            for submission, notebook, row in self._connection.execute(
                query.where(table.c.assignment_id.in_(submissions))
            )
        }
        new = {key: uuid4().hex for key in product(submissions, self._by_id) if key not in found}
        self._insert(
            table,
            [
                {"id": row, "assignment_id": submission, "notebook_id": notebook}
                for (submission, notebook), row in new.items()
            ],
        )
        return {key: row for key, row in (found | new).items() if key[1] in self._by_id}

    def _forget_penalties(self, rows: Sequence[str]) -> None:
        """Take back the late penalties of notebooks that were graded again; new ones are given later."""
        table = self._notebook
        given = table.c.late_submission_penalty.is_not(None)
        self._connection.execute(table.update().where(table.c.id.in_(rows), given).values(late_submission_penalty=None))

    def _write_grades(self, cells: Mapping[str, NotebookRow], wanted: Mapping[str, Grades]) -> None:
        table = self._grade
        columns = (table.c.id, table.c.auto_score, table.c.manual_score, table.c.needs_manual_grade)
        found = self._found(table, cells, *columns)
        exercises = {row: grades.result.exercises for row, grades in wanted.items()}
        not_scored = (Outcome.WAITING, Outcome.UNEXAMINED)
        earned = {
            row: {exercise.cell: exercise.earned for exercise in of_row if exercise.outcome not in not_scored}
            for row, of_row in exercises.items()
        }
        # What could not be examined keeps the grade that it has.
        kept = {
            (row, exercise.cell)
            for row, of_row in exercises.items()
            for exercise in of_row
            if exercise.outcome is Outcome.UNEXAMINED
        }
        disputed = {(row, each.cell) for row, of_row in exercises.items() for each in of_row if each.disputed}
        new, changed = [], []
        for row, notebook in cells.items():
            for cell, name in notebook.graded.items():
                score = earned.get(row, {}).get(name)
                waits = score is None or (row, name) in disputed
                if (before := found.get((row, cell))) is None:
                    new.append({**_key(row, cell), "auto_score": score, "needs_manual_grade": waits})
                elif (
                    row in wanted
                    and (row, name) not in kept
                    and before[1:] != (score, before[2], waits or before[2] is not None)
                ):
                    changed.append({"row": before[0], "score": score, "waits": waits})
        self._insert(table, new)
        # Decided by the database: a person may have given a grade since the rows were read.
        needs_person = case((table.c.manual_score.is_not(None), true()), else_=bindparam("waits"))
        self._update(table, changed, auto_score=bindparam("score"), needs_manual_grade=needs_person)

    def _write_comments(self, cells: Mapping[str, NotebookRow], wanted: Mapping[str, Grades]) -> None:
        table = self._comment
        found = self._found(table, cells, table.c.id, table.c.auto_comment)
        new, changed = [], []
        for row, notebook in cells.items():
            unanswered = wanted[row].result.submission.unanswered if row in wanted else ()
            for cell, name in notebook.commented.items():
                text = "No response." if name in unanswered else None
                if (before := found.get((row, cell))) is None:
                    new.append({**_key(row, cell), "auto_comment": text})
                elif row in wanted and not wanted[row].result.unexamined and before[1] != text:
                    changed.append({"row": before[0], "text": text})
        self._insert(table, new)
        self._update(table, changed, auto_comment=bindparam("text"))

    def _found(self, table: Any, notebooks: Iterable[str], *columns: Any) -> dict[tuple[str, str], tuple[Any, ...]]:
        query = select(table.c.notebook_id, table.c.cell_id, *columns).where(table.c.notebook_id.in_(list(notebooks)))
        return {(row[0], row[1]): tuple(row[2:]) for row in self._connection.execute(query)}

    def _insert(self, table: Any, rows: list[dict[str, Any]]) -> None:
        if rows:
            self._connection.execute(table.insert(), rows)

    def _update(self, table: Any, rows: list[dict[str, Any]], **values: Any) -> None:
        if rows:
            self._connection.execute(table.update().where(table.c.id == bindparam("row")).values(values), rows)


def _key(notebook: str, cell: str) -> dict[str, str]:
    return {"id": uuid4().hex, "notebook_id": notebook, "cell_id": cell}
