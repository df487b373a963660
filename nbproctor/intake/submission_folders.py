"""What a student handed in: where it lies, whose it is, and what is made of it for the examination."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, Role
from nbproctor.errors import GradingError
from nbproctor.intake import safe_file
from nbproctor.intake.student_names import listed, look_alikes, objection, shown, stand_in
from nbproctor.system.nbgrader_modules import nbgrader as nbgrader_module

_TIMESTAMP = "timestamp.txt"
_TIMESTAMP_BYTES = 100


@dataclass(frozen=True, slots=True)
class Submission:
    """One notebook that one student handed in for one assignment.

    Args:
        student: who handed it in, as results and files name them.
        assignment: the assignment's name.
        path: where the notebook lies, or should: `<folder>/<student>/<assignment>/<notebook>.ipynb`.
        problem: why it cannot be graded, known before it is read; empty if nothing is known.
        beside: what there is to say of what lies beside it.
        in_gradebook: whether the gradebook can hold the student's name.
    """

    student: str
    assignment: str
    path: Path
    problem: str = ""
    beside: tuple[str, ...] = ()
    in_gradebook: bool = True

    @property
    def root(self) -> Path:
        """The folder of all submissions, which is trusted; below it nothing is."""
        return self.path.parents[2]

    @property
    def folders(self) -> tuple[str, str]:
        """The student's folder and the assignment's in it."""
        return self.path.parents[1].name, self.path.parent.name

    @property
    def received(self) -> str | None:
        """When it was handed in, as `timestamp.txt` beside it says; None if it says no time."""
        said = self._timestamp()
        return said if said and _is_time(said) else None

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is wrong with what came beside the notebook."""
        said = self._timestamp()
        if said is None or (said and not _is_time(said)):
            return (*self.beside, f"{_TIMESTAMP} holds no time; it was left out")  # a quote might tell a secret
        return self.beside

    def _timestamp(self) -> str | None:
        """What the file says; empty if there is none; None if it is none, or cannot be read."""
        if not os.path.lexists(self.path.parent / _TIMESTAMP):
            return ""
        try:
            with safe_file.opened(self.root, *self.folders, _TIMESTAMP) as file:
                said = file.read(_TIMESTAMP_BYTES + 1)
                return said.decode("utf-8-sig").strip() if len(said) <= _TIMESTAMP_BYTES else None
        except (GradingError, UnicodeDecodeError):
            return None


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
    sentence each, where they were not; `sha256` is of the file's bytes, in hexadecimal.
    """

    student: str
    notebook: NotebookNode
    cells: tuple[PaperCell, ...]
    repairs: tuple[str, ...]
    sha256: str


def find_submissions(folder: Path, assignment: Assignment, released: Collection[str] = ()) -> list[Submission]:
    """The submissions of an assignment, by student: every `<folder>/<student>/<assignment>`, whatever it holds.

    Args:
        folder: the folder of the submissions.
        assignment: the assignment.
        released: names of files that the release holds, and that students hand in again.

    Raises:
        GradingError: there is no such folder, or no submission in it.
    """
    try:
        students = sorted((path.name for path in folder.iterdir()), key=os.fsencode)
    except OSError as error:
        raise GradingError(
            f"there is no folder {folder}: collect the submissions, or name another with --submitted"
        ) from error
    found = [one for student in students if (one := _look(folder, student, assignment, released))]
    if not found:
        raise GradingError(
            f"{folder} holds no submissions of {assignment.name}: they lie in "
            f"<student>/{assignment.name}/{assignment.path.name}"
        )
    return list(_with_usable_names(found))


def _look(folder: Path, student: str, assignment: Assignment, released: Collection[str]) -> Submission | None:
    """What a student handed in; None if nothing."""
    place = folder / student / assignment.name
    made = Submission(student, assignment.name, place / assignment.path.name)
    try:
        if not _may_hold(folder / student, assignment.name):
            return None
        names = safe_file.entries(folder, student, assignment.name)
    except GradingError as error:
        return replace(made, problem=str(error))
    except Exception as bug:  # of ours; the others are graded all the same
        return replace(made, problem=f"the folder could not be looked into ({type(bug).__name__})")
    names = [name for name in names if name != _TIMESTAMP and not name.startswith(".")]
    if made.path.name not in names:
        return replace(made, problem=_missing(made.path.name, names))
    return replace(made, beside=tuple(_beside(made.path.name, names, released)))


def _may_hold(student: Path, assignment: str) -> bool:
    """Whether there may be something for the assignment; a link or a locked folder may hold anything."""
    if student.is_symlink():
        return True
    return student.is_dir() and (os.path.lexists(student / assignment) or not os.access(student, os.X_OK))


def _missing(wanted: str, names: list[str]) -> str:
    if not names:
        return f"nothing was handed in: there should be {shown(wanted)}"
    notebooks = [name for name in names if name.lower().endswith(".ipynb")]
    archives = [name for name in names if name.lower().endswith((".zip", ".gz", ".tgz", ".7z", ".rar", ".tar"))]
    cure = f"rename it {wanted}" if notebooks else "unpack it" if archives else f"hand in {wanted}"
    return f"there should be {shown(wanted)}, but there is {listed(notebooks or archives or names)}: {cure}"


def _beside(notebook: str, names: list[str], released: Collection[str]) -> Iterator[str]:
    """What a student may have wanted to be used, and is not."""
    kinds = (".ipynb", ".py")
    others = [name for name in names if name.lower().endswith(kinds) and name != notebook and name not in released]
    if others:
        yield f"beside the notebook lay {listed(others)}; only {shown(notebook)} is graded"


def _with_usable_names(found: list[Submission]) -> Iterator[Submission]:
    taken = {one.student for one in found}
    alike = look_alikes(taken)
    for one in found:
        if objected := objection(one.student):
            name = stand_in(one.student, taken)
            problem = f"the name of the student's folder {objected}: rename the folder"
            yield replace(one, student=name, problem=problem, in_gradebook=False)
        elif any(not objection(other) for other in alike[one.student]):
            yield replace(one, beside=(*one.beside, _ALIKE))
        else:
            yield one


# It does not say whose: this student need not learn another's name.
_ALIKE = "another folder is called the same but for case, blanks or accents: make sure whose work this is"


def _is_time(text: str) -> bool:
    if not text.isprintable():
        return False
    try:
        nbgrader_module("utils").parse_utc(text)
    except Exception:  # whatever dateutil makes of it, the gradebook could not read it either
        return False
    return True
