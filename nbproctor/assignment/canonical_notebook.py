"""The canonical form of a source notebook: the same cells give the same bytes, whoever ran and saved them last."""

from __future__ import annotations

import copy

from nbformat import NotebookNode

from nbproctor.assignment.notebook import RAISES_EXCEPTION, Assignment, Role, grade_id, has_tag, nbgrader, role
from nbproctor.errors import GradingError


def canonical(assignment: Assignment) -> Assignment:
    """An assignment without what running and saving its notebook left there: outputs, counters, passing metadata.

    The id of a graded cell is its `grade_id`. Where a student runs all cells, none that is not solved yet stops the
    rest, and the code of test cells is folded away, unless the cell says that it shall not be.

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
