"""An assignment's notebook: its cells, their roles, and the exercises that they make up."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import count, pairwise
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from nbproctor.config.directory_structure import notebooks_in
from nbproctor.errors import GradingError

RAISES_EXCEPTION = "raises-exception"


class Role(Enum):
    """What a cell is for."""

    PROSE = "prose"  # not code
    GIVEN = "given"  # the instructor's code: imports, demo inputs
    STUDENT = "student"  # the student's code: a solution cell, or a cell of their own
    TEST = "test"  # the instructor's test of an exercise
    MANUAL = "manual"  # an answer that a person grades


@dataclass(frozen=True)
class Exercise:
    """A test cell and the solution cells between it and the test cell before it, or an answer that a person grades.

    Cells are named by their `grade_id`.
    """

    name: str
    test: str  # the cell that has the points
    points: float
    solutions: tuple[str, ...]
    by_hand: bool = False
    tested: tuple[str, ...] = ()  # the solutions, or if there are none, those of the test before


@dataclass(frozen=True)
class Assignment:
    """A source notebook, as the instructor wrote it. Its assignment, named like the folder, may have several."""

    name: str
    path: Path
    notebook: NotebookNode

    @classmethod
    def read_all(cls, folder: Path) -> list[Assignment]:
        """Read every notebook of an assignment's source folder, in the order of their names.

        Raises:
            GradingError: there is none, or one is not a notebook.
        """
        paths = notebooks_in(folder)
        if not paths:
            raise GradingError(f"{folder} contains no notebook")
        return [cls(folder.name, path, read_notebook(path)) for path in paths]

    @cached_property
    def exercises(self) -> tuple[Exercise, ...]:
        """The exercises in order."""
        return tuple(_exercises(self.notebook))

    @cached_property
    def titles(self) -> dict[str, str]:
        """The heading of each exercise, by its test; empty if it has none."""
        return dict(_titles(self.notebook, self.exercises))

    @property
    def language(self) -> str:
        """The language of its code, from its metadata; default: Python."""
        metadata = self.notebook.metadata
        kernel, about = (metadata.get(key) or {} for key in ("kernelspec", "language_info"))
        return str(kernel.get("language") or about.get("name") or "python")

    @property
    def is_python(self) -> bool:
        """Whether its code is Python; if not, its cells run in the Jupyter kernel that it names."""
        return self.language.lower().startswith("python")

    @property
    def kernel(self) -> str:
        """The name of its Jupyter kernel; empty if it names none."""
        return str((self.notebook.metadata.get("kernelspec") or {}).get("name", ""))

    @property
    def points(self) -> float:
        """All points that the exercises are worth."""
        return sum(exercise.points for exercise in self.exercises)

    def where(self, cell: NotebookNode) -> str:
        """A cell's place, for messages: its name, or its number from 1."""
        if name := grade_id(cell) or cell.get("id", ""):
            return f'{self.path}, cell "{name}"'
        number = next(number for number, other in enumerate(self.notebook.cells, 1) if other is cell)
        return f"{self.path}, cell number {number}"


def read_notebook(path: Path) -> NotebookNode:
    """Read a notebook of any format version as version 4; its cells have the same ids each time.

    Raises:
        GradingError: it is not a notebook.
    """
    try:
        notebook: NotebookNode = nbformat.read(path, as_version=4)
    except Exception as error:  # nbformat raises what its parsers raise
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise GradingError(f"{path} is not a notebook: {reason}") from error
    name_cells(notebook, ids_in(path), "cell-without-id")
    return notebook


def ids_in(path: Path) -> set[str]:
    """The ids of cells in a notebook's file: nbformat gives other cells a new id whenever it reads them."""
    with suppress(OSError, ValueError, AttributeError, KeyError, TypeError):  # reported where it is read
        return {cell["id"] for cell in json.loads(path.read_bytes())["cells"] if "id" in cell}
    return set()


def name_cells(notebook: NotebookNode, known: Collection[str], name: str) -> bool:
    """Give cells whose ids are not known an id of a name and their number; return whether there were any."""
    if notebook.nbformat_minor < 5:  # which has no ids
        return False
    unknown = [(number, cell) for number, cell in enumerate(notebook.cells) if cell.get("id") not in known]
    for number, cell in unknown:
        cell["id"] = next(named for more in count() if (named := f"{name}-{number}" + "x" * more) not in known)
    return bool(unknown)


