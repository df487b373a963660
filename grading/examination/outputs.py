"""Outputs: those of the candidate that are outputs, and where they go in the autograded notebook."""

from __future__ import annotations

import nbformat
from nbformat import NotebookNode

from grading.examination.sitting import Transcript
from grading.notebook import Role
from grading.results import Outcome
from grading.submission import Paper


def notebook_with_outputs(paper: Paper, transcript: Transcript) -> NotebookNode:
    """The autograded notebook: each cell with what it printed at home, and a test cell with its verdict."""
    notebook = paper.notebook
    for cell in paper.cells:
        record = transcript.cells[cell.index]
        node = notebook.cells[cell.index]
        node.outputs = [nbformat.from_dict(output) for output in record.outputs]
        node.execution_count = record.execution_count
        test = transcript.tests.get(cell.grade_id) if cell.role is Role.TEST else None
        if test is not None and test.outcome is not Outcome.PASSED and record.outcome is Outcome.PASSED:
            node.outputs += [nbformat.from_dict(output) for output in test.outputs]
    return notebook
