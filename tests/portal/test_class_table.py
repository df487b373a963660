"""The board's table has each student once, in the order that is asked for, found by a part of the name or group."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nbproctor.portal.instructors.board import Board, StudentRow, TableView
from nbproctor.portal.intake_desk import Arrival, IntakeDesk, Rule
from nbproctor.portal.jobs import SET_ASIDE
from nbproctor.portal.people import People
from nbproctor.portal.portal_rows import PortalRows
from nbproctor.portal.receipts import Signer
from nbproctor.portal.waiting_times import ExpectedTimes
from tests.portal.graded_portals import change


@pytest.fixture
def rows(tmp_path: Path) -> PortalRows:
    """Of five students, one hands in twice, one is refused, one set aside; who is not on the roster hands in too."""
    rows = PortalRows(tmp_path / "portal.db")
    People(rows, 60).add(["zoe,,morning", "Bob,,evening", "ann,,morning", "dan", "eve", "teacher,instructor"])
    desk = IntakeDesk(rows, Signer(tmp_path / "key"), "course")
    for number, student in enumerate(("ann", "Bob", "ann", "guest", "zoe"), 1):
        desk.receipt_for(Arrival(student, "numbers", f"key-{number:08}", "a" * 64, 1, number * 1_000_000), Rule())
    desk.receipt_for(Arrival("eve", "letters", "key-letters", "a" * 64, 1, 9_000_000), Rule())
    with rows.transaction() as connection:
        for number, score in ((1, 9.0), (2, 2.5), (3, 4.0)):
            found = {"score": score, "max_score": 10.0, "open_points": 2.0 if number == 3 else 0.0}
            repairs = ["it is empty", "a remark"] if number == 2 else ["repaired"]
            result = json.dumps(found | {"submission": {"refused": number == 2, "repairs": repairs}})
            connection.execute("DELETE FROM jobs WHERE submission = ?", (number,))
            given = "INSERT INTO grades (submission, graded, result, page) VALUES (?, 1, ?, '')"
            connection.execute(given, (number, result))
        connection.execute("UPDATE jobs SET kind = ? WHERE submission = 4", (SET_ASIDE,))
        connection.execute("UPDATE jobs SET token = 'x' WHERE submission = 5")
    return rows


def _students(rows: PortalRows, assignment: str, counts: str = "last") -> list[StudentRow]:
    return Board(rows, ExpectedTimes(rows), counts).students(assignment)


def test_each_student_has_a_row_with_what_counts(rows: PortalRows) -> None:
    table = {row.student: row for row in _students(rows, "numbers")}
    assert table["ann"] == StudentRow("ann", "morning", "graded", 2, 3, 4.0, 8.0, 2.0, 3, 3_000_000)
    assert {name: row.state for name, row in table.items()} == {
        "ann": "graded",
        "Bob": "refused",
        "dan": "not handed in",
        "eve": "not handed in",
        "guest": "set aside",
        "zoe": "being graded",
    }
    best = {row.student: row for row in _students(rows, "numbers", "best")}
    assert (best["ann"].counted, best["ann"].score, best["ann"].last) == (1, 9.0, 3)


def test_a_row_says_that_it_is_another_notebook(rows: PortalRows) -> None:
    told = "this is the notebook of letters, not of numbers"
    other = "json_set(result, '$.submission.other_notebook', json_array(?))"
    change(rows, f"UPDATE grades SET result = {other} WHERE submission = 3", told)
    table = {row.student: row for row in _students(rows, "numbers")}
    assert (table["ann"].state, table["ann"].remark) == ("another notebook", told)
    assert (table["Bob"].state, table["Bob"].remark) == ("refused", "it is empty")
    assert table["zoe"].remark == ""


@pytest.mark.parametrize(
    ("view", "names"),
    [
        (TableView("numbers"), ["ann", "Bob", "dan", "eve", "guest", "zoe"]),
        (TableView("numbers", descends=True), ["zoe", "guest", "eve", "dan", "Bob", "ann"]),
        (TableView("numbers", sort="nonsense"), ["ann", "Bob", "dan", "eve", "guest", "zoe"]),
        (TableView("numbers", sort="score"), ["Bob", "ann", "dan", "eve", "zoe", "guest"]),
        (TableView("numbers", sort="score", descends=True), ["ann", "Bob", "dan", "eve", "zoe", "guest"]),
        (TableView("numbers", sort="received"), ["Bob", "ann", "guest", "zoe", "dan", "eve"]),
        (TableView("numbers", sort="state"), ["guest", "zoe", "Bob", "ann", "dan", "eve"]),
        (TableView("numbers", find=" MORN "), ["ann", "zoe"]),
        (TableView("numbers", find="bo"), ["Bob"]),
        (TableView("numbers", find="%"), []),
        (TableView("letters", find="e", sort="attempts", descends=True), ["eve", "Bob", "zoe"]),
    ],
)
def test_the_table_is_sorted_and_searched(rows: PortalRows, view: TableView, names: list[str]) -> None:
    found = [row.student for row in view.rows(_students(rows, view.assignment))]
    assert found == names
