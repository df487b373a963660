"""What is placed of one attempt: the notebooks of the assignment by their contents, and the files beside them."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from nbproctor.config.directory_structure import ATTEMPTS, TIMESTAMP
from nbproctor.errors import GradingError, PassingError
from nbproctor.intake.notebook_identity import NotebookIdentity
from nbproctor.intake.notebook_json import parsed, read_text
from nbproctor.intake.student_names import folders_above, listed, shown
from nbproctor.lms.archive import MOST_DEPTH, MOST_FILES_OF_A_SUBMISSION, MOST_SUBMISSION_BYTES, Archive, Unplaced
from nbproctor.lms.attempt import ArchivedFile, Attempt

_FORBIDDEN = frozenset('<>:"|?*\\')
_PORTS = (f"{port}{digit}" for port in ("com", "lpt") for digit in range(10))
_DEVICES = frozenset({"con", "prn", "aux", "nul", *_PORTS})
_MOST_BYTES = 200


def name_objection(path: str) -> str:
    """Say why a path below a folder cannot be written everywhere; empty if it can."""
    for name in PurePosixPath(path).parts:
        if name.strip(". ") != name.lstrip(". ") or not name.strip(". "):
            return "ends with a dot or a space"
        if not _FORBIDDEN.isdisjoint(name) or not name.isprintable():
            return "contains a character that not every file system allows"
        if name.partition(".")[0].strip().casefold() in _DEVICES:
            return "is the name of a device"
        if len(name.encode("utf-8", "replace")) > _MOST_BYTES:
            return "is too long"
    return ""


def same_name(path: str) -> str:
    """A form that is equal for paths that are one file where case or the composition of letters makes no difference."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", path).casefold())


_PAGES = (".pdf", ".html", ".htm")
_TEXTS = ("text.html", "link.html", "onlinetext.html")
_MOST_REMARKS = 50
"""A zip can name a million files that are left out."""


@dataclass(frozen=True)
class SubmissionFiles:
    """The files of one submission, by path (those under `attempts/` do not count), and remarks on those left out."""

    contents: Mapping[str, bytes]
    remarks: tuple[str, ...]


@dataclass(frozen=True)
class _Found:
    """A file with its bytes, and the notebooks of the assignment that it can be."""

    file: ArchivedFile
    content: bytes
    names: tuple[str, ...] = ()


@dataclass
class _Remarks:
    """Sentences about what was left out: the first ones, and how many there are."""

    first: list[str] = field(default_factory=list)
    count: int = 0

    def append(self, sentence: str) -> None:
        self.count += 1
        if self.count <= _MOST_REMARKS:
            self.first.append(sentence)

    def all(self) -> tuple[str, ...]:
        more = self.count - len(self.first)
        return (*self.first, *([f"more remarks like these, not shown: {more:,}"] if more else []))


def submission_files(attempt: Attempt, identity: NotebookIdentity, refused: Sequence[Unplaced] = ()) -> SubmissionFiles:
    """Read an attempt.

    Args:
        refused: what else was handed in, and cannot be read.

    Raises:
        PassingError: the machine does not read one of its files.
        GradingError: it holds no notebook of the assignment, or several and it is not clear which counts.
    """
    remarks = _Remarks()
    _remark_on(refused, remarks)
    found = [_looked_at(file, content, identity, remarks) for file, content in _files(attempt, remarks)]
    notebooks = _notebooks(found)
    if not notebooks:
        raise GradingError(_about_none(attempt, remarks))
    contents = {f"{name}.ipynb": chosen.content for name, chosen in notebooks.items()}
    folder = next(iter(notebooks.values())).file.path.rpartition("/")[0]
    places = _Places({*contents, TIMESTAMP, ATTEMPTS})
    for each in found:
        if each in notebooks.values() or (each.names and each.content in contents.values()):
            continue
        path = each.file.path.removeprefix(f"{folder}/") if folder else each.file.path
        problem = places.objection(path)
        if problem and each.names:  # an earlier upload of the notebook that counts
            path = f"{ATTEMPTS}/upload-{each.file.number}/{len(contents)}.ipynb"
        elif problem:
            remarks.append(f"{shown(each.file.path)} {problem}; it was left out")
            continue
        places.take(path)
        contents[path] = each.content
    return SubmissionFiles(contents, remarks.all())


def _remark_on(refused: Sequence[Unplaced], remarks: _Remarks) -> None:
    for each in refused:
        remarks.append(f"{shown(each.source)}: {each.why}; it was left out")


