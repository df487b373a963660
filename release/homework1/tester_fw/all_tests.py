"""The table of all tests: what each exercise is worth, how its test ended the last time, and what that makes."""

from __future__ import annotations

from pathlib import Path

from tester_fw.errors import TesterError
from tester_fw.graded_cells import GradedCell, graded_cells, read_cells
from tester_fw.session import SESSION, RunOfCell, in_a_persons_notebook

PASSED, FAILED, UNSOLVED, NOT_RUN = "passed", "failed", "not solved yet", "not run"
CHANGED, BY_HAND = "run it again: you have run your solution since", "graded by hand"


def show_all_tests(notebook: str, cap: float | None = None) -> None:
    """Print a table of a notebook's tests, with the points so far; where nobody sits before the notebook, nothing.

    Where the file is not there, or is no notebook with tests, a sentence says so.

    What counts is how each test cell ended when it was last run since the start of the kernel.

    Args:
        notebook: the name of the notebook's file, which says what there is and what it is worth.
        cap: how many points make 100%; None if that is all of them.
    """
    SESSION.cap = cap
    if not in_a_persons_notebook():
        return
    path = Path(notebook)
    try:
        print("\n".join(table(graded_cells(path, read_cells(path)), cap)))
    except TesterError as error:  # of a notebook under another name, say; that is no failed test
        print(error)


def table(cells: list[GradedCell], cap: float | None) -> list[str]:
    """Return the lines of the table.

    Args:
        cells: those that have points.
        cap: how many points make 100%; None if that is all of them.
    """
    pairs = [(cell, state_of(cell)) for cell in cells]
    rows = [("exercise", "points", "test")]
    for cell, (state, points) in pairs:
        of_all = number(cell.points) if cell.by_hand else f"{number(points)} of {number(cell.points)}"
        rows.append((cell.title, of_all, state))
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = [f"{title.ljust(widths[0])}  {points.rjust(widths[1])}  {state}" for title, points, state in rows]
    earned, total = sum(points for _, (_, points) in pairs), sum(cell.points for cell in cells)
    return [*lines, "", _sum(earned, total, total if cap is None else cap)]


def state_of(cell: GradedCell) -> tuple[str, float]:
    """Return how a graded cell stands, in words, and the points that it has earned by now."""
    if cell.by_hand:
        return BY_HAND, 0.0
    places = [at for at, run in enumerate(SESSION.runs) if _is_of(run, cell)]
    if not places or SESSION.runs[places[-1]].passed is None:
        return NOT_RUN, 0.0
    run = SESSION.runs[places[-1]]
    if any(later.cell in cell.solutions for later in SESSION.runs[places[-1] :]):
        return CHANGED, 0.0
    if not run.passed:
        return (UNSOLVED if _is_unsolved(run, cell) else FAILED), 0.0
    points = run.points if run.points is not None else cell.points
    return (PASSED if points >= cell.points else "passed in part"), min(points, cell.points)


def number(points: float) -> str:
    """Return points as one writes them: 3, and 2.5."""
    return f"{points:g}"


def _is_unsolved(test: RunOfCell, cell: GradedCell) -> bool:
    """Tell whether a failed test met what stands in place of a solution, or a name that is unbound because of that."""
    unwritten = NotImplementedError.__name__
    solutions = [run.raised for run in SESSION.runs if run.cell in cell.solutions]
    return test.raised == unwritten or (test.raised == NameError.__name__ and solutions[-1:] == [unwritten])


def _is_of(run: RunOfCell, cell: GradedCell) -> bool:
    return run.cell == cell.name or run.source.strip() == cell.source.strip()


def _sum(earned: float, total: float, cap: float) -> str:
    so_far = f"{number(earned)} of {number(total)} points so far. "
    if earned >= cap:
        return so_far + ("That is all." if cap >= total else f"{number(cap)} make 100%: you have them.")
    return so_far + f"{number(cap)} make 100%: {number(cap - earned)} to go."
