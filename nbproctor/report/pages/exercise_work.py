"""What a notebook holds for each exercise: the student's cells, and the outputs of the test cell."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from nbproctor.report.student_content.code import highlighted
from nbproctor.report.student_content.output_blocks import Block, blocks, last_blocks
from nbproctor.report.student_content.traceback_lines import own_lines
from nbproctor.system.printable import cut, plain

if TYPE_CHECKING:
    from nbformat import NotebookNode

CODE_CHARACTERS = 20_000
"""How many characters of a cell's code are shown."""
CELLS = 50
"""How many cells of an exercise are shown."""


@dataclass(frozen=True)
class Cell:
    """A cell that the student wrote: its code as HTML, and its outputs."""

    code: Markup
    outputs: list[Block]


@dataclass(frozen=True)
class Work:
    """The work on one exercise. The source of its test cell is not here: it may hold hidden tests.

    Args:
        cells_left_out: how many more there are.
    """

    cells: list[Cell] = field(default_factory=list)
    cells_left_out: int = 0
    test_outputs: list[Block] = field(default_factory=list)


def work_by_test(
    notebook: NotebookNode, tests: Collection[str], answers: Collection[str] = (), failed_plain: Collection[str] = ()
) -> dict[str, Work]:
    """Sort the work by exercise: by the `grade_id` of its test cell, or of the answer that a person grades.

    The student's cells between one test cell and the next belong to the next, and to those that follow with nothing
    between.

    Args:
        tests: the `grade_id` of each test cell.
        answers: the `grade_id` of each answer that a person grades.
        failed_plain: the `grade_id` of each failed test that no judge decided: what it printed last is of the failure.
    """
    work: dict[str, Work] = {}
    own: list[Mapping[str, Any]] = []
    own_before: list[Mapping[str, Any]] = []
    for cell in notebook.cells:
        tag = _tag(cell)
        if tag.get("grade_id") in answers and not tag.get("task"):
            work[str(tag["grade_id"])] = Work([_cell(cell)])
        if cell.cell_type != "code" or tag.get("grade_id") in answers:
            continue
        if _is_test(tag, tests):
            own_before = own or own_before
            name = str(tag.get("grade_id"))
            work.setdefault(name, _work(own_before, cell, last_blocks if name in failed_plain else blocks))
            own = []
        elif not tag.get("locked"):
            own.append(cell)
    return work


def _tag(cell: Mapping[str, Any]) -> Mapping[str, Any]:
    # A cell that the student added may carry anything here.
    tag = cell["metadata"].get("nbgrader")
    return tag if isinstance(tag, Mapping) else {}


def _is_test(tag: Mapping[str, Any], tests: Collection[str]) -> bool:
    return bool(tag.get("grade")) and (not tag.get("solution") or tag.get("grade_id") in tests)


def _work(
    own: Iterable[Mapping[str, Any]],
    test: Mapping[str, Any],
    shown: Callable[[Sequence[Mapping[str, Any]]], list[Block]],
) -> Work:
    written = [cell for cell in own if cell["source"].strip()]
    secret = {line.strip() for line in test["source"].splitlines()} - {""}
    return Work(
        cells=[_cell(cell) for cell in islice(written, CELLS)],
        cells_left_out=max(0, len(written) - CELLS),
        test_outputs=shown([_readable(output, secret) for output in test["outputs"]]),
    )


def _readable(output: Mapping[str, Any], hidden: Collection[str] = ()) -> Mapping[str, Any]:
    """Take out of a traceback the lines of the test cell, which may be hidden tests, and the frames of the tools."""
    frames = output.get("traceback")
    if not isinstance(frames, list):
        return output
    lines = "\n".join(plain(frame) for frame in frames if isinstance(frame, str)).split("\n")
    return {**output, "traceback": ["\n".join(own_lines(lines, hidden))]}


def _cell(cell: Mapping[str, Any]) -> Cell:
    source = plain(cut(cell["source"].strip("\n"), CODE_CHARACTERS))
    if cell["cell_type"] != "code":
        return Cell(escape(source), [])
    return Cell(highlighted(source), blocks(map(_readable, cell["outputs"])))
