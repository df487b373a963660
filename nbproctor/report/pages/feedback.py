"""The grade report of one submission: the page that its student reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from nbproctor.examination.grader.stopped_cells import WITHHELD_MESSAGE
from nbproctor.report.pages.page import page
from nbproctor.report.student_content.output_blocks import Block, blocks, highlighted, last_blocks, own_lines
from nbproctor.report.words import ASKED_IN_VAIN, is_graded_by_hand, message_of, next_step, shown_titles
from nbproctor.results import ExerciseResult, Outcome, Result
from nbproctor.system.printable import cut, plain

if TYPE_CHECKING:
    from nbformat import NotebookNode


_MOST_FIRST = 3
_NAME = re.compile(r"\A[\w.]+: ?")
_MISSED_NAME = re.compile(r"^NameError: name '[^'\n]*' is not defined", re.MULTILINE)
_PLACE = re.compile(r"\bIn\[\d++\], line \d|\bline \d++, in |\.py:\d")
_WITHOUT_TEST = (Outcome.TIMED_OUT, Outcome.NOT_ATTEMPTED, Outcome.NOT_RUN, Outcome.UNEXAMINED)


@dataclass(frozen=True)
class Section:
    """What the page shows of an exercise."""

    exercise: ExerciseResult
    id: str
    title: str
    work: Work
    message: str
    next_step: str
    source: str  # of the message
    outputs: list[Block]  # of its test cell, beyond the message
    passes_at_home: bool  # the released part of its test passes, but not the whole

    @property
    def is_by_hand(self) -> bool:
        """Whether a person grades it."""
        return is_graded_by_hand(self.exercise)


def feedback_page(
    result: Result, notebook: NotebookNode | None, left_out: str = "", whole: Result | None = None, name: str = ""
) -> str:
    """Write the grade report of one submission, a self-contained HTML page.

    Args:
        notebook: the autograded one, of whose test cells only the outputs are shown; None to show nothing of it.
        left_out: why nothing of it is shown.
        whole: the grade of all notebooks together, if there are several.
        name: the notebook's name, if there are several.
    """
    work = _work_by_test(notebook, result.exercises) if notebook else {}
    titled = zip(result.exercises, shown_titles(result.exercises), strict=True)
    sections = [
        _section(exercise, f"exercise-{number}", title, work.get(exercise.cell, Work()))
        for number, (exercise, title) in enumerate(titled, 1)
    ]
    return page(
        "feedback.html.j2",
        result=result,
        sections=sections,
        first=_to_look_at_first(sections),
        waiting=[section for section in sections if section.exercise.is_open],
        left_out=left_out,
        whole=whole,
        others=[each for each in _notebooks(whole) if each != name],
        name=name,
    )


def _notebooks(whole: Result | None) -> list[str]:
    """The names of an assignment's notebooks, if there are several."""
    return list(dict.fromkeys(exercise.cell.partition("/")[0] for exercise in whole.exercises)) if whole else []


def _section(exercise: ExerciseResult, place: str, title: str, work: Work) -> Section:
    """What is shown of an exercise: the verdict once, and beside it only what says something else.

    Where the exercise was stopped or not tried, an error of the test only follows from that.
    """
    source = "In the official test" if exercise.isolated else "In the test"
    stopped = any(block.text == exercise.message for cell in work.cells for block in cell.outputs)
    if stopped or ASKED_IN_VAIN in exercise.message:
        source = "In your own cell"
    shown = [] if exercise.outcome in _WITHOUT_TEST else work.test_outputs
    errors = [block for block in shown if block.kind == "error"]
    return Section(
        exercise,
        place,
        title,
        work,
        message_of(exercise),
        next_step(exercise),
        source,
        outputs=[each for each in shown if each not in errors or not _is_said(each.text, exercise)],
        passes_at_home=exercise.outcome not in _WITHOUT_TEST and exercise.message == WITHHELD_MESSAGE and not errors,
    )


def _is_said(error: str, exercise: ExerciseResult) -> bool:
    """Whether the message says the same as an error, or its cause."""
    message = exercise.message
    if exercise.cases:  # the message is the judge's: only a place in the student's code is new
        return not _PLACE.search(error)
    text, said = (" ".join(words.split()) for words in (error, message))
    without_name = _NAME.sub("", text)
    if said and (said == text or not without_name or f"{said} ".startswith(f"{without_name} ")):
        return True
    missed = _MISSED_NAME.findall(error)  # the message names the earlier error that it follows from
    return bool(said and missed) and missed[-1] not in message


def _to_look_at_first(sections: list[Section]) -> list[Section]:
    """The exercises that lost the most points, of those that the student can do something about."""
    settled = (section for section in sections if not section.exercise.is_open)
    lost = [
        section
        for section in settled
        if section.exercise.score < section.exercise.points
        and section.exercise.outcome_now not in (Outcome.PASSED, Outcome.DECIDED)
    ]
    return sorted(lost, key=lambda section: section.exercise.score - section.exercise.points)[:_MOST_FIRST]


CODE_CHARACTERS = 20_000
"""How many characters of a cell's code are shown."""
_CELLS = 50
"""How many cells of an exercise are shown."""


@dataclass(frozen=True)
class Cell:
    """A cell that the student wrote: its code as HTML, and its outputs."""

    code: Markup
    outputs: list[Block]


@dataclass(frozen=True)
class Work:
    """The work on one exercise. The source of its test cell is not here: it may hold hidden tests."""

    cells: list[Cell] = field(default_factory=list)
    cells_left_out: int = 0
    test_outputs: list[Block] = field(default_factory=list)


def _work_by_test(notebook: NotebookNode, exercises: Sequence[ExerciseResult]) -> dict[str, Work]:
    """Sort the work by exercise: by the `grade_id` of its test cell, or of the answer that a person grades.

    The student's cells between one test cell and the next belong to the next, and to those that follow with nothing
    between.
    """
    answers = {each.cell for each in exercises if is_graded_by_hand(each)}
    tests = {each.cell for each in exercises} - answers
    # No judge decided these: what they printed last is about the failure.
    failed_plain = {each.cell for each in exercises if not each.cases and each.outcome is not Outcome.PASSED}
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
        cells=[_cell(cell) for cell in islice(written, _CELLS)],
        cells_left_out=max(0, len(written) - _CELLS),
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
