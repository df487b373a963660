"""How the test cells of an assignment are graded, as a table in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rich.table import Table
from rich.text import Text

from nbproctor.report.numbers import number


class ExplainedTest(Protocol):
    """A test cell and how it is graded, as `marking.explained_tests` has it."""

    @property
    def notebook(self) -> str:
        """The notebook's name."""

    @property
    def test(self) -> str:
        """The cell's `grade_id`."""

    @property
    def points(self) -> float:
        """Its points."""

    @property
    def reason(self) -> str:
        """Why it is not isolated; empty if it is."""


def explanation_table(assignment: str, tests: Sequence[ExplainedTest]) -> Table:
    """One row a test cell: whether it is isolated, and if not, why."""
    isolated = sum(not test.reason for test in tests)
    table = Table(
        box=None,
        pad_edge=False,
        title=f"{assignment}: {isolated} of {len(tests)} tests are isolated",
        title_justify="left",
        title_style="bold",
    )
    for name in ("notebook", "test cell", "points", "", "why"):
        table.add_column(name, justify="right" if name == "points" else "left")
    notebook = ""
    for test in tests:
        way = Text("not isolated", style="yellow") if test.reason else Text("isolated", style="green")
        shown = test.notebook if test.notebook != notebook else ""
        table.add_row(Text(shown), Text(test.test), Text(number(test.points)), way, Text(test.reason))
        notebook = test.notebook
    return table
