"""The gradebook's rows of submissions, their notebooks, grades and comments.

nbgrader's interface would ask the database about each cell alone; here its tables are written to by statements for a
whole batch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any
from uuid import uuid4

from sqlalchemy import bindparam, case, select

from nbproctor.assignment.notebook import Exercise
from nbproctor.gradebook.manual_grades import DecisionRows, is_other_answer, latest_record
from nbproctor.notebook_grades import Decisions, Grades
from nbproctor.results import NO_DECISION, NOT_SCORED, Decision, ExerciseResult, HandGrade, Outcome
from nbproctor.system.nbgrader_modules import nbgrader


@dataclass(frozen=True)
class NotebookRow:
    """The row of an assignment's notebook; the names of its graded and commented cells, by the ids of their rows."""

    id: str
    graded: dict[str, str]
    commented: dict[str, str]
    exercises: tuple[Exercise, ...]

    @classmethod
    def of(cls, row: Any, exercises: tuple[Exercise, ...]) -> NotebookRow:
        """What is needed of a row that nbgrader's interface has found."""
        graded, commented = (*row.grade_cells, *row.task_cells), (*row.solution_cells, *row.task_cells)
        names, commented_names = ({cell.id: cell.name for cell in cells} for cells in (graded, commented))
        return cls(row.id, names, commented_names, exercises)


_Cells = Mapping[str, NotebookRow]
_Wanted = Mapping[str, Grades]
_Found = Mapping[tuple[str, str], tuple[Any, ...]]
"""By the ids of submitted notebooks: their cells; what is to be written; what was found, by the id of the cell too."""


