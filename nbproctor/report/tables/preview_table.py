"""What another grading would change, as tables in the terminal."""

from __future__ import annotations

from rich.console import Group
from rich.table import Column, Table
from rich.text import Text

from nbproctor.report.grade_changes import ClassChanges, GradeChange, GradeFate, TestChange
from nbproctor.report.tables.plain_table import plain_table
from nbproctor.report.tables.results_table import figures
from nbproctor.report.words import number
from nbproctor.system.printable import cut, one_line

_CHARACTERS = 300
"""Most characters that are shown of a message."""

_STYLES = {
    GradeFate.GAINS: "green",
    GradeFate.LOSES: "red",
    GradeFate.NOT_TWICE: "bold yellow",
    GradeFate.KEPT: "cyan",
    GradeFate.HANDED_IN_AGAIN: "cyan",
}


def preview_table(changes: ClassChanges) -> Group:
    """The exercises of each submission whose grade changes, then sums for each exercise and for the class."""
    parts: list[Table | Text] = []
    if any(each.change is not GradeFate.SAME for each in changes.students):
        parts.append(_students(changes))
    if changes.tests:
        parts += [Text(), _tests(changes)]
    return Group(*parts, Text(_sum(changes)))


def _students(changes: ClassChanges) -> Table:
    table = plain_table(
        "",
        Column("student", max_width=40),
        figures("points"),
        Column("", no_wrap=True),
        Column("exercise", max_width=40),
        figures("there"),
        "why",
    )
    for each in changes.students:
        if each.change is GradeFate.SAME:
            continue
        word = Text(each.change.value, style=_STYLES.get(each.change, ""))
        first = [Text(one_line(each.student)), Text(_points(each.before, each.after)), word]
        for row in _rows(each):
            table.add_row(*first, *map(Text, row))
            first = [Text(), Text(), Text()]
    return table


def _rows(change: GradeChange) -> list[tuple[str, str, str]]:
    """The exercises of a submission that change, their points, and why."""
    rows = [(one_line(test.name), _there(test), one_line(cut(_why(test), _CHARACTERS))) for test in change.tests]
    if change.kept_why:
        rows.append(("", "", one_line(cut(change.kept_why, _CHARACTERS))))
    if change.before is not None and change.penalty != change.penalty_before:
        rows.append(("late penalty", f"{number(change.penalty_before)} → {number(change.penalty)}", ""))
    if not rows and change.percent_before not in (None, change.percent):
        rows.append(("", "", f"{number(change.percent_before or 0)} % → {number(change.percent)} %"))
    return rows or [("", "", "")]


def _why(test: TestChange) -> str:
    if test.before is None:
        return f"new exercise: {test.outcome}"
    if test.after is None:
        return "this exercise no longer exists"
    told = f"{test.outcome_before} → {test.outcome}" if test.outcome_before != test.outcome else test.outcome
    return f"{told}: {test.message}" if test.message else told


def _there(test: TestChange) -> str:
    points = _points(test.before, test.after)
    return points if test.again is None or test.is_same_twice else f"{points} or {number(test.again)}"


def _points(before: float | None, after: float | None) -> str:
    return " → ".join("–" if each is None else number(each) for each in (before, after))


def _tests(changes: ClassChanges) -> Table:
    columns = map(figures, ("gain", "lose", GradeFate.NOT_TWICE.value))
    table = plain_table("", Column("exercise", max_width=40), *columns)
    for test in changes.tests:
        counts = (test.gain, test.lose, test.not_twice)
        table.add_row(Text(one_line(test.name)), *(Text(str(count)) for count in counts))
    return table


def _sum(changes: ClassChanges) -> str:
    gain, lose, same = (changes.count(each) for each in (GradeFate.GAINS, GradeFate.LOSES, GradeFate.SAME))
    said = f"submissions: {len(changes.students)}; gain: {gain}, lose: {lose}, stay the same: {same}"
    rest = {
        GradeFate.EVENS_OUT: "gain as many points as they lose",
        GradeFate.NOT_TWICE: "differ between the two runs (not counted)",
        GradeFate.HANDED_IN_AGAIN: "handed in again since (not counted)",
        GradeFate.KEPT: "keep an earlier grade",
        GradeFate.NEW: "have no earlier grade",
    }
    return said + "".join(f", {words}: {count}" for each, words in rest.items() if (count := changes.count(each)))