def notebook_text(notebook: NotebookNode, sources: Mapping[int, str] | None = None) -> str:
    """A notebook of format 4 as it lies beside the kernel in which nbgrader grades it: without outputs, on one line.

    Every submission is written so; with nbformat's indentation that takes ten times as long.

    Args:
        sources: other code for some cells, by their indices.
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


def role(cell: NotebookNode) -> Role:
    """What a cell of a source notebook is for, by its nbgrader metadata."""
    marks = nbgrader(cell)
    if marks.get("task") or (marks.get("grade") and marks.get("solution")):
        return Role.MANUAL
    if cell.cell_type != "code":
        return Role.PROSE
    if marks.get("grade"):
        return Role.TEST
    return Role.STUDENT if marks.get("solution") else Role.GIVEN


def nbgrader(cell: NotebookNode) -> dict[str, object]:
    """A cell's nbgrader metadata; empty if it has none."""
    marks = cell["metadata"].get("nbgrader")  # not as an attribute: this is asked a thousand times a submission
    return marks if isinstance(marks, dict) else {}


def grade_id(cell: NotebookNode) -> str:
    """A cell's `grade_id`; empty if nbgrader does not manage the cell."""
    marks = cell["metadata"].get("nbgrader")
    name = marks.get("grade_id") if isinstance(marks, dict) else None
    return name if isinstance(name, str) else ""


def is_locked(cell: NotebookNode) -> bool:
    """Whether the cell stays the instructor's, whatever a student does to it."""
    marks = nbgrader(cell)
    return not marks.get("solution") and bool(marks.get("grade") or marks.get("locked"))


def has_tag(cell: NotebookNode, tag: str) -> bool:
    """Whether a cell has a tag, such as `RAISES_EXCEPTION`."""
    tags = cell.metadata.get("tags", [])
    return isinstance(tags, list) and tag in tags


def _exercises(notebook: NotebookNode) -> Iterator[Exercise]:
    solutions: list[str] = []
    tested: tuple[str, ...] = ()
    for cell in notebook.cells:
        name, cell_role = grade_id(cell), role(cell)
        if cell_role is Role.STUDENT:
            solutions.append(name)
        elif cell_role in (Role.TEST, Role.MANUAL):
            points = float(nbgrader(cell).get("points", 0))  # type: ignore[arg-type]
            if cell_role is Role.TEST:
                tested = tuple(solutions) or tested
                yield Exercise(name.removeprefix("test_"), name, points, tuple(solutions), tested=tested)
                solutions = []
            else:
                answer = () if is_locked(cell) else (name,)
                yield Exercise(name, name, points, answer, by_hand=True, tested=answer)


# How the heading of an exercise begins, unlike that of a part of one; and the points in brackets at its end.
_OF_EXERCISE = re.compile(
    r"(?:exercise|problem|question|task|part|step|aufgabe|übung|q)[\s.:#-]*(?:\d+[a-z]?|[a-z]|[ivx]+)\b", re.IGNORECASE
)
_POINTS = re.compile(r"\s*[(\[][^()\[\]]*\d[^()\[\]]*(?:points?|pts?|marks?|punkte?)\b[^()\[\]]*[)\]]", re.IGNORECASE)
_LONGEST_TITLE = 150


def _titles(notebook: NotebookNode, exercises: Iterable[Exercise]) -> Iterator[tuple[str, str]]:
    """Each exercise's test, and the heading above its first cell: the deepest of an exercise, or else the deepest.

    The notebook's own title, a first heading with no other on its level, is left out.
    """
    starts = {(exercise.solutions or (exercise.test,))[0]: exercise.test for exercise in exercises}
    above: list[tuple[int, str]] = []
    count = 0
    title_of_all = _title_of_all(notebook)
    for cell in notebook.cells:
        is_answer = bool(nbgrader(cell).get("solution"))
        if cell.cell_type == "markdown" and not is_answer:
            for level, text in _headings(cell.source):
                above = [heading for heading in above if heading[0] < level]
                above += [(level, text)] if count or text != title_of_all else []
                count += 1
        if (test := starts.get(grade_id(cell))) is not None:
            of_exercise = [text for _, text in above if _OF_EXERCISE.match(text) or _POINTS.search(text)]
            title = (of_exercise or [text for _, text in above] or [""])[-1]
            yield test, _POINTS.sub("", title).strip()[:_LONGEST_TITLE]


def _title_of_all(notebook: NotebookNode) -> str:
    """The notebook's own title; empty if it has none."""
    found = [one for cell in notebook.cells if cell.cell_type == "markdown" for one in _headings(cell.source)]
    levels = [level for level, _ in found]
    is_title = found and levels.count(levels[0]) == 1 == levels[0] and not _OF_EXERCISE.match(found[0][1])
    return found[0][1] if is_title else ""


def _headings(markdown: str) -> Iterator[tuple[int, str]]:
    """The headings of a Markdown text: the level of each, from 1, and its text without markup."""
    from markdown_it import MarkdownIt  # here, since only marking needs titles

    tokens = MarkdownIt().parse(markdown)
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            parts = [" " if part.type.endswith("break") else part.content for part in inline.children or ()]
            if text := " ".join("".join(parts).split()):
                yield int(opening.tag[1:]), text