class SubmissionRows:
    """The rows of submissions of the assignment with this id, written in one transaction."""

    def __init__(self, connection: Any, assignment: str, notebooks: Mapping[str, NotebookRow]) -> None:
        self._connection = connection
        self._assignment = assignment
        self._notebooks = notebooks
        api = nbgrader("api")
        self._student, self._submission, self._notebook, self._grade, self._comment = (
            kind.__table__
            for kind in (api.Student, api.SubmittedAssignment, api.SubmittedNotebook, api.Grade, api.Comment)
        )
        self._by_id = {notebook.id: notebook for notebook in notebooks.values()}
        exercises = {name: notebook.exercises for name, notebook in notebooks.items()}
        self._decisions = DecisionRows(connection, exercises)

    def write(self, batch: Sequence[Grades]) -> dict[tuple[str, str], Decisions]:
        """Write the last grades of each submitted notebook; returns what people decided, by student and notebook."""
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
        grade, comment = self._grade.c, self._comment.c
        graded = self._found(
            self._grade, cells, grade.id, grade.auto_score, grade.manual_score, grade.needs_manual_grade
        )
        commented = self._found(self._comment, cells, comment.id, comment.auto_comment)
        self._add_grades(cells, wanted, graded)
        self._add_comments(cells, wanted, commented)
        decided = self._decisions.of(wanted)
        self._change_grades(cells, wanted, graded, decided)
        self._change_comments(cells, wanted, commented)
        return {(grades.result.student, grades.notebook): decided[row] for row, grades in wanted.items()}

    def give(
        self, batch: Sequence[Grades], cell: str, given: HandGrade, seen: Mapping[str, HandGrade]
    ) -> tuple[list[Grades], set[str]]:
        """Give an exercise of several students the same score and comment, as formgrader does.

        Students whose rows are those of another submission, or missing, get the rows of this one first.

        Args:
            batch: what came of the submitted notebooks; all are of the same notebook.
            seen: what had been decided when the person looked, by student.

        Returns:
            The grades of whom rows were written first; and the students about whom somebody decided meanwhile.
        """
        parse = nbgrader("utils").parse_utc
        table = self._submission.c
        query = select(table.student_id, table.timestamp).where(
            table.assignment_id == self._assignment, table.student_id.in_([each.result.student for each in batch])
        )
        times = dict(tuple(row) for row in self._connection.execute(query))
        others = [
            each
            for each in batch
            if each.result.student not in times or parse(each.result.submission.received) != times[each.result.student]
        ]
        self.write(others)
        submissions = {row: student for student, row in self._submissions(dict.fromkeys(seen)).items()}
        wanted = {each.result.student: each for each in batch}
        notebook = self._notebooks[batch[0].notebook]
        rows = {
            row: wanted[submissions[submission]]
            for (submission, of), row in self._submitted_notebooks(submissions).items()
            if of == notebook.id
        }
        known = {row: seen[grades.result.student] for row, grades in rows.items()}
        changed = self._decisions.give(rows, cell, given, known)
        return others, {rows[row].result.student for row in changed}

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
            {"id": uuid4().hex, "assignment_id": self._assignment, "student_id": student, "timestamp": parse(when)}
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

    def _add_grades(self, cells: _Cells, wanted: _Wanted, found: _Found) -> None:
        """Add the rows of grades that are missing; what a record says of a person's grades is put back."""
        new = []
        for row, notebook in cells.items():
            grades = wanted.get(row)
            before, exercises = _decided_before(grades), grades.result.by_cell if grades else {}
            for cell, name in notebook.graded.items():
                if (row, cell) not in found:
                    decided = before.get(name, NO_DECISION)
                    score, waits = _verdict(exercises.get(name))
                    new.append(
                        {
                            **_key(row, cell),
                            "auto_score": score,
                            "manual_score": decided.manual_score,
                            "extra_credit": decided.extra_credit or None,
                            "needs_manual_grade": waits if decided.manual_score is None else decided.look_again,
                        }
                    )
        self._insert(self._grade, new)

    def _change_grades(self, cells: _Cells, wanted: _Wanted, found: _Found, decided: Mapping[str, Decisions]) -> None:
        """Change the rows of grades that say something else than what was found and decided."""
        table, changed = self._grade, []
        for row, grades in wanted.items():
            exercises = grades.result.by_cell
            for cell, name in cells[row].graded.items():
                is_kept = name in exercises and exercises[name].outcome is Outcome.UNEXAMINED
                if is_kept or (row, cell) not in found:  # what could not be examined keeps the grade that it has
                    continue
                id_, *before = found[row, cell]
                score, waits = _verdict(exercises.get(name))
                decision = decided[row].exercises.get(name, NO_DECISION)
                is_decided = decision.manual_score is not None
                waits = waits and not decision.resolved
                look = decision.look_again if is_decided else is_other_answer(grades, name)
                if before != [score, before[1], look if is_decided else waits]:
                    changed.append({"row": id_, "score": score, "waits": waits, "look": look})
        # Decided by the database: a person may have given a grade since the rows were read.
        needs_person = case((table.c.manual_score.is_not(None), bindparam("look")), else_=bindparam("waits"))
        self._update(table, changed, auto_score=bindparam("score"), needs_manual_grade=needs_person)

    def _add_comments(self, cells: _Cells, wanted: _Wanted, found: _Found) -> None:
        new = []
        for row, notebook in cells.items():
            of_persons = self._comments_before(wanted.get(row))
            new += [
                {
                    **_key(row, cell),
                    "auto_comment": _auto_comment(wanted.get(row), name),
                    "manual_comment": of_persons.get(name),
                }
                for cell, name in notebook.commented.items()
                if (row, cell) not in found
            ]
        self._insert(self._comment, new)

    def _change_comments(self, cells: _Cells, wanted: _Wanted, found: _Found) -> None:
        changed = []
        for row, grades in wanted.items():
            for cell, name in cells[row].commented.items():
                text = _auto_comment(grades, name)
                if (row, cell) in found and not grades.result.unexamined and found[row, cell][1] != text:
                    changed.append({"row": found[row, cell][0], "text": text})
        self._update(self._comment, changed, auto_comment=bindparam("text"))

    def _comments_before(self, grades: Grades | None) -> dict[str, str]:
        """What a record says of a person's comments, by the first solution cell of the exercise."""
        before = _decided_before(grades)
        exercises = self._notebooks[grades.notebook].exercises if grades else ()
        return {
            (each.solutions or (each.test,))[0]: before[each.test].comment
            for each in exercises
            if each.test in before and before[each.test].comment
        }

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


def _verdict(exercise: ExerciseResult | None) -> tuple[float | None, bool]:
    """The score that the machine gives, if it does, and whether a person has to grade it."""
    if exercise is None or exercise.outcome in NOT_SCORED:
        return None, True
    return exercise.earned, bool(exercise.disputed)


def _auto_comment(grades: Grades | None, cell: str) -> str | None:
    """What nbgrader says of an unchanged answer; of a task, which a person grades whatever it is, it says nothing."""
    if not grades or cell not in grades.result.submission.unanswered:
        return None
    exercise = grades.result.by_cell.get(cell)
    return None if exercise and exercise.outcome is Outcome.WAITING else "No response."


def _decided_before(grades: Grades | None) -> dict[str, Decision]:
    """What people decided according to a record, by cell."""
    record = latest_record(grades) if grades else None
    return {each.cell: each.decision for each in record.exercises if each.has_decision} if record else {}
