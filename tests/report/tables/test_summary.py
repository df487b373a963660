"""The spreadsheet of a class."""

import csv
import io

import pytest

from nbproctor.report.tables.summary_csv import summary_csv
from nbproctor.results import Outcome


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_a_row_holds_the_score_and_each_exercise(result, exercise):
    graded = result("student-001", exercise(1), exercise(2, Outcome.TIMED_OUT), repairs=("one", "two"))
    assert rows_of(summary_csv([graded])) == [
        {
            "student": "student-001",
            "assignment": "midterm1",
            "score": "2",
            "max_score": "4",
            "cap": "8",
            "percent": "25",
            "Exercise 1": "2",
            "Exercise 1 outcome": "passed",
            "Exercise 2": "0",
            "Exercise 2 outcome": "timed out",
            "received": "2024-03-04T13:37:05+01:00",
            "repairs": "one; two",
            "late penalty": "0",
            "by a person": "",
            "kept since": "",
            "open points": "0",
        }
    ]


def test_rows_are_sorted_by_student(result):
    rows = rows_of(summary_csv([result("student-002"), result("student-001")]))
    assert [row["student"] for row in rows] == ["student-001", "student-002"]


def test_without_submissions_there_is_a_header_alone():
    assert summary_csv([]) == (
        "student,assignment,score,max_score,cap,percent,late penalty,received,repairs,by a person,kept since,"
        "open points\n"
    )


def test_an_exercise_that_a_submission_lacks_is_empty(result, exercise):
    rows = rows_of(summary_csv([result("a", exercise(1)), result("b", exercise(2))]))
    assert [row["Exercise 1"] for row in rows] == ["2", ""]


@pytest.mark.parametrize(
    ("value", "written"), [(3.0, "3"), (66.67, "66.67"), (0.1 + 0.2, "0.3"), (1234567.0, "1234567")]
)
def test_numbers_have_no_needless_digits(result, value, written):
    (row,) = rows_of(summary_csv([result(score=value)]))
    assert row["score"] == written


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＠", "|", "%", "  =", "\xa0+", '"=', "'@"]
)
def test_what_a_spreadsheet_could_take_for_a_formula_is_defused(result, exercise, start):
    text = f"{start}cmd|' /C calc'!A0"
    graded = result(text, exercise(1, name=text, comment=text), assignment=text, repairs=(text,))
    header, row = csv.reader(io.StringIO(summary_csv([graded])))
    for cell in (row[0], row[1], row[-3], row[-4], header[6]):
        assert cell.startswith("'")


NEW_CELLS = ["a;=1+1", "a\t@x", "a; -cmd", 'a;"=1"', "a\n+1"]
NO_FORMULAS = ["student-001", "a - b", "a=b; c=d", 'O\'Neil; "Ace"', "-5", "+1.5", "1e5", "-2.5E-3"]
NO_NUMBERS = ["-inf", "+1_000", "-1+1", "-1e", "+٣"]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        *((text, text[:2] + "'" + text[2:]) for text in NEW_CELLS),  # some spreadsheets take it for a new cell
        *((text, text) for text in NO_FORMULAS),
        *((text, f"'{text}") for text in NO_NUMBERS),  # it only looks like one
    ],
)
def test_a_formula_is_defused_wherever_it_begins_and_all_else_is_left_alone(result, text, written):
    (row,) = rows_of(summary_csv([result(text)]))
    assert row["student"] == written


def test_nothing_hostile_breaks_the_table(hostile, result, exercise):
    graded = result(hostile, exercise(1, name=hostile), assignment=hostile, repairs=(hostile,))
    text = summary_csv([graded])
    assert [len(row) for row in csv.reader(io.StringIO(text))] == [14, 14]
    assert not set(text) & set("\x00\x07\x1b\x7f\u202e")
    text.encode("utf-8")


def test_what_could_not_be_examined_has_no_points_and_no_score(result, exercise):
    (row,) = rows_of(summary_csv([result("student-001", exercise(1), exercise(2, Outcome.UNEXAMINED))]))
    assert (row["score"], row["percent"]) == ("", "")
    assert (row["Exercise 1"], row["Exercise 2"]) == ("2", "")
    assert row["Exercise 2 outcome"] == "could not be graded yet"
