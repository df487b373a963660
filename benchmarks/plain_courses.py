"""A course of plain asserts that knows nothing of these tools: arrays, tables, and what else it is to import."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent

import nbformat
from nbformat import NotebookNode

NAME = "tables"
RIGHT_SHARE = 0.85
CONFIG = f"""\
c = get_config()
c.CourseDirectory.course_id = "{NAME}"
c.Grading.packages = []
"""
# By the module that is imported: what a given cell says for it.
IMPORTS = {
    "numpy": "import numpy as np",
    "pandas": "import pandas as pd",
    "matplotlib": "import matplotlib.pyplot as plt",
    "sklearn": "from sklearn.linear_model import LinearRegression",
}


@dataclass(frozen=True)
class PlainExercise:
    """A solution cell and its test cell.

    Args:
        name: the function's name.
        right: a solution.
        wrong: a mistake that the test finds.
        test: asserts.
        needs: the module without which there is no such exercise.
    """

    name: str
    right: str
    wrong: str
    test: str
    needs: str = "numpy"


EXERCISES = (
    PlainExercise(
        "standardized",
        "def standardized(values): return (values - values.mean()) / values.std()",
        "def standardized(values): return values - values.mean()",
        """
        for length in (5, 50, 500):
            values = np.arange(length) ** 2.0
            found = standardized(values)
            assert found.shape == values.shape
            assert abs(found.mean()) < 1e-9 and abs(found.std() - 1) < 1e-9
        """,
    ),
    PlainExercise(
        "running_mean",
        "def running_mean(values, width): return np.convolve(values, np.ones(width), 'valid') / width",
        "def running_mean(values, width): return np.convolve(values, np.ones(width), 'same') / width",
        """
        assert np.allclose(running_mean(np.array([1.0, 2.0, 3.0, 4.0]), 2), [1.5, 2.5, 3.5])
        assert np.allclose(running_mean(np.arange(20.0), 5), np.arange(2.0, 18.0))
        """,
    ),
    PlainExercise(
        "best",
        "def best(table, count): return list(table.sort_values('points', ascending=False)['name'].head(count))",
        "def best(table, count): return list(table.sort_values('points')['name'].head(count))",
        """
        table = pd.DataFrame({"name": list("abcdef"), "points": [3, 9, 4, 1, 7, 5]})
        assert best(table, 2) == ["b", "e"]
        assert best(table, 6) == ["b", "e", "f", "c", "a", "d"]
        """,
        "pandas",
    ),
    PlainExercise(
        "mean_of_groups",
        "def mean_of_groups(table): return table.groupby('group')['points'].mean()",
        "def mean_of_groups(table): return table.groupby('group')['points'].sum()",
        """
        table = pd.DataFrame({"group": list("xyxyz"), "points": [1.0, 2.0, 3.0, 4.0, 5.0]})
        found = mean_of_groups(table)
        assert found.to_dict() == {"x": 2.0, "y": 3.0, "z": 5.0}
        """,
        "pandas",
    ),
    PlainExercise(
        "filled",
        "def filled(table): return table.fillna(table.median())",
        "def filled(table): return table.fillna(0.0)",
        """
        table = pd.DataFrame({"a": [1.0, None, 3.0], "b": [None, 4.0, 8.0]})
        found = filled(table)
        assert list(found["a"]) == [1.0, 2.0, 3.0]
        assert list(found["b"]) == [6.0, 4.0, 8.0]
        """,
        "pandas",
    ),
    PlainExercise(
        "bars",
        "def bars(heights): return plt.figure().subplots().bar(range(len(heights)), heights)[0].axes",
        "def bars(heights): return plt.figure().subplots().bar(range(len(heights)), sorted(heights))[0].axes",
        """
        axes = bars([3, 1, 2])
        assert [bar.get_height() for bar in axes.patches] == [3, 1, 2]
        """,
        "matplotlib",
    ),
    PlainExercise(
        "slope",
        "def slope(x, y): return float(LinearRegression().fit(x.reshape(-1, 1), y).coef_[0])",
        "def slope(x, y): return float(LinearRegression().fit(x.reshape(-1, 1), y).intercept_)",
        """
        x = np.arange(30.0)
        assert abs(slope(x, 2 * x + 1) - 2) < 1e-6
        """,
        "sklearn",
    ),
)


def installed(modules: Collection[str]) -> list[str]:
    """Those of some modules that are installed here.

    Args:
        modules: their names, as they are imported.
    """
    return [module for module in modules if find_spec(module)]


def make_plain_course(root: Path, modules: Collection[str]) -> Path:
    """Make a course with one assignment, whose release is still to be made.

    Args:
        root: the course's folder; it is made.
        modules: what the given cell imports; whose exercises are there.

    Returns:
        that folder.
    """
    notebook = nbformat.v4.new_notebook()
    notebook.cells.append(_cell("given", "locked", "\n".join(IMPORTS[module] for module in modules)))
    for exercise in EXERCISES:
        if exercise.needs in modules:
            solution = f"### BEGIN SOLUTION\n{exercise.right}\n### END SOLUTION"
            test = dedent(exercise.test).strip()
            notebook.cells.append(_cell(exercise.name, "solution", solution))
            notebook.cells.append(_cell(f"test_{exercise.name}", "test", test))
    source = root / "source" / NAME
    source.mkdir(parents=True)
    nbformat.write(notebook, source / f"{NAME}.ipynb")
    (root / "grading_config.py").write_text(CONFIG)
    (root / "nbgrader_config.py").write_text('load_subconfig("grading_config.py")\n')
    return root


def drawn_class(course: Path, folder: Path, count: int) -> Path:
    """Hand in: each exercise is right with a probability of `RIGHT_SHARE`, the same ones each time.

    Args:
        course: the course, with its release.
        folder: where the students' folders are made.
        count: how many submissions.

    Returns:
        that folder.
    """
    release = nbformat.read(course / "release" / NAME / f"{NAME}.ipynb", as_version=4)
    draws = random.Random(NAME)
    exercises = {exercise.name: exercise for exercise in EXERCISES}
    for number in range(count):
        for cell in release.cells:
            if exercise := exercises.get(cell.metadata.nbgrader.grade_id):
                cell.source = exercise.right if draws.random() < RIGHT_SHARE else exercise.wrong
        there = folder / f"student-{number:03d}" / NAME
        there.mkdir(parents=True)
        nbformat.write(release, there / f"{NAME}.ipynb")
    return folder


def _cell(name: str, kind: str, source: str) -> NotebookNode:
    cell = nbformat.v4.new_code_cell(source, id=name.replace("_", "-"))
    cell.metadata.nbgrader = {
        "schema_version": 3,
        "grade_id": name,
        "grade": kind == "test",
        "locked": kind != "solution",
        "solution": kind == "solution",
        "task": False,
    }
    if kind == "test":
        cell.metadata.nbgrader.points = 1
    return cell
