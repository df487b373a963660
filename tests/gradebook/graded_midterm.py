"""The midterm as `course grade` grades it, and what nbgrader finds in its gradebook."""

import sqlite3
from contextlib import closing

from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory

from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading

EXERCISES = {"ex0": 1, "ex1": 1, "ex2": 2, "ex3": 1, "ex4": 3, "ex5": 3, "ex6": 2, "ex7": 2}
FIRST, LATER = "2024-03-01 10:00:00 UTC", "2024-03-02 09:30:00 UTC"
SCORES = {"all-solved": 15, "half-solved": 5, "untouched": 1}


def grade(root):
    """Grade midterm1 and return the results by student; what could not be graded is raised."""
    found = {submission.student: result for submission, result in ClassGrading(Course(root), "midterm1").run()}
    for result in found.values():
        if isinstance(result, Exception):
            raise result
    return found


def gradebook(root):
    return closing(Gradebook(f"sqlite:///{root / 'gradebook.db'}", "poker"))


def formgrader(root):
    """What the formgrader extension asks for everything that it shows."""
    return NbGraderAPI(coursedir=CourseDirectory(root=str(root), course_id="poker"))


def shown(root, student):
    return formgrader(root).get_submission("midterm1", student)


def tables(root):
    """Every row of every table of a gradebook."""
    with closing(sqlite3.connect(root / "gradebook.db")) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(database.execute(f'SELECT * FROM "{name}"'), key=repr) for name in names}


def cells(root):
    """What a gradebook knows of the assignment's cells, without the ids of its rows."""
    with gradebook(root) as book:
        notebook = book.find_notebook("midterm1", "midterm1")
        return {
            "grade": {(c.name, c.max_score, c.cell_type) for c in notebook.grade_cells},
            "solution": {c.name for c in notebook.solution_cells},
            "task": {c.name for c in notebook.task_cells},
            "source": {(c.name, c.cell_type, c.locked, c.source, c.checksum) for c in notebook.source_cells},
            "kernelspec": notebook.kernelspec,
        }
