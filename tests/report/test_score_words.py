"""Points that are still open count nowhere as lost."""

import csv
import io

import pytest
from rich.console import Console

from nbproctor.report.item_analysis import item_analysis
from nbproctor.report.overview import overview
from nbproctor.report.pages.feedback import feedback_page
from nbproctor.report.tables.results_table import results_table, student_table
from nbproctor.report.tables.summary_csv import summary_csv
from nbproctor.report.words import percent_in_words, score_in_words
from nbproctor.results import Outcome, Result
from tests.report.conftest import class_page


@pytest.fixture
def half_graded(exercise, result):
    """0.5 of 3 points, and 7 that a person has yet to give."""
    partly = exercise(1, Outcome.PARTIAL, points=3.0, earned=0.5)
    return result("student-001", partly, exercise(2, Outcome.WAITING, points=7.0), cap=10.0).counted()


def text_of(table):
    console = Console(width=120, file=io.StringIO())
    console.print(table)
    return " ".join(console.file.getvalue().split())


def test_what_is_open_is_in_no_figure(half_graded, exercise, result, read):
    so_far = "0.5 of 3 points so far; 7 to be graded by hand"
    assert (score_in_words(half_graded), percent_in_words(half_graded)) == (so_far, "16.67 %")
    page = " ".join(read(feedback_page(half_graded, None)).text.split())
    assert so_far in page and "16.67 % so far" in page and "– / 7" in page and "0 / 7" not in page
    assert f"{so_far}, 16.67 %" in text_of(student_table(half_graded))
    assert "student-001 0.5 / 3 7 16.67 %" in text_of(results_table([half_graded]))
    (row,) = csv.DictReader(io.StringIO(summary_csv([half_graded])))
    assert (row["score"], row["percent"], row["Exercise 2"], row["open points"]) == ("0.5", "", "", "7")
    right = result("student-002", exercise(1, points=3.0, earned=3.0), exercise(2, points=7.0, earned=7.0), cap=10.0)
    whole = overview([half_graded, right.counted()])
    assert (whole.mean, whole.ungraded) == (pytest.approx((16.67 + 100) / 2), 1)
    shown = read(class_page("midterm1", [half_graded, right.counted()], {})).text
    assert "Submissions with pending points, which need manual grading or a decision: 1 of 2." in shown


@pytest.mark.parametrize(
    ("outcome", "disputed", "words"),
    [
        (Outcome.WAITING, "", "7 to be graded by hand"),
        (Outcome.UNEXAMINED, "", "7 not graded yet because of a technical problem"),
        (Outcome.PASSED, "the test is not isolated", "7 waiting for the instructor's decision"),
    ],
)
def test_it_says_what_open_points_wait_for(outcome, disputed, words, exercise, result):
    first = exercise(2, outcome, points=7.0, earned=0.0, disputed=disputed)
    assert score_in_words(result("a", exercise(1), first)) == f"2 of 2 points so far; {words}"
    assert score_in_words(result("a", first)) == f"nothing graded yet; {words}"
    assert item_analysis([result("a", exercise(1), first)])[0]["test_ex2"].difficulty is None


def test_a_decision_closes_them(exercise, result):
    decided = exercise(2, Outcome.WAITING, points=7.0, manual_score=0.0)
    assert score_in_words(result("a", exercise(1), decided)) == "2 of 9 points"


@pytest.mark.parametrize("cap", [0.0, 10.0])
def test_where_nothing_is_to_be_earned_or_graded_there_is_no_percent(cap, exercise, result):
    outcome = Outcome.WAITING if cap else Outcome.PASSED
    nothing = result("a", exercise(1, outcome, points=cap, earned=0.0), cap=cap).counted()
    assert (nothing.percent_so_far, nothing.percent) == (None, 0.0)


def test_the_record_says_how_many_points_are_open(half_graded):
    assert '"open_points": 7.0' in half_graded.to_json()
    assert Result.from_json(half_graded.to_json()) == half_graded
