"""The folders of the submissions: which students handed something in, and what is wrong with a folder."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from nbproctor.assignment.notebook import Assignment
from nbproctor.config.directory_structure import MOST_TIMESTAMP_BYTES, TIMESTAMP, StudentsFolders
from nbproctor.errors import GradingError
from nbproctor.intake import safe_file
from nbproctor.intake.student_names import listed, look_alikes, objection, shown, stand_in
from nbproctor.system.nbgrader_modules import nbgrader as nbgrader_module


@dataclass(frozen=True, slots=True)
class Submission:
    """One notebook that one student handed in for one assignment.

    Args:
        path: where the notebook lies, or should lie: by default `<folder>/<student>/<assignment>/<notebook>.ipynb`.
        problem: why it cannot be graded, if that is known before the file is read; empty otherwise.
        beside: sentences about the other files beside it.
        in_gradebook: whether the gradebook can hold the student's name.
        depth: how many folders below that of all students it lies.
        file: the path, from the notebook's folder, of the file that holds it; empty if it is the notebook's.
        others: the names of further notebooks in the same folder.
    """

    student: str
    assignment: str
    path: Path
    problem: str = ""
    beside: tuple[str, ...] = ()
    in_gradebook: bool = True
    depth: int = 2
    file: str = ""
    others: tuple[str, ...] = ()

    @property
    def file_name(self) -> str:
        """The name of the file that holds it, with the folders below the notebook's that lead to it."""
        return self.file or self.path.name

    @property
    def steps(self) -> tuple[str, ...]:
        """The names that lead from the root to the file that holds it."""
        return (*self.folders, *self.file_name.split("/"))

    @property
    def root(self) -> Path:
        """The folder of all students' folders, which is trusted; below it nothing is."""
        return self.path.parents[self.depth]

    @property
    def folders(self) -> tuple[str, ...]:
        """The student's folder and those in it that lead to the notebook."""
        return self.path.parent.parts[-self.depth :]

    @property
    def received(self) -> str | None:
        """When it was handed in, as `timestamp.txt` beside it says; None if it says no time."""
        said = self._timestamp()
        return said if said and _is_time(said) else None

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences about the files that came beside the notebook."""
        said, remarks = self._timestamp(), list(self.beside)
        if self.others and not self.problem:  # which the student may have wanted to be graded
            were = "was" if len(self.others) == 1 else "were"
            remarks.append(f"the folder also contains {listed(self.others)}, which {were} not graded")
        if said is None or (said and not _is_time(said)):
            remarks.append(f"{TIMESTAMP} contains no valid time; it was ignored")  # a quote might tell a secret
        return tuple(remarks)

    def _timestamp(self) -> str | None:
        """The text of `timestamp.txt`; empty if there is no such file; None if it is too long or cannot be read."""
        if not os.path.lexists(self.path.parent / TIMESTAMP):
            return ""
        try:
            with safe_file.opened(self.root, *self.folders, TIMESTAMP) as (file, _):
                said = file.read(MOST_TIMESTAMP_BYTES + 1)
                return said.decode("utf-8-sig").strip() if len(said) <= MOST_TIMESTAMP_BYTES else None
        except (GradingError, UnicodeDecodeError):
            return None


def find_submissions(
    folders: StudentsFolders, assignment: Assignment, released: Collection[str] = ()
) -> list[Submission]:
    """The submissions of an assignment, by student: every folder where one should be, whatever it holds.

    Args:
        released: the names of the files of the release, which students hand in again.

    Raises:
        GradingError: there is no such folder, or no submission in it.
    """
    try:
        students = sorted((path.name for path in folders.base.iterdir()), key=os.fsencode)
    except OSError as error:
        raise GradingError(
            f"there is no folder {folders.base}: collect the submissions into "
            f"<student>/{assignment.name}/{assignment.path.name} there, or name another folder with --submitted"
        ) from error
    looked = (_look(folders, student, assignment, released) for student in students)
    found = [submission for submission in looked if submission]
    if not found:
        raise GradingError(
            f"{folders.base} contains no submissions of {assignment.name}: they belong in "
            f"{folders.shown(assignment.path.name)}"
        )
    return list(_with_usable_names(found))


def passed_over(folder: Path) -> list[str]:
    """The names of archives and notebooks that lie among the students' folders, and belong to nobody."""
    with suppress(OSError):
        return sorted(path.name for path in folder.iterdir() if _kind_of(path.name) and not path.is_dir())
    return []


