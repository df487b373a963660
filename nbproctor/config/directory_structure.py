"""Where the folders of a course lie: nbgrader's `directory_structure`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from nbproctor.errors import GradingError

_STEP, _STUDENT, _ASSIGNMENT = _KEYS = "{nbgrader_step}", "{student_id}", "{assignment_id}"
DEFAULT_STRUCTURE = f"{_STEP}/{_STUDENT}/{_ASSIGNMENT}"
"""The structure of a course that configures none."""

TIMESTAMP = "timestamp.txt"
"""The name of the file, beside a notebook, that says when it was handed in."""
MOST_TIMESTAMP_BYTES = 100
ATTEMPTS = "attempts"
"""The folder, beside a notebook, in which `course collect` keeps the attempts before it."""


def journal_of(students: Path, assignment: str) -> Path:
    """The file in which `course collect` notes what it has placed, in the folder of all students' folders."""
    return students / f".collected-{assignment}.json"


def notebooks_in(folder: Path) -> list[Path]:
    """The notebooks in an assignment's folder, in the order of their names; nbgrader passes over hidden ones."""
    return sorted(path for path in folder.glob("*.ipynb") if not path.name.startswith("."))


@dataclass(frozen=True)
class StudentsFolders:
    """The students' folders of one step and assignment; within each, these folders lead to the files."""

    base: Path
    below: tuple[str, ...]

    def of(self, student: str) -> Path:
        """The folder of a student's files."""
        return self.base.joinpath(student, *self.below)

    def shown(self, name: str) -> str:
        """Where a file of a student's lies, for a sentence."""
        return "/".join(("<student>", *self.below, name))


@dataclass(frozen=True)
class DirectoryStructure:
    """The folders on the way from the course's root to a file, in order; some are keys of nbgrader's."""

    parts: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> DirectoryStructure:
        """The structure that a text describes; a GradingError if folders in that order could not be found again."""
        parts = PurePosixPath(text).parts
        keys = [part for part in parts if "{" in part or "}" in part]
        are_whole = sorted(keys) == sorted(_KEYS)
        others = [part for part in parts if part != _STUDENT]
        if not (are_whole and keys[0] == _STEP and parts[-1] in _KEYS and others[-1] == _ASSIGNMENT):
            raise GradingError(
                f"c.CourseDirectory.directory_structure is {text!r}: each of {_STEP}, {_STUDENT} and {_ASSIGNMENT} "
                "must be a folder of its own: the step first, the other two last, in either order; nbgrader's "
                f"default is {DEFAULT_STRUCTURE!r}"
            )
        return cls(parts)

    def assignments(self, root: Path, step: str) -> Path:
        """The folder of all assignments, of a step without students' folders, given as a name or a path."""
        return root.joinpath(*(step if part == _STEP else part for part in self.parts if part not in _KEYS[1:]))

    def students(self, root: Path, step: str, assignment: str) -> StudentsFolders:
        """The folders of all students, of a step given as a name or a path."""
        filled = [{_STEP: step, _ASSIGNMENT: assignment}.get(part, part) for part in self.parts]
        student = self.parts.index(_STUDENT)
        return StudentsFolders(root.joinpath(*filled[:student]), tuple(filled[student + 1 :]))
