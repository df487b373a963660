"""What a run leaves behind, as it can be compared with what another one left."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text

from nbproctor.config import Course
from nbproctor.gradebook.gradebook_reader import gradebook_url

# Of all that is written, the one thing that differs each time: how long an exercise took, in words on the pages, and
# the seal of a record, which covers that, and the checksum of the page. The ids of rows, which are random, and what is
# made of them: the checksum `.cells`. Of the log, which process was started again, and the order of the lines. And the
# lock.
_DIFFERING = {
    ".html": re.compile(r'<td class="num(?: time)?"(?: data-sort="[0-9.]*")?>(?:[0-9.]+ s|–)</td>'),
    ".json": re.compile(r'"seconds": [0-9.e-]+|"seal": "[0-9a-f]+"|"pages": \{[^}]*\}'),
}
_RESTART = "has ended and been restarted"
_LEFT_OUT = {".cells", ".in-use"}

_QUERIES = {
    "version": "SELECT version_num FROM alembic_version",
    "course": "SELECT id FROM course",
    "assignment": "SELECT name, course_id, duedate FROM assignment",
    "notebook": "SELECT notebook.name, assignment.name FROM notebook JOIN assignment ON assignment_id = assignment.id",
    "cell": """
        SELECT base_cell.name, base_cell.type, notebook.name, grade_cells.max_score, grade_cells.cell_type,
               source_cell.source, source_cell.checksum, source_cell.locked
        FROM base_cell JOIN notebook ON base_cell.notebook_id = notebook.id
        LEFT JOIN grade_cells ON grade_cells.id = base_cell.id
        LEFT JOIN source_cell ON source_cell.id = base_cell.id""",
    "student": "SELECT id, first_name, last_name, email FROM student",
    "submission": """
        SELECT student_id, assignment.name, timestamp, extension
        FROM submitted_assignment JOIN assignment ON assignment_id = assignment.id""",
    "grade": """
        SELECT student_id, notebook.name, base_cell.name, auto_score, manual_score, extra_credit, needs_manual_grade
        FROM grade JOIN base_cell ON cell_id = base_cell.id
        JOIN submitted_notebook ON grade.notebook_id = submitted_notebook.id
        JOIN notebook ON submitted_notebook.notebook_id = notebook.id
        JOIN submitted_assignment ON submitted_notebook.assignment_id = submitted_assignment.id""",
    "comment": """
        SELECT student_id, notebook.name, base_cell.name, auto_comment, manual_comment
        FROM comment JOIN base_cell ON cell_id = base_cell.id
        JOIN submitted_notebook ON comment.notebook_id = submitted_notebook.id
        JOIN notebook ON submitted_notebook.notebook_id = notebook.id
        JOIN submitted_assignment ON submitted_notebook.assignment_id = submitted_assignment.id""",
}
_COUNTED = {"base_cell": "cell", "submitted_assignment": "submission", "grade": "grade", "comment": "comment"}


Remains = dict[str, Any]


def remains(course: Course) -> Remains:
    """All that a run left: the rows by their table, the files by their path."""
    return {**_rows(course), **_files(course)}


def _rows(course: Course) -> dict[str, list[Any]]:
    """All rows of the gradebook, without their ids; and how many there are, so that none hangs in the air."""
    engine = create_engine(gradebook_url(course.gradebook))
    try:
        with engine.connect() as connection:
            found = {
                table: sorted((tuple(row) for row in connection.execute(text(query))), key=repr)
                for table, query in _QUERIES.items()
            }
            for table, query in _COUNTED.items():
                assert connection.scalar(text(f"SELECT count(*) FROM {table}")) == len(found[query]), table
            return found
    finally:
        engine.dispose()


def _files(course: Course) -> dict[str, bytes | str]:
    """All that was written but the gradebook, file by file."""
    found: dict[str, bytes | str] = {}
    for folder in ("autograded", "feedback", "reports"):
        for path in sorted((course.root / folder).rglob("*")):
            if path.is_symlink():
                found[str(path.relative_to(course.root))] = str(path.readlink())
            elif path.is_file() and path.name not in _LEFT_OUT:
                found[str(path.relative_to(course.root))] = _comparable(path)
    return found


def _comparable(path: Path) -> bytes | str:
    if pattern := _DIFFERING.get(path.suffix):
        return pattern.sub("", path.read_text())
    if path.suffix == ".log":
        return "\n".join(sorted(line for line in path.read_text().splitlines() if _RESTART not in line))
    return path.read_bytes()
