"""What persons decided, read from a gradebook that is only read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from nbproctor.assignment.notebook import Exercise
from nbproctor.errors import GradingError
from nbproctor.gradebook.decision_rows import DecisionRows
from nbproctor.gradebook.found_gradebook import connected, gradebook_url, require_current_tables
from nbproctor.results import Decisions, Grades
from nbproctor.system.nbgrader_modules import nbgrader


def found_decisions(
    address: str | Path, assignment: str, graded: Sequence[Grades], exercises: Mapping[str, Sequence[Exercise]]
) -> dict[tuple[str, str], Decisions]:
    """What persons decided about submitted notebooks, by student and notebook; nothing about those without a row.

    Args:
        address: of the gradebook: a file's path, or SQLAlchemy's address.
        exercises: the exercises of each notebook, by its name.

    Raises:
        GradingError: there is no gradebook, or it cannot be read.
    """
    url = gradebook_url(address)
    shown = address if isinstance(address, Path) else url.render_as_string(hide_password=True)
    if isinstance(address, Path) and not address.is_file():
        raise GradingError(f"there is no gradebook {shown}: run course grade {assignment} first")
    try:
        require_current_tables(url, shown)
        with connected(url) as connection:
            rows = _rows(connection, assignment, graded)
            decided = DecisionRows(connection, exercises).of(rows)
    except (SQLAlchemyError, ModuleNotFoundError) as error:
        raise GradingError(
            f"the gradebook {shown} cannot be read: {str(error).splitlines()[0]}; run course grade {assignment}, which "
            "opens it and says what is wrong"
        ) from error
    return {(grades.result.student, grades.notebook): decided[row] for row, grades in rows.items()}


def _rows(connection: Connection, assignment: str, graded: Sequence[Grades]) -> dict[str, Grades]:
    """What came of the submitted notebooks, by the ids of their rows."""
    api: Any = nbgrader("api")
    submitted, submission = api.SubmittedNotebook.__table__.c, api.SubmittedAssignment.__table__.c
    notebook, table = api.Notebook.__table__.c, api.Assignment.__table__.c
    wanted = {(grades.result.student, grades.notebook): grades for grades in graded}
    query = (
        select(submitted.id, submission.student_id, notebook.name)
        .join(api.SubmittedAssignment.__table__, submission.id == submitted.assignment_id)
        .join(api.Notebook.__table__, notebook.id == submitted.notebook_id)
        .join(api.Assignment.__table__, table.id == submission.assignment_id)
        .where(table.name == assignment, submission.student_id.in_({student for student, _ in wanted}))
    )
    return {row: wanted[student, name] for row, student, name in connection.execute(query) if (student, name) in wanted}
