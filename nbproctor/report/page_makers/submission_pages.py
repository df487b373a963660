"""The texts of the files that show one graded submission."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from nbproctor.assignment.notebook import is_locked
from nbproctor.report.pages.feedback import feedback_page
from nbproctor.report.student_content.autograded import notebook_text, safe_to_open
from nbproctor.results import Result

_LEFT_OUT = (
    "This content could not be shown, because reading it took too much time or memory. The points are not affected."
)


def submission_files(result: Result, notebook: NotebookNode, released: Collection[str]) -> tuple[str, str]:
    """Make the autograded notebook of a submission, and the page that its student reads."""
    safe = safe_to_open(notebook, released)
    return notebook_text(safe), feedback_page(result, notebook)


def page_again(result: Result, autograded: Path, whole: Result | None) -> str:
    """Make the page of a submission again, from its result as it is now and its autograded notebook on the disk."""
    notebook = nbformat.v4.reads(autograded.read_text(encoding="utf-8"))  # we wrote it, so it is not validated
    return feedback_page(result, notebook, whole=whole, name=autograded.stem if whole else "")


def page_without_content(result: Result) -> str:
    """Make the page of a submission whose content cannot be shown: it says so, and shows the result."""
    return feedback_page(result, None, _LEFT_OUT)


def files_without_content(result: Result, notebook: NotebookNode) -> tuple[str, str]:
    """Make the files of a submission whose content cannot be shown: they say so, and show the result.

    Of the student's cells, the notebook keeps only code; it has no outputs.
    """
    plain = NotebookNode({**notebook, "cells": [_without_content(cell) for cell in notebook.cells]})
    return notebook_text(plain), page_without_content(result)


def _without_content(cell: NotebookNode) -> NotebookNode:
    kept = NotebookNode({**cell, "metadata": NotebookNode(cell.metadata if "nbgrader" in cell.metadata else {})})
    kept.pop("attachments", None)
    if cell.cell_type == "code":
        kept.outputs = [nbformat.v4.new_output("stream", name="stderr", text=_LEFT_OUT + "\n")] if cell.outputs else []
    elif not is_locked(cell):
        kept.source = _LEFT_OUT
    return kept
