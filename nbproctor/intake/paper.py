"""Paper: a submission made ready for the examination, with the instructor's cells in their place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from textwrap import indent
from typing import Any

import nbformat
from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, Role, grade_id, is_locked, nbgrader, notebook_text, role
from nbproctor.errors import GradingError
from nbproctor.intake.handed_in import HandedIn
from nbproctor.intake.notebook_identity import NotebookIdentity
from nbproctor.intake.notebook_json import parsed
from nbproctor.intake.recognised_cells import MOST_TEXT_CHARACTERS, recognised_cells
from nbproctor.intake.student_names import listed
from nbproctor.intake.submitted_cells import SubmittedCell, cells_of

MOST_CODE_CHARACTERS = 500_000
"""Most characters of the student's code that are run of one notebook."""
MOST_REPAIRS_LISTED = 50
"""Most repairs of one notebook that are listed."""


@dataclass(frozen=True)
class PaperCell:
    """A code cell to run, at its place in the notebook, from 0; a student's own has no `grade_id`."""

    index: int
    role: Role
    grade_id: str
    source: str


@dataclass(frozen=True)
class Paper:
    """A submission made ready for the examination.

    Args:
        notebook: the submitted notebook with the instructor's cells in their place.
        repairs: a sentence for each place where the submitted notebook had to be changed.
        files: the bytes of the student's files beside the instructor's, by path.
        unanswered: the cells to be solved that are as they were released, by their `grade_id`.
        other_notebook: a sentence if it is another notebook than the assignment's; empty otherwise.
    """

    notebook: NotebookNode
    cells: tuple[PaperCell, ...]
    repairs: tuple[str, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)
    unanswered: frozenset[str] = frozenset()
    other_notebook: str = ""

    @cached_property
    def text(self) -> str:
        """The notebook as a file that its own code can open; of a test cell it has what students were given."""
        return notebook_text(self.notebook, {cell.index: cell.source for cell in self.cells if cell.role is Role.TEST})


class Refused(GradingError):
    """A submission cannot be graded."""


def read_paper(
    handed_in: HandedIn, assignment: Assignment, release: NotebookNode, known: NotebookIdentity | None = None
) -> Paper:
    """Read what was handed in and put the instructor's cells in their place.

    Args:
        known: recognises the notebooks of the whole course.

    Raises:
        Refused: it cannot be read as a notebook.
    """
    if handed_in.problem:
        raise Refused(handed_in.problem)
    found: list[str] = []
    try:
        tree = parsed(handed_in.content, found)
        notes = [f"{handed_in.name}: {note}" for note in found]
        cells = cells_of(tree, notes)
    except GradingError as error:
        raise Refused(f"{handed_in.name} is not a notebook: {error}") from error
    assembly = _Assembly(assignment, release)
    notebook = assembly.put_together(cells)
    cells_to_run = tuple(assembly.to_run(notebook))
    other = _about_other(assignment, known.names(tree) if known else [], assembly.has_none)
    # Cell by cell, another notebook differs in everything.
    repairs = [*handed_in.remarks, *notes, *([] if other else assembly.repairs)]
    return Paper(notebook, cells_to_run, _listed(repairs), handed_in.files, other_notebook=other)


def _about_other(assignment: Assignment, names: list[str], has_none: bool) -> str:
    """A sentence that says that a notebook is one of these others, or has no cell of the assignment; or empty."""
    own, name = assignment.path, assignment.name
    if names and f"{name}/{own.name}" not in names:
        other, _, file = names[0].partition("/")
        if other == name:
            return f"this is the notebook {Path(file).stem}, not {own.stem}"
        return f"this is the notebook of {other}, not of {name}"
    return f"this notebook has no cell of {name}" if has_none and not names else ""


def _listed(repairs: list[str]) -> tuple[str, ...]:
    different = list(dict.fromkeys(repairs))
    if len(different) > MOST_REPAIRS_LISTED:
        different[MOST_REPAIRS_LISTED:] = [f"more repairs, not listed: {len(different) - MOST_REPAIRS_LISTED}"]
    return tuple(different)


