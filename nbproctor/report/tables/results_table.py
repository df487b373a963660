"""The results of a class as a table in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.bar import Bar
from rich.columns import Columns
from rich.console import Group
from rich.table import Table
from rich.text import Text

from nbproctor.report.exercise_words import shown_titles
from nbproctor.report.numbers import number
from nbproctor.report.outcome_marks import MARKS, RARE, tally, words
from nbproctor.report.overview import Overview, heading_of, overview, short_names
from nbproctor.report.score_words import percent_in_words
from nbproctor.report.tables.plain_table import plain_table
from nbproctor.results import Outcome, Result
from nbproctor.system.printable import one_line

MOST_ROWS = 40
"""A class with more submissions than this is shown by its distribution: nobody reads a longer table."""

STYLES = {
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
        rest = title.removeprefix(heading_of(title, column)).removeprefix(
            ": "
        )  # column 1 is that of "Exercise 1: suits"
        key.add_row(column, Text(one_line(rest or title)))
    return Group(_submissions(results, columns), key, legend)


def outcome_counts(results: Iterable[Result]) -> list[Text]:
    """How many exercises ended how, over all submissions; it explains the marks too."""
    counts = tally(exercise for result in results for exercise in result.exercises)
    return [
        Text(f"{MARKS[outcome]} {counts[outcome]} {words(outcome)}", style=STYLES[outcome])
        for outcome in Outcome
        if counts[outcome] or outcome not in RARE
    ]


def _submissions(results: Sequence[Result], columns: Mapping[str, str]) -> Table:
    table = plain_table()
    table.add_column("student", max_width=40)  # in a narrow terminal the only one that gives way
    table.add_column("score", justify="right", no_wrap=True)
    some_open = any(result.open_points and not result.unexamined for result in results)
    if some_open:
        table.add_column("open", justify="right", no_wrap=True)
    table.add_column("percent so far" if some_open else "percent", justify="right", no_wrap=True)
    for short in columns.values():
        table.add_column(short, justify="center", no_wrap=True)
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
    return Text(MARKS[outcome], style=STYLES[outcome]) if outcome else Text()


def _distribution(results: Sequence[Result]) -> Table:
    summary = overview(results)
    table = plain_table(_averages(summary))
    table.add_column("percent", justify="right", no_wrap=True)
    table.add_column("submissions", justify="right", no_wrap=True)
    table.add_column("")
    largest = max(summary.bands.values())
    for band, count in summary.bands.items():
        table.add_row(Text(band), Text(str(count)), Bar(largest, 0, count, width=40, color="blue"))
    return table


def _averages(summary: Overview) -> Text:
    mean, median = ("–" if each is None else number(round(each, 1)) for each in (summary.mean, summary.median))
    averages = f"mean {mean} %, median {median} %, {summary.at_cap} reached the cap"
    left_out = f"; {summary.unexamined} could not be graded and are not counted" if summary.unexamined else ""
    so_far = (
        f"; percents count only the points graded so far, because {summary.ungraded} have pending points"
        if summary.ungraded
        else ""
    )
    return Text(f"{summary.submissions} submissions: {averages}{so_far}{left_out}")
