"""Notebooks that were handed in under another name: they are known by what is in them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

from nbproctor.errors import GradingError
from nbproctor.intake import safe_file
from nbproctor.intake.handed_in import all_paths, take
from nbproctor.intake.notebook_identity import NotebookIdentity
from nbproctor.intake.notebook_json import parsed
from nbproctor.intake.student_names import listed, shown
from nbproctor.intake.submission_folders import Submission

_log = logging.getLogger(__name__)
_MOST_LOOKED_INTO, _MOST_BYTES = 20, 20_000_000
_MOST_BYTES_LOOKED_INTO = 100_000_000
_BEFORE_JSON = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"  # marks of encodings, and blanks


def with_renamed(
    submissions: Mapping[str, list[Submission]],
    released: Mapping[str, Any],
    most_bytes: int,
    course: Callable[[], Mapping[str, Any]],
) -> dict[str, dict[str, Submission]]:
    """The submissions of each notebook by student, where one that is missing may lie there under another name.

    Args:
        course: reads the released notebooks of the whole course, by `<assignment>/<notebook>.ipynb`.
    """
    of_course = cache(lambda: NotebookIdentity(course()))
    identity = cache(lambda: NotebookIdentity(released))
    found = {
        name: {
            each.student: _found(each, identity(), of_course, most_bytes)
            if each.problem and each.in_gradebook
            else each
            for each in of_students
        }
        for name, of_students in submissions.items()
    }
    for of_students in found.values():
        for student, each in of_students.items():
            taken = {notebook[student].file for notebook in found.values() if student in notebook}
            of_students[student] = replace(each, others=tuple(name for name in each.others if name not in taken))
    return found


def _found(
    submission: Submission, identity: NotebookIdentity, of_course: Callable[[], NotebookIdentity], most_bytes: int
) -> Submission:
    name = submission.path.name
    most = min(most_bytes, _MOST_BYTES)
    # What is called a notebook, and lies where it should, comes before all else.
    for candidates in (submission.others, (path for path in _hidden_away(submission) if path not in submission.others)):
        files = _few(submission, candidates, most)
        if same := [each for each in files if _names(submission, each, identity, most) == [name]]:
            break
    else:
        return _known_elsewhere(submission, of_course, most)
    if len(same) > 1:
        problem = f"there is no {shown(name)}, but several notebooks have its cells: {listed(same)}; keep one of them"
        return replace(submission, problem=problem)
    remark = f"{shown(same[0])} was graded as {shown(name)} because it has the same cells"
    return replace(submission, file=same[0], problem="", beside=(*submission.beside, remark))


def _hidden_away(submission: Submission) -> list[str]:
    """The paths of all files in the submission's folder, whatever their names; those called notebooks come first."""
    found: list[str] = []
    with suppress(GradingError):  # what was found before counts
        found.extend(all_paths(submission, lambda name: name.startswith(".")))
    visible = (path for path in found if not path.rpartition("/")[2].startswith("."))
    return sorted(visible, key=lambda path: ".ipynb" not in path.lower())


def _few(submission: Submission, paths: Iterable[str], most_bytes: int) -> Iterator[str]:
    """Those of the files that may be JSON, within bounds."""
    count, left = 0, _MOST_BYTES_LOOKED_INTO
    for path in paths:
        steps = *submission.folders, *path.split("/")
        with suppress(GradingError), safe_file.opened(submission.root, *steps) as (file, size):
            is_json = file.read(1000).lstrip(_BEFORE_JSON).startswith(b"{")
            if not is_json or size > min(most_bytes, left):
                continue
            count, left = count + 1, left - size
            yield path
        if count == _MOST_LOOKED_INTO:
            return


def _known_elsewhere(submission: Submission, of_course: Callable[[], NotebookIdentity], most_bytes: int) -> Submission:
    """A submission of which nothing was found, with the name of the assignment whose notebook lies there instead."""
    for file in _few(submission, submission.others, most_bytes):
        if names := _names(submission, file, of_course(), most_bytes):
            wanted, other = submission.path.name, names[0].partition("/")[0]
            if other != submission.assignment:
                problem = f"there should be {shown(wanted)}, but {shown(file)} is the notebook of {other}"
                return replace(submission, problem=f"{problem}: hand in {wanted}")
    return submission


def _names(submission: Submission, file: str, identity: NotebookIdentity, most_bytes: int) -> list[str]:
    """The notebooks that a file can be; none if it cannot be read."""
    try:
        taken = take(replace(submission, file=file, problem=""), most_bytes)
        return [] if taken.problem else identity.names(parsed(taken.content, []))
    except GradingError:
        return []
    except Exception:  # our bug; the other submissions are graded all the same
        _log.exception("%s: %s could not be read", submission.student, shown(file))
        return []
