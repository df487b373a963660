"""A submission taken from its files: all that grading looks at, as plain data that can be graded on any machine."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cached_property
from hashlib import sha256

from nbproctor.config import Course
from nbproctor.config.directory_structure import ATTEMPTS, TIMESTAMP, journal_of
from nbproctor.errors import GradingError, PassingError
from nbproctor.intake import safe_file
from nbproctor.intake.notebook_json import JsonText, read_text
from nbproctor.intake.student_names import folders_above, shown
from nbproctor.intake.submission_folders import Submission
from nbproctor.results import NOTHING_READ

MOST_FILE_BYTES = 500_000_000
"""The size of the largest file that is read, in bytes, unless the configuration says otherwise."""


@dataclass(frozen=True)
class HandedIn:
    """One notebook as it was handed in.

    Args:
        received: when it was handed in, as `timestamp.txt` says it; None if that is not known.
        remarks: sentences about the other files beside it.
        content: the text of the file; its checksum is `NOTHING_READ` if no file was read.
        problem: why it cannot be graded, whatever the file says; empty if there is no such reason.
        may_pass: whether the problem is the machine's, and may have passed when it is tried again.
        files: the bytes of the files beside it that the student's code may open, by their paths.
    """

    student: str
    assignment: str
    name: str
    received: str | None
    remarks: tuple[str, ...]
    content: JsonText
    problem: str
    may_pass: bool = False
    files: dict[str, bytes] = field(default_factory=dict)


def take(
    submission: Submission, most_bytes: int = MOST_FILE_BYTES, further: FurtherFilesRule | None = None
) -> HandedIn:
    """Take a submission from its file, with those of the files beside it that a rule allows; None allows none."""
    beside = FurtherFiles({})
    try:
        content, problem = _notebook_content(submission, most_bytes), submission.problem
        if further:
            beside = further_files(submission, further)
    except PassingError as error:
        return not_taken(submission, str(error))
    except GradingError as error:
        content, problem = JsonText(sha256=NOTHING_READ), submission.problem or str(error)
    return _handed_in(submission, content, problem, beside)


def not_taken(submission: Submission, problem: str) -> HandedIn:
    """A submission whose file could not be looked at, for no fault of its own."""
    return replace(_handed_in(submission, JsonText(sha256=NOTHING_READ), problem, FurtherFiles({})), may_pass=True)


def checksum(submission: Submission, most_bytes: int) -> str:
    """The SHA-256 of a submission's file, in hexadecimal, as `take` finds it, but without reading its text."""
    try:
        with safe_file.opened(submission.root, *submission.steps) as (file, size):
            if size > most_bytes:
                return NOTHING_READ
            return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    except GradingError:
        return NOTHING_READ


def _handed_in(submission: Submission, content: JsonText, problem: str, beside: FurtherFiles) -> HandedIn:
    return HandedIn(
        student=submission.student,
        assignment=submission.assignment,
        name=submission.path.name,
        received=submission.received,
        remarks=(*submission.remarks, *beside.remarks),
        content=content,
        problem=problem,
        files=beside.contents,
    )


def _notebook_content(submission: Submission, most_bytes: int) -> JsonText:
    with safe_file.opened(submission.root, *submission.steps) as (file, size):
        if size > most_bytes:
            raise GradingError(
                f"{shown(submission.file_name)} is {size / 1e6:,.0f} MB, more than the limit of "
                f"{most_bytes / 1e6:,.0f} MB: clear its outputs, and hand it in again"
            )
        return read_text(file, size)


MOST_ENTRIES = 2000
"""Most files and folders that are looked at in a submission."""
_MOST_PATH_CHARACTERS = 300