@dataclass
class _Assembly:
    """The work of putting one notebook together."""

    assignment: Assignment
    release: NotebookNode
    repairs: list[str] = field(default_factory=list)
    has_none: bool = False

    def __post_init__(self) -> None:
        self._managed = {grade_id(cell): cell for cell in self.assignment.notebook.cells if grade_id(cell)}
        self._unmarked: list[str] = []
        self._typed: dict[str, SubmittedCell] = {}  # locked cells that had been changed
        self._released = {grade_id(cell): cell for cell in self.release.cells if grade_id(cell)}

    def put_together(self, submitted: list[SubmittedCell]) -> NotebookNode:
        """The notebook with the instructor's cells in their place and the student's own around them."""
        names, texts_left = recognised_cells(submitted, self.release.cells)
        cells = [
            self._instructors(cell, names[index]) if index in names else self._students_own(cell)
            for index, cell in enumerate(submitted)
        ]
        if self._unmarked:
            self.repairs.append(_about_unmarked(self._unmarked))
        self._put_back(cells, frozenset(names.values()), texts_left)
        self._take_texts_beside(cells)
        self._name(cells)
        return NotebookNode(metadata=self.assignment.notebook.metadata, nbformat=4, nbformat_minor=5, cells=cells)

    def to_run(self, notebook: NotebookNode) -> Iterator[PaperCell]:
        """The notebook's code cells."""
        left, too_long = MOST_CODE_CHARACTERS, False
        for index, cell in enumerate(notebook.cells):
            if cell.cell_type != "code":
                continue
            purpose = role(cell) if nbgrader(cell) else Role.STUDENT
            # The runner runs what the student saw: a test cell as it was released.
            name = grade_id(cell)
            source = self._released[name].source if purpose is Role.TEST else cell.source
            if purpose is Role.STUDENT:
                left -= len(source)
                if left < 0:
                    source, too_long = "", True
            yield PaperCell(index, purpose, name, source)
        if too_long:
            self.repairs.append(
                f"the notebook has more than {MOST_CODE_CHARACTERS:,} characters of code; the remaining cells were "
                "not run"
            )

    # Whose cell is whose.

    def _instructors(self, submitted: SubmittedCell, name: str) -> NotebookNode:
        """A cell that nbgrader manages: the instructor's type, metadata and, if it is locked, content."""
        source, released = self._managed[name], self._released[name]
        cell = _copy(source)
        if not is_locked(source):
            cell["source"] = submitted.source
            _attach(cell, submitted)
        if is_locked(source) and submitted.source != released.source:
            self._typed[name] = submitted
            self.repairs.append(f'the cell "{name}" had been changed; the instructor\'s version was used')
        elif not submitted.marks:
            self._unmarked.append(name)
        elif _settings(submitted.marks) != _settings(nbgrader(released)):
            self.repairs.append(_about_settings(submitted, name))
        if submitted.kind != source.cell_type:
            self.repairs.append(f'the cell "{name}" had been made a {submitted.kind} cell; it was changed back')
        return cell

    def _students_own(self, submitted: SubmittedCell) -> NotebookNode:
        """A cell that the student added: it is run, but nothing in it is graded."""
        if submitted.grade_id in self._managed:
            self.repairs.append(f'a copy of the cell "{submitted.grade_id}" was treated as a cell of your own')
        elif submitted.marks:
            self.repairs.append(
                "a cell is marked as graded but does not belong to the assignment; it was treated as a cell of your own"
            )
        cell = _copy(
            NotebookNode(cell_type=submitted.kind, id=submitted.id, metadata=NotebookNode(), source=submitted.source)
        )
        _attach(cell, submitted)
        return cell

    # What is missing.

    def _put_back(self, cells: list[NotebookNode], handed_in: frozenset[str], texts_left: Mapping[str, str]) -> None:
        """Put deleted cells back, with texts that may be answers; a test cell goes behind all that it may test."""
        missing = [name for name in self._managed if name not in handed_in]
        found: set[str] = set()
        for name in missing:
            if role(self._managed[name]) is Role.TEST:
                continue
            cell = self._original(name)
            if role(cell) is Role.MANUAL and texts_left.get(name):
                _answer_with(cell, texts_left[name])
                found.add(name)
            cells.insert(self._behind(cells, name), cell)
        for name in missing:
            if role(self._managed[name]) is Role.TEST:
                cells.insert(self._before_next(cells, name, handed_in), self._original(name))
        self.has_none = bool(missing) and not handed_in
        self.repairs.extend(
            _NOT_FOUND.format(name) if name in found else f'the cell "{name}" had been deleted; it was put back'
            for name in missing
        )

    def _take_texts_beside(self, cells: list[NotebookNode]) -> None:
        """What a student wrote beside an answer that is empty or as released, and a person grades, is the answer.

        They may type it into the question, or into a cell of their own. Only the former is lost for a task.
        """
        added: list[tuple[int, NotebookNode]] = []
        for place, cell in enumerate(cells):
            name = grade_id(cell)
            is_task = is_locked(cell)
            if not name or role(cell) is not Role.MANUAL or not (is_task or self._is_unwritten(cell)):
                continue
            before = reversed(list(takewhile(_is_beside, reversed(cells[:place]))))
            after = takewhile(_is_beside, cells[place + 1 :])
            beside = [each for each in (*before, *after) if each.cell_type != "code" or cell.cell_type == "code"]
            written_in = [cell, *filter(grade_id, beside)] if is_task else beside
            written = [answer for each in written_in if (answer := self._written_in(each)).source]
            if not written:
                continue
            self.repairs.append(_BESIDE.format(name))
            text = "\n\n".join(each.source for each in written)[:MOST_TEXT_CHARACTERS]
            if is_task:
                cell = NotebookNode(cell_type="markdown", metadata=NotebookNode(), source=text)
                added.append((place + 1, cell))
            else:
                _answer_with(cell, text)
            for each in written:
                _attach(cell, each)
        for place, cell in reversed(added):
            cells.insert(place, cell)

    def _is_unwritten(self, cell: NotebookNode) -> bool:
        """Whether an answer's cell is empty, or as it was released."""
        return cell.source.strip() in ("", self._released[grade_id(cell)].source.strip())

    def _written_in(self, cell: NotebookNode) -> SubmittedCell:
        """What a student wrote in a cell beside an answer: the lines that the release does not have.

        Lines that were wrapped anew, or made comments, are none of the student's.
        """
        written = SubmittedCell(cell.cell_type, cell.source, attachments=cell.get("attachments", {}))
        if nbgrader(cell):
            written = self._typed.get(grade_id(cell), SubmittedCell(cell.cell_type, ""))
        lines = [] if _words(written.source) in self._released_words else written.source.splitlines()
        new = [line for line in lines if not line.strip() or _uncommented(line) not in self._released_lines]
        return replace(written, source="\n".join(new).strip())

    @cached_property
    def _released_words(self) -> frozenset[str]:
        return frozenset(_words(cell.source) for cell in self.release.cells)

    @cached_property
    def _released_lines(self) -> frozenset[str]:
        return frozenset(_uncommented(line) for cell in self.release.cells for line in cell.source.splitlines())

    def _original(self, name: str) -> NotebookNode:
        cell = _copy(self._managed[name])
        if not is_locked(cell):
            cell["source"] = self._released[name].source
        return cell

    def _behind(self, cells: list[NotebookNode], name: str) -> int:
        """The place behind the cell that the named cell follows in the source; the first place if there is none."""
        names = list(self._managed)
        places = {grade_id(cell): place for place, cell in enumerate(cells)}
        before = reversed(names[: names.index(name)])
        return next((places[other] + 1 for other in before if other in places), 0)

    def _before_next(self, cells: list[NotebookNode], name: str, handed_in: frozenset[str]) -> int:
        """The place before the submitted cell that follows the named cell in the source; the last place if none."""
        names = list(self._managed)
        places = {grade_id(cell): place for place, cell in enumerate(cells) if grade_id(cell) in handed_in}
        following = (places[other] for other in names[names.index(name) + 1 :] if other in places)
        return max(self._behind(cells, name), next(following, len(cells)))

    def _name(self, cells: list[NotebookNode]) -> None:
        """Give every cell an id of its own, as format 4.5 asks for; each grading gives the same ids."""
        used = {name for name in self._managed if _CELL_ID.fullmatch(name)}
        for number, cell in enumerate(cells):
            if (name := grade_id(cell)) not in used:
                name = str(cell.get("id", ""))
                if not _CELL_ID.fullmatch(name) or name in used:
                    name = f"cell-{number}"
                while name in used:
                    name += "-"
                used.add(name)
            cell["id"] = name