def _look(
    folders: StudentsFolders, student: str, assignment: Assignment, released: Collection[str]
) -> Submission | None:
    """None if there is no submission."""
    path = folders.of(student) / assignment.path.name
    made = Submission(student, assignment.name, path, depth=1 + len(folders.below))
    try:
        if not _may_hold(folders.base / student, folders.below):
            return _misnamed(made, folders.base / student) if folders.below == (assignment.name,) else None
        names = safe_file.entries(folders.base, student, *folders.below)
    except GradingError as error:
        return replace(made, problem=str(error))
    except Exception as bug:  # our bug; the other submissions are graded all the same
        return replace(made, problem=f"the folder could not be read ({type(bug).__name__})")
    names = [name for name in names if name != TIMESTAMP and not name.startswith(".")]
    own = [name for name in names if name not in released]
    others = tuple(name for name in own if name.lower().endswith(".ipynb") and name != made.path.name)
    is_there = made.path.name in names
    return replace(made, problem="" if is_there else _missing(made.path.name, own), others=others)


def _may_hold(student: Path, below: tuple[str, ...]) -> bool:
    """Whether there may be something for the assignment; a link or a locked folder may hold anything."""
    if student.is_symlink():
        return True
    return student.is_dir() and (os.path.lexists(student.joinpath(*below)) or not os.access(student, os.X_OK))


def _misnamed(made: Submission, student: Path) -> Submission | None:
    """A submission whose folder is called almost as it should be, or was never unpacked; None if there is none."""
    if not student.is_dir():
        return None
    names = safe_file.entries(made.root, student.name)
    meant = [name for name in names if _letters(name.removesuffix(_kind_of(name))) == _letters(made.assignment)]
    if not meant:
        return None
    archived = any(_kind_of(name) in _ARCHIVES for name in meant)
    cure = (
        f"unpack it into a folder {made.assignment}"
        if archived
        else f"rename it {made.assignment}, or move it into a folder of that name"
    )
    problem = f"there should be a folder {shown(made.assignment)}, but there is {listed(meant)}: {cure}"
    return replace(made, problem=problem)


_ARCHIVES = (".zip", ".gz", ".tgz", ".7z", ".rar", ".tar")


def _kind_of(name: str) -> str:
    """The ending of an archive's or a notebook's name; empty for any other."""
    ending = Path(name).suffix
    return ending if ending.lower() in (*_ARCHIVES, ".ipynb") else ""


def _letters(name: str) -> str:
    """A name without what people change in names: case, blanks and signs."""
    return "".join(character for character in name.casefold() if character.isalnum())


def _missing(wanted: str, names: list[str]) -> str:
    if not names:
        return f"nothing was handed in: there should be {shown(wanted)}"
    notebooks = [name for name in names if name.lower().endswith(".ipynb")]
    archives = [name for name in names if name.lower().endswith(_ARCHIVES)]
    cure = "unpack it" if archives else f"hand in {wanted}"
    if notebooks:
        cure = f"if that is the right notebook, rename it {wanted}"
    return f"there should be {shown(wanted)}, but there is {listed(notebooks or archives or names)}: {cure}"


def _with_usable_names(found: list[Submission]) -> Iterator[Submission]:
    """Replace names of students that cannot be used, and remark on names that look alike."""
    taken = {submission.student for submission in found}
    alike = look_alikes(taken)
    for submission in found:
        student = submission.student
        if objected := objection(student):
            problem = f"the name of the student's folder {objected}: rename the folder"
            yield replace(submission, student=stand_in(student, taken), problem=problem, in_gradebook=False, others=())
        elif any(not objection(other) for other in alike[student]):
            yield replace(submission, beside=(*submission.beside, _ALIKE_REMARK))
        else:
            yield submission


# It does not say whose: this student need not learn another's name.
_ALIKE_REMARK = "another folder has the same name except for case, spaces or accents: check whose work this is"


def _is_time(text: str) -> bool:
    if not text.isprintable():
        return False
    try:
        nbgrader_module("utils").parse_utc(text)
        # A part of a date is filled up with today's: then it is no time, but another one each day.
        parse = nbgrader_module("utils").dateutil.parser.parse
        *words, last = text.split()
        is_zone = "/" in last and last.replace("/", "").replace("_", "").isalpha()  # as nbgrader writes it
        date = " ".join(words) if is_zone else text
        dates = {parse(date, default=default).date() for default in _TWO_DAYS}
    except Exception:  # whatever dateutil makes of it, the gradebook could not read it either
        return False
    return len(dates) == 1


_TWO_DAYS = (datetime(2000, 1, 1), datetime(2001, 2, 2))
