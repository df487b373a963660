"""What an examination found: of each cell in a runner, and what a judge found of each test cell."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, field

import nbformat
from nbformat import NotebookNode

from nbproctor.examination.grader.stopped_cells import (
    TOO_MUCH_OUTPUT,
    UNEXAMINED,
)
from nbproctor.intake.paper import Paper
from nbproctor.results import Outcome
from nbproctor.shell.cell_outputs import CellOutput, note, readable


class KeptOutputs:
    """Keeps outputs of a submission's cells, in order, up to a number of bytes as JSON."""

    def __init__(self, room: int) -> None:
        self._room = room

    def kept(self, outputs: object) -> list[CellOutput]:
        """A cell's outputs, as a process reported them, or a note if there is no room for them."""
        kept = [output for output in readable(outputs) if _depth(output) <= _DEEPEST_OUTPUT]
        self._room -= len(json.dumps(kept))
        return kept if self._room >= 0 else [note(TOO_MUCH_OUTPUT)]


# nbformat, and other readers of the notebook, fail beyond some hundred levels.
_DEEPEST_OUTPUT = 100


def _depth(value: object) -> int:
    """How deep the lists and dicts of a value are nested."""
    depth, level = 0, [value]
    while level:
        inner = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, (dict, list))]
        depth, level = depth + 1, [item for items in inner for item in items]
    return depth


# A runner may claim any number for its cells.
_HIGHEST_COUNT = 1 << 31
_MOST_NAME, _MOST_SAID = 100, 2000


def short(text: str) -> str:
    """The part of a runner's text that a record keeps."""
    return text[:_MOST_SAID]


def short_error(error: CellOutput) -> str:
    """The exception that ended a cell: its class, and the part of its message that a record keeps."""
    return f"{error['ename'][:_MOST_NAME]}: {short(error['evalue'])}"


@dataclass
class CellRecord:
    """The result of one code cell in a runner.

    Args:
        execution_count: None if it was not counted.
        message: why it was stopped, or not run; empty otherwise.
        failed_statement: what an `AssertionError` came from, with the values of its names.
    """

    outputs: list[CellOutput] = field(default_factory=list)
    execution_count: int | None = None
    outcome: Outcome = Outcome.NOT_RUN
    message: str = ""
    seconds: float = 0.0
    failed_statement: str = ""

    @property
    def error(self) -> str:
        """The exception that ended the cell, as its output names it; empty if none did."""
        errors = [output for output in self.outputs if output["output_type"] == "error"]
        return _CELL_NAME.sub("", short_error(errors[-1])) if errors else ""


# The name that IPython gives to a cell: no student knows it.
_CELL_NAME = re.compile(r"<ipython-input-[^<>]*+>, ")


@dataclass(frozen=True)
class TestRecord:
    """The result of one test cell.

    Args:
        message: for the student; empty if it passed.
        cases: how many official cases ran.
        raised_by_student: whether the student's code raised the exception that ended it.
        isolated: False for a cell whose own end is its verdict: that is the runner's word.
        marks: the marks of the mistake that it shows; empty if nothing is known.
    """

    outputs: list[CellOutput]
    outcome: Outcome
    earned: float
    message: str
    cases: int
    seconds: float
    raised_by_student: bool = False
    isolated: bool = True
    marks: str = ""


def earned_points(value: float | None, points: float) -> float:
    """The points of a test cell that passed: all, or as many as its last line gave, if that was a number.

    As nbgrader's partial credit, but never below zero or above the cell's points, and none for NaN.
    """
    if value is None:
        return points
    return min(max(float(value), 0.0), points) if value == value else 0.0


def last_value(outputs: list[CellOutput]) -> float | None:
    """The number that a cell's last line gave; None if it gave none."""
    for output in outputs:
        if output["output_type"] == "execute_result":
            with suppress(ValueError, TypeError):
                return float(_NUMPYS.sub(r"\1", output["data"].get("text/plain")))
    return None


# How numpy shows a number: `np.float64(0.5)`, `array(2.)`.
_NUMPYS = re.compile(r"\A(?:np\.\w+|array)\(([^(),]+)\)\Z")


UNEXAMINED_TEST = TestRecord([note(UNEXAMINED)], Outcome.UNEXAMINED, 0.0, UNEXAMINED, 0, 0.0)


@dataclass(frozen=True)
class Transcript:
    """All that an examination found: of code cells by their index, of test cells by their `grade_id`."""

    cells: dict[int, CellRecord]
    tests: dict[str, TestRecord]
    enforced: tuple[str, ...]


def notebook_with_outputs(paper: Paper, transcript: Transcript) -> NotebookNode:
    """The autograded notebook, which is the paper's own with the outputs of the examination."""
    notebook = paper.notebook
    for cell in paper.cells:
        record = transcript.cells[cell.index]
        node = notebook.cells[cell.index]
        node.outputs = [nbformat.from_dict(output) for output in record.outputs]
        count = record.execution_count
        node.execution_count = count if count is not None and 0 <= count <= _HIGHEST_COUNT else None
    return notebook
