"""Source notebooks: as nbgrader reads them, and in the canonical form that a build gives them."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable
from contextlib import chdir
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from nbproctor.assignment.notebook import (
    RAISES_EXCEPTION,
    Assignment,
    Role,
    grade_id,
    has_tag,
    ids_in,
    name_cells,
    nbgrader,
    role,
)
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.system.nbgrader_modules import nbgrader as nbgrader_module

_SCHEMA = 3
_AUTOTEST = re.compile(r"^\s*#.*\bAUTOTEST\b", re.MULTILINE)
_ID = re.compile(r"[A-Za-z0-9_-]+")


def read_sources(folder: Path) -> list[Assignment]:
    """Read an assignment's source notebooks and check them.

    Raises:
        GradingError: there is none, or the nbgrader metadata of one is wrong.
    """
    assignments = Assignment.read_all(folder)
    for assignment in assignments:
        if not assignment.is_python and not assignment.kernel:
            raise GradingError(
                f"{assignment.path}: its language is {assignment.language}, but it names no kernel: choose one in "
                "Jupyter, and save it"
            )
        bring_up_to_date(assignment.notebook)
        _check(assignment)
    return assignments


def require_current_schema(folder: Path) -> None:
    """Require that nbgrader can read the metadata of an assignment's source notebooks as they are.

    Raises:
        GradingError: one has metadata of an older version.
    """
    for assignment in Assignment.read_all(folder):
        versions = [_version(cell) for cell in assignment.notebook.cells if nbgrader(cell)]
        if min(versions, default=_SCHEMA) < _SCHEMA:
            raise GradingError(
                f"{assignment.path}: its nbgrader metadata has version {min(versions)}, but nbgrader now uses "
                f"{_SCHEMA}: back up the course, and run nbgrader update {folder}"
            )


def require_python(assignments: Iterable[Assignment], command: str) -> None:
    """Require that notebooks are in Python.

    Raises:
        GradingError: one is not.
    """
    for assignment in assignments:
        if not assignment.is_python:
            raise GradingError(
                f"{assignment.path}: its kernel {assignment.kernel!r} is for {assignment.language}, but {command} "
                "works only with Python; course build and course grade work without a proof"
            )


def completed(course: Course, assignment: Assignment) -> Assignment:
    """Add what nbgrader adds when it makes a release: header and footer, and generated tests.

    Raises:
        GradingError: nbgrader fails.
    """
    steps = []
    if course.config.get("IncludeHeaderFooter"):
        steps.append("IncludeHeaderFooter")
    if any(cell.cell_type == "code" and _AUTOTEST.search(cell.source) for cell in assignment.notebook.cells):
        steps.append("InstantiateTests")
    notebook = copy.deepcopy(assignment.notebook)
    resources: dict[str, Any] = {"metadata": {"path": str(assignment.path.parent)}}
    with chdir(course.root):  # both look for their files there
        for step in steps:
            preprocessor = getattr(nbgrader_module("preprocessors"), step)(config=course.config)
            try:
                notebook, resources = _preprocessed(preprocessor, notebook, resources)
            except Exception as error:  # whatever a preprocessor raises
                reason = f"{type(error).__name__}: {error}"
                raise GradingError(f"{assignment.path}: nbgrader's {step} fails on it: {reason}") from error
    name_added_cells(course, assignment, notebook)
    return Assignment(assignment.name, assignment.path, notebook)


def name_added_cells(course: Course, assignment: Assignment, notebook: NotebookNode) -> bool:
    """Give the cells that nbgrader added ids that are the same each time; return whether there were any."""
    known = {str(cell.get("id")) for cell in assignment.notebook.cells}
    for setting in ("header", "footer"):
        if name := course.config.get("IncludeHeaderFooter", {}).get(setting):
            known |= ids_in(course.root / name)
    return name_cells(notebook, known, "cell-of-nbgrader")


def _preprocessed(preprocessor: Any, notebook: NotebookNode, resources: dict[str, Any]) -> Any:
    """The result of one of nbgrader's preprocessors; a kernel that does not answer is started once more."""
    try:
        return preprocessor.preprocess(copy.deepcopy(notebook), resources)
    except RuntimeError:  # two kernels that start at once may choose the same ports
        return preprocessor.preprocess(notebook, resources)


def bring_up_to_date(notebook: NotebookNode) -> None:
    """Upgrade metadata of nbgrader's older versions."""
    if any(nbgrader(cell) and _version(cell) < _SCHEMA for cell in notebook.cells):
        nbgrader_module("nbgraderformat").MetadataValidator().upgrade_notebook_metadata(notebook)


