"""The folder of the submissions. Files are added to it; an earlier attempt is moved aside before it is replaced."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from hashlib import sha256
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from nbproctor.config import Course
from nbproctor.config.directory_structure import ATTEMPTS, MOST_TIMESTAMP_BYTES, TIMESTAMP, journal_of
from nbproctor.errors import GradingError
from nbproctor.intake.student_names import objection, shown
from nbproctor.lms.attempt import Attempt
from nbproctor.lms.submission_files import SubmissionFiles, name_objection, same_name
from nbproctor.system import whole_files

_TIME = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s*(Z|UTC|[+-]\d\d:?\d\d|[A-Za-z_]+/[\w/+-]+)?"
)


def in_utc(text: str, zone: str) -> str | None:
    """A time in ISO 8601 as nbgrader writes it, such as `2026-02-02 15:58:23 UTC`; None if the text is no time.

    Args:
        zone: of a text that names no zone of its own.
    """
    found = _TIME.fullmatch(text.strip())
    if not found:
        return None
    *numbers, fraction, named = found.groups()
    try:
        moment = datetime(*(int(number or 0) for number in numbers), tzinfo=_zone(named or zone))  # type: ignore[misc, arg-type]
        moment += timedelta(microseconds=int((fraction or "0").ljust(6, "0")[:6]))
        return f"{moment.astimezone(UTC).replace(tzinfo=None)} UTC"
    except (ValueError, OverflowError, ZoneInfoNotFoundError):
        return None


def _zone(name: str) -> tzinfo:
    if name[0] not in "+-":
        return UTC if name in ("Z", "UTC") else ZoneInfo(name)
    hours, minutes = int(name[:3]), int(name[0] + name[-2:])
    return timezone(timedelta(hours=hours, minutes=minutes))


class Placement:
    """Writes submissions into the students' folders, and keeps a journal of them: a hidden file beside these folders.

    Without it, an older archive of a system that states no times would replace a newer one.

    Args:
        zone: the time zone of times that name none.
    """

    def __init__(self, course: Course, assignment: str, zone: str, is_trial: bool) -> None:
        self._folders = course.submissions(assignment)
        self._journal_path = journal_of(self._folders.base, assignment)
        self._journal = _read_journal(self._journal_path)
        self._zone = zone
        self._is_trial = is_trial
        base = self._folders.base
        self._names = {same_name(path.name): path.name for path in base.iterdir()} if base.is_dir() else {}

    def place(self, student: str, attempt: Attempt, files: SubmissionFiles, system: str) -> str:
        """Write one submission, if it is not there already and no later one is; returns what became of it.

        Raises:
            GradingError: the student cannot have a folder, or its place is taken by a link or by a look-alike.
        """
        folder = self._folder(student)
        contents = dict(files.contents)
        if time := self.time_of(attempt):
            contents[TIMESTAMP] = f"{time}\n".encode()
        entry: dict[str, Any] = {
            "system": system,
            "attempt": [*attempt.order],
            "time": time,
            "files": {path: sha256(content).hexdigest() for path, content in contents.items()},
        }
        before = self._journal.get(student) or _found_entry(folder)
        if before.get("files") == entry["files"] and all((folder / path).is_file() for path in entry["files"]):
            self._journal[student] = before if _is_older(entry, before) else entry
            return "already there"
        if _is_older(entry, before):
            return "older than the submission already there; not placed"
        return self._written(student, folder, contents, entry, before)

    def time_of(self, attempt: Attempt) -> str | None:
        """When it was handed in, in UTC; None if the system does not say."""
        return in_utc(attempt.time, self._zone) if attempt.time else None

    def save(self) -> None:
        """Write the journal."""
        if self._journal and not self._is_trial:
            text = json.dumps(self._journal, indent=1, sort_keys=True)
            if not self._journal_path.is_file() or self._journal_path.read_text("utf-8") != text:
                whole_files.write(self._journal_path, text)

    def _folder(self, student: str) -> Path:
        problem = objection(student) or name_objection(student)
        if "/" in student or student.startswith("."):
            problem = "leads to another folder, or to a hidden one"
        if problem:
            raise GradingError(f"{shown(student)} cannot be a student's folder: it {problem}")
        other = self._names.setdefault(same_name(student), student)
        if other != student:
            raise GradingError(
                f"{shown(student)} and {shown(other)} are the same folder where case does not matter: rename one of "
                "them"
            )
        folder = self._folders.of(student)
        way = [folder, *folder.parents]
        if any(path.is_symlink() for path in way[: way.index(self._folders.base)]):
            raise GradingError(f"{folder} is a link: replace it with a folder")
        return folder

    def _written(
        self, student: str, folder: Path, contents: dict[str, bytes], entry: dict[str, Any], before: dict[str, Any]
    ) -> str:
        earlier = before.get("files", {})
        if all(entry["files"].get(path) == digest for path, digest in earlier.items()):
            earlier = {}  # a part of the same files, which a run has left that was stopped
        changed = [path for path, content in contents.items() if not _holds(folder / path, content)]
        old = [path for path in {*earlier, *changed} if (folder / path).is_file() and not path.startswith(ATTEMPTS)]
        numbers = [int(path.name) for path in (folder / ATTEMPTS).glob("*") if path.name.isdecimal()]
        aside = folder / ATTEMPTS / str(max(numbers, default=0) + 1)
        try:
            if not self._is_trial:
                for path in old:
                    (aside / path).parent.mkdir(parents=True, exist_ok=True)
                    (folder / path).rename(aside / path)
                for path in {*old, *changed} & contents.keys():
                    whole_files.write(folder / path, contents[path])
        except OSError as error:
            raise GradingError(f"{folder} could not be written to: {error.strerror}") from None
        self._journal[student] = entry
        return f"new; the earlier attempt is in {ATTEMPTS}/{aside.name}" if old else "new"


def _read_journal(path: Path) -> dict[str, dict[str, Any]]:
    try:
        journal = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except NotADirectoryError:
        raise GradingError(f"{path.parent} is a file, and submissions go into a folder of this name: move it") from None
    except (OSError, ValueError):
        raise GradingError(f"{path} is damaged: remove it; the submissions in the students' folders are kept") from None
    return journal if isinstance(journal, dict) else {}


def _found_entry(folder: Path) -> dict[str, Any]:
    """What lies in a submission's folder, if the journal does not say."""
    if not folder.is_dir():
        return {}
    paths = [path for path in whole_files.files_in(folder) if path.parts[0] != ATTEMPTS]
    stamp = folder / TIMESTAMP
    time = in_utc(stamp.read_text("utf-8", "replace")[:MOST_TIMESTAMP_BYTES], "UTC") if stamp.is_file() else None
    digests = {path.as_posix(): sha256((folder / path).read_bytes()).hexdigest() for path in paths}
    return {"time": time, "files": digests}


def _is_older(new: dict[str, Any], before: dict[str, Any]) -> bool:
    """Whether an attempt is known to be older than the one that is there."""
    if new["attempt"] and before.get("attempt") and new["system"] == before.get("system"):
        return bool(new["attempt"] < before["attempt"])
    return bool(new["time"] and before.get("time") and new["time"] < before["time"])


def _holds(path: Path, content: bytes) -> bool:
    return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content