@dataclass(frozen=True)
class FurtherFilesRule:
    """Which of the files beside a notebook are the student's to bring.

    Args:
        instructors: the paths, with `/`, of the instructor's files, whose place no student's file takes.
        ignored: globs of the names of files and folders that are left out: nbgrader's `ignore`.
        most_bytes: what all files of one submission may hold together.
    """

    instructors: frozenset[str]
    ignored: tuple[str, ...]
    most_bytes: int

    @classmethod
    def of(cls, course: Course, assignment: str) -> FurtherFilesRule:
        """The rule for an assignment."""
        release = course.release / assignment
        released = {path.relative_to(release).as_posix() for path in release.rglob("*") if path.is_file()}
        # What a submission writes has to fit beside them.
        most_bytes = min(course.grading.further_bytes, course.grading.disk_bytes // 2)
        return cls(frozenset(released - course.students_files(assignment)), tuple(course.ignore), most_bytes)

    def ignores(self, name: str) -> bool:
        """Whether a file or folder of this name is left out; as for nbgrader, `*` stands for no hidden one."""
        return any(fnmatchcase(name, glob) and name.startswith(".") <= glob.startswith(".") for glob in self.ignored)

    def is_taken(self, path: str) -> bool:
        """Whether something of the instructor's lies where a path leads, or a file of theirs on the way there."""
        return path in self._folders or not self.instructors.isdisjoint((path, *folders_above(path)))

    @cached_property
    def _folders(self) -> frozenset[str]:
        return frozenset(folder for path in self.instructors for folder in folders_above(path))


@dataclass(frozen=True)
class FurtherFiles:
    """The files beside the notebooks of one submission, by path with `/`, and sentences about those left out."""

    contents: dict[str, bytes]
    remarks: tuple[str, ...] = ()

    @property
    def checksums(self) -> dict[str, str]:
        """Their SHA-256s in hexadecimal, by their paths."""
        return {path: sha256(content).hexdigest() for path, content in self.contents.items()}


def further_files(submission: Submission, rule: FurtherFilesRule) -> FurtherFiles:
    """Read what lies beside the notebook of a submission: plain files, within bounds, but no notebook.

    Nothing is read if the submission cannot be graded. A PassingError says that the disk could not be read.
    """
    if submission.problem:
        return FurtherFiles({})
    contents: dict[str, bytes] = {}
    remarks: list[str] = []
    left = rule.most_bytes
    try:
        for path in _paths(submission, rule):
            try:
                contents[path] = _file_content(submission, path, left)
                left -= len(contents[path])
            except PassingError:
                raise
            except GradingError as problem:
                remarks.append(f"{problem}; it was left out")
    except PassingError:
        raise
    except GradingError as problem:
        return FurtherFiles({}, (f"{problem}: none of the files beside the notebook was used",))
    return FurtherFiles(contents, tuple(remarks))


def _paths(submission: Submission, rule: FurtherFilesRule) -> Iterator[str]:
    """The paths of all files that may be the student's, folder by folder, whatever they are."""
    for path in all_paths(submission, rule.ignores):
        is_notebook = path.endswith(".ipynb") or path == submission.file
        if not (rule.ignores(path.rpartition("/")[2]) or is_notebook or path == TIMESTAMP or rule.is_taken(path)):
            yield path


def all_paths(submission: Submission, ignores: Callable[[str], bool]) -> Iterator[str]:
    """The paths of a submission's files, without earlier attempts and ignored folders; a GradingError if too many."""
    folders, entries = [""], 0
    earlier = {f"{ATTEMPTS}/"} if journal_of(submission.root, submission.assignment).is_file() else frozenset()
    for folder in folders:
        if len(folder) > _MOST_PATH_CHARACTERS:  # to get into it takes a step for each folder above
            raise GradingError(f"the folder {shown(folder)} is nested too deeply")
        steps = folder.split("/")[:-1]
        inner, others = safe_file.folders_and_others(submission.root, *submission.folders, *steps, most=MOST_ENTRIES)
        entries += len(inner) + len(others)
        if entries >= MOST_ENTRIES:
            raise GradingError(f"there are {MOST_ENTRIES:,} files or more")
        inner_folders = [f"{folder}{name}/" for name in inner if not ignores(name)]
        folders += [path for path in inner_folders if path not in earlier]
        yield from (folder + name for name in others)


def _file_content(submission: Submission, path: str, most_bytes: int) -> bytes:
    if not path.isprintable() or len(path) > _MOST_PATH_CHARACTERS:
        raise GradingError(f"the name of the file {shown(path)} is too long, or contains invisible characters")
    with safe_file.opened(submission.root, *submission.folders, *path.split("/")) as (file, size):
        content = b"" if size > most_bytes else file.read(most_bytes + 1)
    if max(size, len(content)) > most_bytes:
        raise GradingError(
            f"{shown(path)} is {size / 1e6:,.1f} MB, but there is room for only {most_bytes / 1e6:,.1f} MB more "
            "beside the notebook"
        )
    return content
