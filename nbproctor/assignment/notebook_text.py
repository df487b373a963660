"""A notebook as text, as Jupyter writes it into a file."""

from __future__ import annotations

import json
from collections.abc import Mapping

from nbformat import NotebookNode


def notebook_text(notebook: NotebookNode, sources: Mapping[int, str] | None = None) -> str:
    """A notebook as it lies beside the kernel in which nbgrader grades it: without outputs, and on one line.

    Each submission is written, and with nbformat's indentation that takes ten times as long.

    Args:
        notebook: a notebook of format 4.
        sources: the code of cells that another one stands for, by their indices.
    """
    cells = []
    for index, cell in enumerate(notebook.cells):
        source = (sources or {}).get(index, cell.source)
        written = {**cell, "source": source.splitlines(keepends=True)}
        if cell.cell_type == "code":
            written |= {"outputs": [], "execution_count": None}
        cells.append(written)
    whole = {**notebook, "cells": cells}
    return json.dumps(whole, ensure_ascii=False, sort_keys=True).encode("utf-8", "replace").decode() + "\n"
