"""The form of all tables in the terminal."""

from __future__ import annotations

from rich.table import Column, Table
from rich.text import Text


def plain_table(title: str | Text = "", *columns: Column | str) -> Table:
    """A table without lines, and its title above it on the left."""
    return Table(*columns, box=None, pad_edge=False, title=title, title_justify="left", title_style="bold")
