"""What a gradebook says of an assignment, row by row, without the ids of its rows: two gradebooks can be compared."""

from __future__ import annotations

from pathlib import Path

from nbgrader.api import Gradebook

Rows = dict[tuple[str, ...], tuple[object, ...]]


def gradebook_rows(root: Path, course_id: str, assignment: str = "ps1") -> Rows:
    """The rows of a course's gradebook, by what they are about."""
    rows: Rows = {}
    with Gradebook(f"sqlite:///{root / 'gradebook.db'}", course_id) as book:
        for notebook in book.find_assignment(assignment).notebooks:
            rows["notebook", notebook.name] = (notebook.kernelspec,)
            for cell in notebook.source_cells:
                about = (cell.cell_type, cell.locked, cell.source, cell.checksum)
                rows["source cell", notebook.name, cell.name] = about
            for cell in (*notebook.grade_cells, *notebook.task_cells):
                rows["graded cell", notebook.name, cell.name] = (cell.type, cell.max_score, cell.cell_type)
            for cell in notebook.solution_cells:
                rows["solution cell", notebook.name, cell.name] = (cell.type,)
        for submission in book.assignment_submissions(assignment):
            rows.update(_submission_rows(submission))
    return rows


def _submission_rows(submission: object) -> Rows:
    student = submission.student_id
    penalty = submission.late_submission_penalty
    rows: Rows = {
        ("submission", student): (submission.timestamp, submission.extension, penalty, submission.score),
    }
    for notebook in submission.notebooks:
        rows["submitted notebook", student, notebook.name] = (notebook.score, notebook.late_submission_penalty)
        for grade in notebook.grades:
            about = (grade.auto_score, grade.manual_score, grade.extra_credit, grade.needs_manual_grade)
            rows["grade", student, notebook.name, grade.name] = about
        for comment in notebook.comments:
            rows["comment", student, notebook.name, comment.name] = (comment.auto_comment, comment.manual_comment)
    return rows


def differing(stock: Rows, ours: Rows) -> dict[tuple[str, ...], tuple[object, object]]:
    """The rows that are not alike in two gradebooks, or are in one only: nbgrader's and ours."""
    keys = sorted(stock.keys() | ours.keys())
    return {key: (stock.get(key), ours.get(key)) for key in keys if stock.get(key) != ours.get(key)}
