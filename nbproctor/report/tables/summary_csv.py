"""The results of a class as a spreadsheet: `summary.csv`."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO

from nbproctor.report.words import by_person_with_comment, number, words
from nbproctor.results import Result
from nbproctor.system.printable import plain

_FIRST_COLUMNS = ("student", "assignment", "score", "max_score", "cap", "percent")
_LAST_COLUMNS = ("late penalty", "received", "repairs", "by a person", "kept since", "open points")
# The wide forms count as formulas too where the keyboard writes them. Blanks and quotes before one are often taken
# off; and where the comma is the decimal sign, a semicolon or a tab starts a new cell inside what is one here.
_FORMULA = re.compile(r"""[\s"']*+[=+\-@|%＝＋－＠]|[\t\r\n]""")
_INNER_FORMULA = re.compile(r"""(?:;[\s"']*+|(?<![\s"';])[\s"']++)(?=[=+\-@|%＝＋－＠])""")
_NEW_CELL = re.compile(r"[;\t\r\n]")
_NUMBER = re.compile(r"[+-]?[0-9]++(\.[0-9]++)?([eE][+-]?[0-9]++)?")


def summary_csv(results: Sequence[Result]) -> str:
    """One row a submission, sorted by student: the score, then each exercise's points and outcome, as they count.

    An open exercise has no points, and its submission no percent. If something was not examined, there is no score.
    """
    exercises = {each.cell: each.name for result in results for each in result.exercises}
    in_order = sorted(results, key=lambda result: (result.student, result.assignment))
    return csv_text([_header(exercises), *(_row(result, exercises) for result in in_order)])


def _header(exercises: Mapping[str, str]) -> Iterator[str]:
    yield from _FIRST_COLUMNS
    for name in exercises.values():
        yield from (name, f"{name} outcome")
    yield from _LAST_COLUMNS


def _row(result: Result, exercises: Mapping[str, str]) -> Iterator[str | float]:
    score = "" if result.unexamined else result.score
    percent = "" if result.open_points or result.percent_so_far is None else result.percent
    yield from (result.student, result.assignment, score, result.max_score, result.cap, percent)
    by_cell = result.by_cell
    for cell in exercises:
        exercise = by_cell.get(cell)
        yield exercise.score if exercise and not exercise.is_open else ""
        yield words(exercise.outcome_now) if exercise else ""
    submission = result.submission
    yield from (result.penalty, submission.received or "", "; ".join(submission.other_notebook + submission.repairs))
    yield "; ".join(f"{each.name}: {by_person_with_comment(each)}" for each in result.exercises if each.has_decision)
    yield from (result.kept_since, result.open_points)


def csv_text(rows: Iterable[Iterable[str | float]]) -> str:
    """A table as CSV; text that a spreadsheet could take for a formula has an apostrophe before it."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([_defused(cell) if isinstance(cell, str) else number(cell) for cell in row] for row in rows)
    return text.getvalue()


def _defused(text: str) -> str:
    if not _NUMBER.fullmatch(text):
        first = "'" if _FORMULA.match(text) else ""
        text = first + _INNER_FORMULA.sub(lambda found: _NEW_CELL.sub(r"\g<0>'", found[0]), text)
    return plain(text)
