"""Which notebook of an assignment a file holds, by the cells in it and not by its name."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from nbproctor.errors import GradingError
from nbproctor.intake import safe_file
from nbproctor.intake.handed_in import all_paths, take
from nbproctor.intake.notebook_json import parsed
from nbproctor.intake.student_names import listed, shown
from nbproctor.intake.submission_folders import Submission
from nbproctor.intake.submitted_cells import SubmittedCell, cells_of

# A shorter text, such as one import, may stand in notebooks of any assignment.
_DISTINCTIVE_CHARACTERS = 40
# The share of the instructor's texts, or of the submitted ones if these are fewer, that must be the same. Two exams of
# one course share a few percent of their texts; a student keeps most of them.
_SHARE_OF_TEXTS = 0.2
_SHARE_OF_IDS = 0.5


class NotebookIdentity:
    """Compares notebooks with those of one assignment, whose releases are given as parsed JSON, by name.

    The texts of the instructor's cells decide: they are still there if another program removed the metadata, and two
    assignments of a course often have the same `grade_id`s. The `grade_id`s decide only where a release has no text of
    the instructor's, and between two notebooks that share the same number of texts.
    """

    def __init__(self, released: Mapping[str, Any]) -> None:
        cells = {name: cells_of(tree, []) for name, tree in released.items()}
        self._texts = {name: _distinctive(own) for name, own in cells.items()}
        self._ids = {name: _ids(own) for name, own in cells.items()}
        # Where there is nothing to solve, a notebook that was only run is what is asked for.
        to_solve = (own for own in cells.values() if any(cell.marks.get("solution") for cell in own))
        self._to_solve = [[_plain(cell.source) for cell in own] for own in to_solve]

    def names(self, tree: Any) -> list[str]:
        """The notebooks of the release that this can be: one, none, or several that fit equally well.

        Takes time in proportion to the notebook's length. A GradingError says that it is no notebook, or too long.
        """
        cells = cells_of(tree, [])
        texts, ids = {_plain(cell.source) for cell in cells} - {""}, _ids(cells)
        scores = {name: self._score(name, texts, ids) for name in self._texts}
        best = max(scores.values(), default=(0, 0))
        return [name for name, score in scores.items() if score == best and any(score)]

    def is_unchanged(self, tree: Any) -> bool:
        """Whether a notebook that is to be solved has all texts of its release, as if it was never saved."""
        return [_plain(cell.source) for cell in cells_of(tree, [])] in self._to_solve

    def _score(self, name: str, texts: set[str], ids: set[str]) -> tuple[int, int]:
        """How many texts and ids are the same; zeros if too few are."""
        same_texts, same_ids = len(self._texts[name] & texts), len(self._ids[name] & ids)
        if self._texts[name]:
            is_same = same_texts and same_texts >= _SHARE_OF_TEXTS * min(len(self._texts[name]), len(texts))
        else:
            is_same = same_ids and same_ids >= _SHARE_OF_IDS * min(len(self._ids[name]), len(ids))
        return (same_texts, same_ids) if is_same else (0, 0)


def released_trees(paths: Iterable[Path]) -> dict[str, Any]:
    """The released notebooks that can be read, as parsed JSON, by `<assignment>/<notebook>.ipynb`."""
    found = {}
    for path in paths:
        with suppress(OSError, ValueError, GradingError):
            tree = json.loads(path.read_bytes())
            cells_of(tree, [])  # raises if it is no notebook
            found[f"{path.parent.name}/{path.name}"] = tree
    return found


def _distinctive(cells: list[SubmittedCell]) -> set[str]:
    """The texts of a release that a student does not write, without the short ones unless there are no others."""
    texts = {_plain(cell.source) for cell in cells if not cell.marks.get("solution")} - {""}
    return {text for text in texts if len(text) >= _DISTINCTIVE_CHARACTERS} or texts


def _ids(cells: list[SubmittedCell]) -> set[str]:
    return {cell.grade_id for cell in cells} - {""}


def _plain(text: str) -> str:
    """A text without what editors change: line ends, and blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


_log = logging.getLogger(__name__)
_MOST_LOOKED_INTO, _MOST_BYTES = 20, 20_000_000
"""Most files of one student that are looked into, and the size of the largest one: they are read twice."""
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
