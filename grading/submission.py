"""What a student handed in: found, read, and put together with the instructor's cells."""

from __future__ import annotations

import copy
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from grading.errors import GradingError
from grading.notebook import Assignment, Role, grade_id, is_locked, nbgrader, role
from grading.stock import nbgrader as nbgrader_module


@dataclass(frozen=True)
class Submission:
    """One notebook that one student handed in for one assignment."""

    student: str
    assignment: str
    path: Path

    @cached_property
    def sha256(self) -> str:
        """The SHA-256 of the file's bytes, in hexadecimal; of none for a link, which is not followed."""
        return hashlib.sha256(b"" if self.is_linked else self.path.read_bytes()).hexdigest()

    @property
    def is_linked(self) -> bool:
        """Whether what was handed in is a link: it would lead to what the grader can read, not the student."""
        return self.path.is_symlink() or self.path.parent.is_symlink()

    @cached_property
    def received(self) -> str | None:
        """When it was handed in, as `timestamp.txt` beside it says; None if it says no time."""
        return self._timestamp if self._timestamp and _is_time(self._timestamp) else None

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is wrong with what came beside the notebook."""
        if self._timestamp and not self.received:
            return (f"timestamp.txt says {self._timestamp[:60]!r}, which is no time; it was left out",)
        return ()

    @cached_property
    def _timestamp(self) -> str:
        path = self.path.parent / "timestamp.txt"
        if self.is_linked or path.is_symlink() or not path.is_file():
            return ""
        return path.read_text(errors="replace").strip()


@dataclass(frozen=True)
class PaperCell:
    """A code cell to run: its place in the notebook, what it is for, and what the candidate runs."""

    index: int
    role: Role
    grade_id: str
    source: str


@dataclass(frozen=True)
class Paper:
    """A submission made ready for the examination.

    `notebook` is the submitted one with the instructor's cells in their place; `repairs` says, a
    sentence each, where they were not.
    """

    submission: Submission
    notebook: NotebookNode
    cells: tuple[PaperCell, ...]
    repairs: tuple[str, ...]


def _is_time(text: str) -> bool:
    try:
        nbgrader_module("utils").parse_utc(text)
    except Exception:  # whatever dateutil makes of it, the gradebook could not read it either
        return False
    return True


def find_submissions(folder: Path, assignment: Assignment) -> list[Submission]:
    """The submissions of an assignment, `<folder>/<student>/<assignment>/<notebook>.ipynb`, by student.

    Raises:
        GradingError: there is no such folder, or no submission in it.
    """
    if not folder.is_dir():
        raise GradingError(f"there is no folder {folder}: collect the submissions, or name another with --submitted")
    name = assignment.path.name
    paths = sorted(folder.glob(f"*/{assignment.name}/{name}"))
    if not paths:
        raise GradingError(
            f"{folder} holds no submissions of {assignment.name}: they lie in <student>/{assignment.name}/{name}"
        )
    return [Submission(path.parent.parent.name, assignment.name, path) for path in paths]


def read_paper(submission: Submission, assignment: Assignment, release: NotebookNode) -> Paper:
    """Read a submission and put the instructor's cells in their place.

    Raises:
        GradingError: it cannot be read as a notebook.
    """
    if submission.is_linked:
        raise GradingError(f"{submission.path.name} is a link and was not followed: hand in the notebook itself")
    try:
        submitted = nbformat.reads(submission.path.read_text("utf-8-sig"), as_version=4)
    except Exception as error:
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise GradingError(f"{submission.path.name} is not a notebook: {reason}") from error
    repairs = list(submission.remarks)
    cells = _put_together(submitted, assignment, release, repairs)
    notebook = nbformat.v4.new_notebook(metadata=assignment.notebook.metadata, cells=cells)
    _name_cells(notebook)
    visible = {grade_id(cell): cell.source for cell in release.cells if grade_id(cell)}
    return Paper(submission, notebook, tuple(_paper_cells(notebook, visible)), tuple(repairs))


def _put_together(
    submitted: NotebookNode, assignment: Assignment, release: NotebookNode, repairs: list[str]
) -> list[NotebookNode]:
    managed = {grade_id(cell): cell for cell in assignment.notebook.cells if grade_id(cell)}
    released = {grade_id(cell): cell for cell in release.cells if grade_id(cell)}
    cells: list[NotebookNode] = []
    seen: set[str] = set()
    for cell in submitted.cells:
        name = grade_id(cell)
        if name in managed and name not in seen:
            seen.add(name)
            cells.append(_instructors(cell, managed[name], released[name], repairs))
        else:
            cells.append(_students_own(cell, name in seen, repairs))
    _put_back(cells, managed, released, seen, repairs)
    return cells


def _instructors(
    submitted: NotebookNode, source: NotebookNode, released: NotebookNode, repairs: list[str]
) -> NotebookNode:
    """A cell that nbgrader manages: the instructor's type, metadata and, if it is locked, content."""
    cell = _clean(source)
    if not is_locked(source):
        cell.source = submitted.source
    elif submitted.source != released.source:
        repairs.append(f'the cell "{grade_id(source)}" had been changed; the instructor\'s version was used')
    if submitted.cell_type != source.cell_type:
        repairs.append(f'the cell "{grade_id(source)}" had been made a {submitted.cell_type} cell; it was changed back')
    return cell


def _students_own(submitted: NotebookNode, duplicate: bool, repairs: list[str]) -> NotebookNode:
    """A cell that the student added: it is run, but nothing in it is graded."""
    if duplicate:
        repairs.append(f'a copy of the cell "{grade_id(submitted)}" was taken as a cell of your own')
    cell = _clean(submitted)
    if nbgrader(cell):
        del cell.metadata["nbgrader"]
    return cell


def _put_back(
    cells: list[NotebookNode],
    managed: dict[str, NotebookNode],
    released: dict[str, NotebookNode],
    seen: set[str],
    repairs: list[str],
) -> None:
    """Put cells that were deleted back behind the one that they follow in the source."""
    before = ""
    for name, source in managed.items():
        if name not in seen:
            missing = _clean(source if is_locked(source) else released[name])
            place = next((i for i, cell in enumerate(cells) if grade_id(cell) == before), -1)
            cells.insert(place + 1, missing)
            repairs.append(f'the cell "{name}" had been deleted; it was put back')
        before = name


def _clean(cell: NotebookNode) -> NotebookNode:
    cell = copy.deepcopy(cell)
    if cell.cell_type == "code":
        cell.outputs = []
        cell.execution_count = None
    return cell


def _name_cells(notebook: NotebookNode) -> None:
    """Give every cell an id of its own, as format 4.5 wants, and the same at each grading."""
    notebook.nbformat_minor = 5
    used: set[str] = set()
    for number, cell in enumerate(notebook.cells):
        name = grade_id(cell) or str(cell.get("id", ""))
        if not _ID.fullmatch(name) or name in used:
            name = f"cell-{number}"
        cell.id = name
        used.add(name)


_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def _paper_cells(notebook: NotebookNode, visible: dict[str, str]) -> Iterator[PaperCell]:
    for index, cell in enumerate(notebook.cells):
        if cell.cell_type != "code":
            continue
        what = role(cell) if nbgrader(cell) else Role.STUDENT
        # The candidate runs what the student saw: of a test cell, the released part.
        source = visible[grade_id(cell)] if what is Role.TEST else cell.source
        yield PaperCell(index, what, grade_id(cell), source)
