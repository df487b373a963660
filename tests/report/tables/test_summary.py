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


@pytest.mark.parametrize("text", ["a;=1+1", "a\t@x", "a; -cmd", 'a;"=1"', "a\n+1"])
def test_a_formula_behind_what_some_spreadsheets_take_for_a_new_cell_is_defused(result, text):
    (row,) = rows_of(summary_csv([result(text)]))
    assert row["student"] == text[:2] + "'" + text[2:]


@pytest.mark.parametrize("text", ["student-001", "a - b", "a=b; c=d", 'O\'Neil; "Ace"'])
def test_a_text_that_is_no_formula_is_left_alone(result, text):
    (row,) = rows_of(summary_csv([result(text)]))
    assert row["student"] == text


@pytest.mark.parametrize("number", ["-5", "+1.5", "1e5", "-2.5E-3"])
def test_a_number_is_left_alone(result, number):
    (row,) = rows_of(summary_csv([result(number)]))
    assert row["student"] == number


@pytest.mark.parametrize("text", ["-inf", "+1_000", "-1+1", "-1e", "+٣"])
def test_what_only_looks_like_a_number_is_defused(result, text):
    (row,) = rows_of(summary_csv([result(text)]))
    assert row["student"] == f"'{text}"


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