_NOT_FOUND = 'the cell "{}" was not found; all text outside the assignment\'s cells was used as its answer'
_BESIDE = 'the text beside the cell "{}" was used as its answer'


def is_answered_from_elsewhere(name: str, repair: str) -> bool:
    """Whether a repair says that the answer of the named cell is text that did not stand in it."""
    return repair in (_NOT_FOUND.format(name), _BESIDE.format(name))


_CELL_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_NBGRADER_SETTINGS = ("schema_version", "grade_id", "grade", "locked", "solution", "task", "points")


def _words(text: str) -> str:
    return " ".join(text.split())


def _uncommented(line: str) -> str:
    return line.strip().lstrip("#").strip()


def _is_beside(cell: NotebookNode) -> bool:
    """Whether a cell can stand between an answer and what a student wrote for it: it has neither answer nor points."""
    return not grade_id(cell) or role(cell) in (Role.PROSE, Role.GIVEN)


def _answer_with(cell: NotebookNode, text: str) -> None:
    """Make a text from elsewhere in the notebook the answer; code has run where it stands."""
    cell["source"] = indent(text, "# ") if cell.cell_type == "code" else text


def _settings(marks: Mapping[str, Any]) -> list[Any]:
    return [marks.get(name) for name in _NBGRADER_SETTINGS]


def _about_settings(submitted: SubmittedCell, name: str) -> str:
    if submitted.marks.get("schema_version") != 3:
        return "the notebook has nbgrader metadata of another version; the instructor's were used"
    return f'the settings of the cell "{name}" had been changed; the instructor\'s were used'


def _about_unmarked(names: list[str]) -> str:
    lost = f"had lost {'its' if len(names) == 1 else 'their'} nbgrader metadata; the instructor's were used"
    return f'the cell "{names[0]}" {lost}' if len(names) == 1 else f"{len(names)} cells {lost}: {listed(names)}"


def _copy(cell: NotebookNode) -> NotebookNode:
    """A cell that can be given outputs; its metadata, which nobody changes, are shared."""
    cell = NotebookNode(cell)
    if cell.cell_type == "code":
        cell |= {"outputs": [], "execution_count": None}
    return cell


def _attach(cell: NotebookNode, submitted: SubmittedCell) -> None:
    if submitted.attachments and cell.cell_type == "markdown":
        cell["attachments"] = {**cell.get("attachments", {}), **nbformat.from_dict(submitted.attachments)}
