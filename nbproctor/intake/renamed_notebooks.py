"""Notebooks that were handed in under another name: they are known by what is in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from nbproctor.errors import GradingError
from nbproctor.intake.handed_in import take
from nbproctor.intake.notebook_identity import NotebookIdentity
from nbproctor.intake.notebook_json import parsed
from nbproctor.intake.student_names import listed, shown
from nbproctor.intake.submission_folders import Submission


def with_renamed(
    submissions: Iterable[Submission], released: Mapping[str, Any], most_bytes: int
) -> Iterator[Submission]:
    """The submissions, where a notebook is missing and another one lies there that is the same but for its name.

    Args:
        released: the notebooks of the release, by their names.
        most_bytes: the size of the largest file that is read, in bytes.
    """
    identity = cache(lambda: NotebookIdentity(released))
    for submission in submissions:
        if not submission.candidates:
            yield submission
            continue
        name = submission.path.name
        same = [each for each in submission.candidates if _holds(submission, each, identity(), most_bytes)]
        if len(same) == 1:
            remark = f"{shown(same[0])} was graded as {shown(name)}, as its cells are"
            yield replace(submission, file=same[0], problem="", candidates=(), beside=(remark,))
        elif same:
            problem = (
                f"there is no {shown(name)}, but several notebooks with its cells, {listed(same)}: keep one of them"
            )
            yield replace(submission, problem=problem)
        else:
            yield submission


def _holds(submission: Submission, file: str, identity: NotebookIdentity, most_bytes: int) -> bool:
    taken = take(replace(submission, file=file, problem=""), most_bytes)
    try:
        return not taken.problem and identity.names(parsed(taken.content, [])) == [submission.path.name]
    except GradingError:
        return False
