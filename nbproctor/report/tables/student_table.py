"""The result of one student as a table in the terminal, and the results of a class as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from rich.console import Group
from rich.text import Text

from nbproctor.report.exercise_words import by_person, by_person_with_comment
from nbproctor.report.numbers import number
from nbproctor.report.outcome_marks import MARKS, words
from nbproctor.report.score_words import percent_in_words, score_in_words
from nbproctor.report.tables.plain_table import plain_table
from nbproctor.report.tables.results_table import STYLES
from nbproctor.results import ExerciseResult, Result
from nbproctor.system.printable import cut, one_line, plain

_CHARACTERS = 1_000
"""Most characters that are shown of a message."""


def student_table(result: Result) -> Group:
    """One row an exercise: how it ended, its points, and what the machine and a person say of it."""
    table = plain_table(_title(result))
    table.add_column("exercise", no_wrap=True, max_width=40)
    table.add_column("outcome", no_wrap=True)
    table.add_column("points", justify="right", no_wrap=True)
    table.add_column("message")
    for exercise in result.exercises:
        outcome = exercise.outcome_now
        table.add_row(
            Text(one_line(exercise.name)),
            Text(f"{MARKS[outcome]} {words(outcome)}", style=STYLES[outcome]),
            Text(f"{'–' if exercise.is_open else number(exercise.score)} / {number(exercise.points)}"),
            Text("\n".join(_said(exercise))),
        )
    other = [Text(f"Another notebook: {one_line(said)}") for said in result.submission.other_notebook]
    repairs = [Text(f"Repaired: {one_line(cut(repair, _CHARACTERS))}") for repair in result.submission.repairs]
    kept = (
        [Text(f"Earlier grade kept since {one_line(result.kept_since)}: {one_line(result.kept_why)}")]
        if result.kept_since
        else []
    )
    return Group(table, *other, *repairs, *kept)


def results_json(results: Iterable[Result]) -> str:
    """The results of a class, sorted by student, as JSON in ASCII: a list of what their records say.

    Checksums of answers and pages, which only the next run needs, are not among it.
    """
    in_order = sorted(results, key=lambda result: (result.student, result.assignment))
    return json.dumps([_record(result) for result in in_order], indent=2)


def _record(result: Result) -> dict[str, Any]:
    record = result.record()
    for name in ("answers", "notebooks"):
        del record["submission"][name]
    del record["pages"]
    return record


def _title(result: Result) -> Text:
    said = f"{one_line(result.student)}, {one_line(result.assignment)}: "
    said += score_in_words(result)
    if result.penalty:
        said += f", less {number(result.penalty)} for lateness"
    return Text(said if result.percent_so_far is None else f"{said}, {percent_in_words(result)}")


def _said(exercise: ExerciseResult) -> list[str]:
    said = []
    if exercise.message and exercise.outcome_now is exercise.outcome:
        said.append(plain(cut(exercise.message, _CHARACTERS)))
    if by_person(exercise):
        said.append(plain(cut(by_person_with_comment(exercise), _CHARACTERS)))
    if exercise.has_open_points:
        said.append(f"points are pending: {one_line(exercise.disputed)}")
    return said
