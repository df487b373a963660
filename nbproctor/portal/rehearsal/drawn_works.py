"""Notebooks as a class hands them in: some exercises are right, others wrong, in the ways that the course knows."""

from __future__ import annotations

import ast
import copy
import random
from collections import defaultdict
from collections.abc import Iterator

from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, Role, grade_id, role

RIGHT_SHARE = 0.85
ENDLESS = "while True: pass"
EXHAUSTING = "everything = [bytearray(1 << 26) for _ in range(1 << 14)]"
"""A terabyte, in pieces of 64 MB that are written to."""
_SEED = "a class"


def drawn_works(source: Assignment, release: NotebookNode) -> Iterator[NotebookNode]:
    """Notebooks in which each exercise is right with a probability of `RIGHT_SHARE`, without end, always the same ones.

    Solutions are drawn from the source notebook and from `solutions/` beside it: the reference or another right one,
    or a wrong one; where no wrong one is known, the cell gets a comment.
    """
    reference = {grade_id(cell): cell.source for cell in source.notebook.cells if role(cell) is Role.STUDENT}
    blank = {grade_id(cell): cell.source for cell in release.cells}
    pools: dict[tuple[str, bool], list[str]] = defaultdict(list)
    for cell, solution in reference.items():
        for kind in ("right", "wrong"):
            files = sorted((source.path.parent / "solutions" / kind).glob(f"{cell}_*.py"))
            pools[cell, kind == "right"] = [file.read_text("utf-8") for file in files]
        pools[cell, True].insert(0, solution)
        pools[cell, False] = pools[cell, False] or [f"{blank.get(cell, '')}\n# not solved"]
    draws = random.Random(_SEED)
    while True:
        notebook = copy.deepcopy(release)
        for cell in notebook.cells:
            if grade_id(cell) in reference:
                cell.source = draws.choice(pools[grade_id(cell), draws.random() < RIGHT_SHARE])
        yield notebook


def with_statement(source: Assignment, work: NotebookNode, statement: str) -> NotebookNode:
    """A copy of a notebook in which one function of one exercise begins with a statement.

    Args:
        statement: `ENDLESS`, `EXHAUSTING`, or another one, in a line.

    Returns:
        The copy; where no solution has a function, the statement begins the first of them.
    """
    changed = copy.deepcopy(work)
    solutions = [cell for cell in changed.cells if grade_id(cell) in _student_cells(source)]
    for cell in solutions:
        if line := _body_of_a_function(cell.source):
            lines = cell.source.splitlines()
            indent = lines[line - 1][: len(lines[line - 1]) - len(lines[line - 1].lstrip())]
            cell.source = "\n".join([*lines[: line - 1], indent + statement, *lines[line - 1 :]])
            return changed
    if solutions:
        solutions[0].source = f"{statement}\n{solutions[0].source}"
    return changed


def _student_cells(source: Assignment) -> set[str]:
    return {grade_id(cell) for cell in source.notebook.cells if role(cell) is Role.STUDENT}


def _body_of_a_function(code: str) -> int:
    """The line in which the body of the first function begins, counted from 1; 0 if there is none."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return 0
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.body[0].lineno > node.lineno:
            return node.body[0].lineno
    return 0
