"""The results of a class, and of one student, as tables in the terminal and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from rich.bar import Bar
from rich.columns import Columns
from rich.console import Group
from rich.table import Column, Table
from rich.text import Text

from nbproctor.report.overview import Overview, heading_of, overview, short_names
from nbproctor.report.tables.plain_table import plain_table
from nbproctor.report.words import (
    MARKS,
    RARE,
    by_person,
    by_person_with_comment,
    number,
    percent_in_words,
    score_in_words,
    shown_titles,
    tally,
    words,
)
from nbproctor.results import ExerciseResult, Outcome, Result
from nbproctor.system.printable import cut, one_line, plain


def figures(header: str) -> Column:
    """A column of figures, which stay on one line."""
    return Column(header, justify="right", no_wrap=True)


MOST_ROWS = 40
"""For more submissions, the distribution is shown: nobody reads a longer table."""

_STYLES = {
    Outcome.PASSED: "green",
    Outcome.PARTIAL: "yellow",
    Outcome.FAILED: "red",
    Outcome.ERRORED: "magenta",
    Outcome.TIMED_OUT: "yellow",
    Outcome.NOT_ATTEMPTED: "bright_black",
    Outcome.NOT_RUN: "bright_black",
    Outcome.WAITING: "cyan",
    Outcome.UNEXAMINED: "bold yellow",
    Outcome.DECIDED: "cyan",
}


def results_table(results: Sequence[Result]) -> Group:
    """One row a submission and a key, or the distribution of the percents if there are more than `MOST_ROWS`."""
    # What is below the table is not its caption, which is as narrow as the table.
    legend = Columns(outcome_counts(results), padding=(0, 3))
    if len(results) > MOST_ROWS:
        return Group(_distribution(results), legend)
    exercises = {exercise.cell: exercise for result in results for exercise in result.exercises}
    columns = dict(zip(exercises, short_names([each.name for each in exercises.values()]), strict=True))
    key = Table.grid(padding=(0, 2))
    for column, title in zip(columns.values(), shown_titles([*exercises.values()]), strict=True):
        rest = title.removeprefix(heading_of(title, column)).removeprefix(": ")  # "Exercise 1: suits" is in column 1
        key.add_row(column, Text(one_line(rest or title)))
    return Group(_submissions(results, columns), key, legend)


def outcome_counts(results: Iterable[Result]) -> list[Text]:
    """How many exercises had each outcome, over all submissions; it explains the marks too."""
    counts = tally(exercise for result in results for exercise in result.exercises)
    return [
        Text(f"{MARKS[outcome]} {counts[outcome]} {words(outcome)}", style=_STYLES[outcome])
        for outcome in Outcome
        if counts[outcome] or outcome not in RARE
    ]


def _submissions(results: Sequence[Result], columns: Mapping[str, str]) -> Table:
    some_open = any(result.open_points and not result.unexamined for result in results)
    headers = ("score", "open", "percent so far") if some_open else ("score", "percent")
    table = plain_table(
        "",
        Column("student", max_width=40),  # in a narrow terminal the only one that gives way
        *map(figures, headers),
        *(Column(short, justify="center", no_wrap=True) for short in columns.values()),
    )
    for result in sorted(results, key=lambda result: result.student):
        table.add_row(*_row(result, columns, some_open))
    return table


def _row(result: Result, exercises: Iterable[str], some_open: bool) -> list[Text]:
    outcomes = {exercise.cell: exercise.outcome_now for exercise in result.exercises}
    late = f" − {number(result.penalty)} late" if result.penalty else ""
    still_open = [Text(number(result.open_points) if result.open_points else "")] if some_open else []
    return [
        Text(one_line(result.student), overflow="ellipsis", no_wrap=True),
        Text("–" if result.unexamined else f"{number(result.score)} / {number(result.max_so_far)}{late}"),
        *still_open,
        Text(percent_in_words(result)),
        *(_mark(outcomes.get(cell)) for cell in exercises),
    ]


def _mark(outcome: Outcome | None) -> Text:
    return Text(MARKS[outcome], style=_STYLES[outcome]) if outcome else Text()


def _distribution(results: Sequence[Result]) -> Table:
    summary = overview(results)
    table = plain_table(_averages(summary), figures("percent"), figures("submissions"), "")
    largest = max(summary.bands.values())
    for band, count in summary.bands.items():
        table.add_row(Text(band), Text(str(count)), Bar(largest, 0, count, width=40, color="blue"))
    return table


def _averages(summary: Overview) -> Text:
    mean, median = ("–" if each is None else number(round(each, 1)) for each in (summary.mean, summary.median))
    averages = f"mean {mean} %, median {median} %, {summary.at_cap} reached the cap"
    left_out = f"; not graded, and not counted: {summary.unexamined}" if summary.unexamined else ""
    so_far = (
        f"; percentages count only the points graded so far (submissions with pending points: {summary.ungraded})"
        if summary.ungraded
        else ""
    )
    return Text(f"{summary.submissions} submissions: {averages}{so_far}{left_out}")


_CHARACTERS = 1_000
"""Most characters that are shown of a message."""


def student_table(result: Result) -> Group:
    """One row an exercise: its outcome, its points, and messages and comments."""
    table = plain_table(
        _title(result),
        Column("exercise", no_wrap=True, max_width=40),
        Column("outcome", no_wrap=True),
        figures("points"),
        "message",
    )
    for exercise in result.exercises:
        outcome = exercise.outcome_now
        table.add_row(
            Text(one_line(exercise.name)),
            Text(f"{MARKS[outcome]} {words(outcome)}", style=_STYLES[outcome]),
            Text(f"{'–' if exercise.is_open else number(exercise.score)} / {number(exercise.points)}"),
            Text("\n".join(_said(exercise))),
        )
    other = [Text(f"Another notebook: {one_line(said)}") for said in result.submission.other_notebook]
    repairs = [Text(f"Repaired: {one_line(cut(repair, _CHARACTERS))}") for repair in result.submission.repairs]
    lines = [*other, *repairs]
    if result.kept_since:
        lines.append(Text(f"Earlier grade kept since {one_line(result.kept_since)}: {one_line(result.kept_why)}"))
    return Group(table, *lines)


def results_json(results: Iterable[Result]) -> str:
    """The records of a class, sorted by student, as JSON in ASCII, without checksums that only the next run needs."""
    records = []
    for result in sorted(results, key=lambda result: (result.student, result.assignment)):
        record = result.record()
        for name in ("answers", "notebooks"):
            del record["submission"][name]
        del record["pages"]
        records.append(record)
    return json.dumps(records, indent=2)


def _title(result: Result) -> Text:
    said = f"{one_line(result.student)}, {one_line(result.assignment)}: {score_in_words(result)}"
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