def _version(cell: NotebookNode) -> int:
    version = nbgrader(cell).get("schema_version", 0)
    return version if isinstance(version, int) else 0


def _check(assignment: Assignment) -> None:
    names: set[str] = set()
    for cell in assignment.notebook.cells:
        problem = _problem(cell, names)
        if problem:
            raise GradingError(f"{assignment.where(cell)}: {problem}")
        names |= {grade_id(cell)} - {""}


def _problem(cell: NotebookNode, names: set[str]) -> str:
    """What is wrong with a cell's metadata, and how to fix it, if anything; `names` are already taken."""
    marks, name = nbgrader(cell), grade_id(cell)
    grade, solution, task = (bool(marks.get(key)) for key in ("grade", "solution", "task"))
    if _version(cell) > _SCHEMA:
        return f"its nbgrader metadata has version {_version(cell)}, newer than {_SCHEMA}: update nbgrader"
    if not (grade or solution or task or marks.get("locked")):
        return ""
    if not _ID.fullmatch(name):
        return f"its grade_id is {name!r}: use only letters, digits, _ and -"
    if name in names:
        return f'two cells are called "{name}": give each a grade_id of its own'
    if (grade or task) and marks.get("points") is None:
        return "it is graded but has no points: give it some, or 0"
    if cell.cell_type != "code" and not task and grade != solution:
        return (
            "a graded Markdown cell must also be an answer, and an answer must be graded: make it a manually graded "
            "answer"
        )
    if cell.cell_type == "code" and task:
        return "a manually graded task must be a Markdown cell: change its type"
    return ""


def canonical(assignment: Assignment) -> Assignment:
    """An assignment without traces of running and saving its notebook: outputs, counters, temporary metadata.

    The id of a graded cell is its `grade_id`. If a student runs all cells, an unsolved one does not stop the rest. Test
    cells are folded, unless their metadata say otherwise.

    Raises:
        GradingError: two cells have one name, a solution is not closed, or points are no number.
    """
    path = assignment.path
    notebook = copy.deepcopy(assignment.notebook)
    kernel = _KERNEL if assignment.is_python else notebook.metadata.get("kernelspec")
    notebook.metadata = {"kernelspec": kernel, "language_info": {"name": assignment.language}}
    notebook.nbformat_minor = max(notebook.nbformat_minor, 5)
    assignment = Assignment(assignment.name, path, notebook)
    names: set[str] = set()
    for number, cell in enumerate(notebook.cells):
        _canonical_cell(cell)
        cell.id = grade_id(cell) or cell.get("id") or f"cell-{number}"
        if cell.id in names:
            raise GradingError(f'{path}: two cells are called "{cell.id}": give each a grade_id or id of its own')
        names.add(cell.id)
        _require_closed_solution(assignment, cell)
        _require_points(assignment, cell)
    return assignment


_KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
_KEPT_METADATA = ("nbgrader", "tags", "deletable", "editable", "jupyter")
_FOLDED = "source_hidden"


def _canonical_cell(cell: NotebookNode) -> None:
    cell.metadata = {key: value for key, value in cell.metadata.items() if key in _KEPT_METADATA}
    folding = cell.metadata.pop("jupyter", {}).get(_FOLDED)
    if cell.cell_type == "code":
        cell.outputs = []
        cell.execution_count = None
    if role(cell) is Role.TEST:
        cell.metadata["jupyter"] = {_FOLDED: folding is not False}
    if role(cell) in (Role.TEST, Role.STUDENT) and nbgrader(cell) and not has_tag(cell, RAISES_EXCEPTION):
        cell.metadata["tags"] = [*cell.metadata.get("tags", []), RAISES_EXCEPTION]


def _require_closed_solution(assignment: Assignment, cell: NotebookNode) -> None:
    begins, ends = cell.source.count("BEGIN SOLUTION"), cell.source.count("END SOLUTION")
    if begins != ends:
        more, less = ("BEGIN", "END") if begins > ends else ("END", "BEGIN")
        raise GradingError(f"{assignment.where(cell)}: {more} SOLUTION without {less} SOLUTION")


def _require_points(assignment: Assignment, cell: NotebookNode) -> None:
    points = nbgrader(cell).get("points", 0)
    if isinstance(points, bool) or not isinstance(points, (int, float)) or not points >= 0:
        raise GradingError(f"{assignment.where(cell)}: its points are {points!r}; they must be a number, 0 or more")