class _Places:
    """The paths in a submission's folder that are taken, where case makes no difference."""

    def __init__(self, paths: set[str]) -> None:
        self._files = {same_name(path) for path in paths}
        self._folders = {""}

    def take(self, path: str) -> None:
        self._files.add(same_name(path))
        self._folders.update(folders_above(same_name(path)))

    def objection(self, path: str) -> str:
        """Why a file cannot lie there; empty if it can."""
        if problem := name_objection(path):
            return problem
        name = same_name(path)
        is_taken = name in self._files | self._folders or not self._files.isdisjoint(folders_above(name))
        return "has the same name as another file" if is_taken else ""


def _files(attempt: Attempt, remarks: _Remarks) -> Iterator[tuple[ArchivedFile, bytes]]:
    """The files with their bytes, those of zips among them, within bounds of count, size and depth."""
    waiting = [(file, 0) for file in reversed(attempt.files)]
    count, left = 0, MOST_SUBMISSION_BYTES
    while waiting:
        file, depth = waiting.pop()
        count += 1
        if count > MOST_FILES_OF_A_SUBMISSION:
            raise GradingError(f"it contains more than {MOST_FILES_OF_A_SUBMISSION:,} files")
        if file.name.lower().endswith(_PAGES):
            if file.name not in _TEXTS:
                remarks.append(f"{shown(file.name)} is PDF or HTML, not a notebook; it was left out")
            continue
        left -= file.size
        if left < 0:
            raise GradingError(f"it unpacks to more than {MOST_SUBMISSION_BYTES / 1e6:,.0f} MB")
        try:
            if not file.name.lower().endswith(".zip"):
                yield file, file.content()
                continue
            if depth == MOST_DEPTH:
                raise GradingError(f"{shown(file.name)} is nested in more than {MOST_DEPTH} archives")
            inner = Archive.within(file)
        except PassingError:
            raise
        except GradingError as problem:
            remarks.append(f"{problem}; it was left out")
            continue
        _remark_on(inner.refused, remarks)
        waiting += [(each, depth + 1) for each in reversed(inner.files)]


def _looked_at(file: ArchivedFile, content: bytes, identity: NotebookIdentity, remarks: _Remarks) -> _Found:
    """Recognise a file that is a notebook, whatever its name is."""
    is_called_so = file.name.lower().endswith(".ipynb")
    is_json = content[:1_000].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    if not (is_called_so or (is_json and b'"cells"' in content)):
        return _Found(file, content)
    try:
        names = identity.names(parsed(read_text(io.BytesIO(content), len(content)), []))
    except GradingError as problem:
        if is_called_so:
            remarks.append(f"{shown(file.name)} could not be read as a notebook: {problem}")
        return _Found(file, content)
    if not names and is_called_so:
        remarks.append(f"nothing in {shown(file.name)} belongs to this assignment")
    return _Found(file, content, tuple(names))


def _notebooks(found: list[_Found]) -> dict[str, _Found]:
    """The file of each notebook of the assignment; a GradingError if it is not clear which of several counts."""
    by_name: dict[str, list[_Found]] = {}
    for each in found:
        meant = [name for name in each.names if each.file.name == f"{name}.ipynb"] or each.names
        if len(meant) > 1:
            raise GradingError(
                f"{shown(each.file.name)} could be any of {listed(meant)}: ask the student for a file with the right "
                "name"
            )
        for name in meant:
            by_name.setdefault(name, []).append(each)
    return {name: _newest(name, several) for name, several in by_name.items()}


def _newest(name: str, several: list[_Found]) -> _Found:
    last = max(each.file.number for each in several)
    newest = [each for each in several if each.file.number == last]
    newest = [each for each in newest if each.file.name == f"{name}.ipynb"] or newest
    if len({each.content for each in newest}) > 1:
        paths = listed([each.file.path for each in newest])
        raise GradingError(f"{paths} are both {shown(name)}, but differ: ask which one counts, and remove the other")
    return newest[0]


def _about_none(attempt: Attempt, remarks: _Remarks) -> str:
    if any(file.name in _TEXTS for file in attempt.files):
        return "a text or a link was handed in instead of a file: ask for the notebook"
    if not attempt.files and not remarks.count:
        return "no file was handed in"
    said = f": {'; '.join(remarks.first[:3])}" if remarks.count else ""
    return f"it contains no notebook of this assignment{said}"
