"""How the test cells of an assignment are graded, as a table in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Column, Table
from rich.text import Text

from nbproctor.report.numbers import number
from nbproctor.report.tables.plain_table import plain_table


@dataclass(frozen=True)
class ExplainedTest:
    """A test cell and how it is graded.

    Args:
        test: the cell's `grade_id`.
        reason: why it is not isolated; empty if it is.
    """

    notebook: str
    test: str
    points: float
    reason: str


def explanation_table(assignment: str, tests: Sequence[ExplainedTest]) -> Table:
    """One row a test cell: whether it is isolated, and if not, why."""
    isolated = sum(not test.reason for test in tests)
    title = f"{assignment}: {isolated} of {len(tests)} tests are isolated"
    table = plain_table(title, "notebook", "test cell", Column("points", justify="right"), "", "why")
    notebook = ""
    for test in tests:
        way = Text("not isolated", style="yellow") if test.reason else Text("isolated", style="green")
        shown = test.notebook if test.notebook != notebook else ""
        table.add_row(Text(shown), Text(test.test), Text(number(test.points)), way, Text(test.reason))
        notebook = test.notebook
    return table
