"""What an instructor says to all students with the same mistake: a file of the course for each assignment."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.report.mistake_groups import MOST_ID_DIGITS, group_id
from nbproctor.results import Result
from nbproctor.system import whole_files

_HEAD = """\
# Notes to all students with the same mistake, by its name in the class report; course feedback adds them to pages.
"""
_ID = re.compile(rf"[0-9a-f]{{{MOST_ID_DIGITS}}}")


def notes_file(course: Course, assignment: str) -> Path:
    """Where the notes on an assignment's mistakes are."""
    return course.root / "notes" / f"{assignment}.toml"


def read_notes(course: Course, assignment: str) -> dict[str, str]:
    """The notes on the mistakes of an assignment, by the group's id; none if there is no file.

    Raises:
        GradingError: the file cannot be read, or holds something else.
    """
    path = notes_file(course, assignment)
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise GradingError(f"{path} cannot be read: {error}; fix it, or move it away") from error
    if wrong := [name for name, note in found.items() if not isinstance(note, str)]:
        raise GradingError(f"{path}: the note on {wrong[0]} is not a string; put it in quotes")
    return found


def write_note(course: Course, assignment: str, group: str, text: str) -> Path:
    """Write a note on a mistake, in place of an earlier one; an empty text removes it.

    Args:
        group: the group's id, as the class report shows it.

    Returns:
        The file of the notes.

    Raises:
        GradingError: that is no id, or the file cannot be read or changed.
    """
    course.source_of(assignment)
    if not _ID.fullmatch(group):
        raise GradingError(
            f"{group!r} is not the name of a mistake: the class report shows the names, each of {MOST_ID_DIGITS} "
            "digits and letters"
        )
    notes, path = read_notes(course, assignment), notes_file(course, assignment)
    old = path.read_text(encoding="utf-8") if path.is_file() else _HEAD
    line = f'"{group}" = {_quoted(text)}\n' if text.strip() else ""
    new = re.sub(rf'^"?{group}"?[ \t]*=.*\n?', lambda _: line, old, flags=re.M)
    if group not in notes:
        new = f"{old.rstrip()}\n{line}"
    wanted = {**notes, group: text} if line else {name: note for name, note in notes.items() if name != group}
    if _parsed(new) != wanted:
        raise GradingError(f"the note on {group} in {path} has a format that this command cannot change: edit the file")
    path.parent.mkdir(exist_ok=True)
    whole_files.write(path, new)
    return path


def with_notes(result: Result, notes: Mapping[str, str]) -> Result:
    """A result with the notes on the mistakes in it."""
    said = [notes.get(group_id(each), "") if notes else "" for each in result.exercises]
    if said == [each.note for each in result.exercises]:
        return result
    noted = (replace(each, note=note) for each, note in zip(result.exercises, said, strict=True))
    return replace(result, exercises=tuple(noted))


def unused(notes: Mapping[str, str], results: Iterable[Result]) -> list[str]:
    """The ids of groups that have a note, and no students."""
    met = {group_id(exercise) for result in results for exercise in result.exercises}
    return sorted(notes.keys() - met)


def _parsed(text: str) -> object:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _quoted(text: str) -> str:
    # TOML's strings are JSON's, except that they hold no DEL.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
