"""The student's page tells one story: each verdict once, labelled, and what to do about it."""

from dataclasses import replace

import pytest

from nbproctor.examination.grader.stopped_cells import ENDED_IN_A_CELL, WITHHELD_MESSAGE
from nbproctor.report.pages.feedback import feedback_page
from nbproctor.results import Outcome
from tests.report.conftest import printed, raised

PRINTS_PASSED = printed("Passed!\n")


def error(name, value, *frames):
    return raised(name, value, *frames, f"{name}: {value}")


def section(text):
    """What a page says of its first exercise."""
    return " ".join(text.partition("Total")[2].split())


@pytest.fixture
def told(exercise, result, notebook, read):
    """What the page says of an exercise whose test cell has some outputs."""

    def told(outcome, message, *outputs, cell_outputs=(), **other):
        cells = [("solution", "def f(n): pass", list(cell_outputs)), ("test_ex1", "f(1)", list(outputs))]
        graded = result("student-001", exercise(1, outcome, message=message, **other))
        return section(read(feedback_page(graded, notebook(*cells))).text)

    return told


def test_what_the_message_says_is_said_once(told):
    message = "f(1) returned 2; expected 1\nOf the 70 test cases, this is the smallest."
    for cases, label in ((70, "In the official test"), (0, "In the test")):
        said = told(Outcome.FAILED, message, error("WrongAnswerError", message), cases=cases, isolated=bool(cases))
        assert said.count("f(1) returned 2") == 1
        assert label in said
        assert "Output of the test" not in said


def test_a_test_of_which_what_is_hidden_fails_is_said_to_pass_at_home(told):
    passes = "The test passes in your notebook, but the official test checks more."
    assert passes in told(Outcome.FAILED, WITHHELD_MESSAGE, PRINTS_PASSED)
    assert passes not in told(Outcome.FAILED, WITHHELD_MESSAGE, error("AssertionError", ""))
    assert passes not in told(Outcome.FAILED, "f(1) returned 2; expected 1", PRINTS_PASSED)


def test_the_place_in_the_students_code_is_shown_beside_the_judges_message(told):
    frame = "f(n=0) raised ZeroDivisionError: x\n  In[2], line 2, in f\n  ---> 2 return 1 / n\n"
    outputs = printed("n is 0\n"), error("ZeroDivisionError", "x", frame)
    said = told(Outcome.ERRORED, "ZeroDivisionError: x", *outputs, cases=70)
    assert said.index("Output of the test") < said.index("n is 0") < said.index("return 1 / n")


@pytest.mark.parametrize("outcome", [Outcome.TIMED_OUT, Outcome.NOT_ATTEMPTED, Outcome.NOT_RUN, Outcome.UNEXAMINED])
def test_what_follows_from_a_stop_is_no_second_error(outcome, told):
    stopped = printed("Stopped after 3 seconds.\n", "stderr")
    missed = error("NameError", "name 'f' is not defined")
    said = told(outcome, "Stopped after 3 seconds.", missed, cell_outputs=[stopped])
    assert "NameError" not in said
    assert said.count("Stopped after 3 seconds.") == 1


def test_a_name_that_is_missing_after_an_error_is_no_second_error(told):
    missed = error("NameError", "name 'f' is not defined")
    message = "SyntaxError: invalid (line 1)\nSo the test does not find the name f."
    said = told(Outcome.ERRORED, message, missed)
    assert "NameError" not in said
    assert "In your own cell" in said
    assert "NameError" in told(Outcome.ERRORED, "NameError: name 'f' is not defined")


def test_what_stopped_the_students_own_cell_is_not_said_of_the_test(told):
    stopped = printed(f"{ENDED_IN_A_CELL}\n", "stderr")
    said = told(Outcome.ERRORED, ENDED_IN_A_CELL, cell_outputs=[stopped], isolated=False, cases=0)
    assert "In your own cell" in said and said.count(ENDED_IN_A_CELL) == 1
    assert "In the test" in told(Outcome.ERRORED, ENDED_IN_A_CELL, stopped, isolated=False, cases=0)


def test_the_number_of_cases_cannot_contradict_the_message(told):
    smaller = (
        "f(1) returned 2; expected 1\nOf the 70 test cases, this is the smallest that fails; 16 smaller ones pass."
    )
    assert "ases tried" not in told(Outcome.FAILED, smaller, cases=2)
    assert "All 70 cases of the official test passed." in told(Outcome.PASSED, "", cases=70)
    assert "of the official test passed" not in told(Outcome.PASSED, "", cases=70, earned=1.0)


def test_whose_points_wait_is_told_who_decides(told):
    said = told(Outcome.PASSED, "", PRINTS_PASSED, earned=0.0, disputed="the test gives 2 points, but is not isolated")
    assert "There is nothing for you to do: your instructor decides whether these points count." in said
    assert "the test gives 2 points" not in said


def test_the_page_begins_with_what_to_do_and_leads_to_what_lost_most(exercise, result, read):
    exercises = [
        exercise(1, title="Exercise 1: one"),
        exercise(2, Outcome.FAILED, title="Exercise 2: two", points=1.0),
        exercise(3, Outcome.ERRORED, title="Exercise 3: three", points=3.0),
        exercise(4, Outcome.WAITING, title="Exercise 4: four"),
    ]
    page = read(feedback_page(result("a", *exercises, percent=20.0), None))
    text = " ".join(page.text.split())
    assert "Start with Exercise 3: three (errored, 3 points); then Exercise 2: two (failed, 1 point)." in text
    assert "Exercise 4: four is waiting for manual grading: there is nothing for you to do." in text
    places = [text.index(part) for part in ("33.33 % so far", "Start with", "Total", "In the official test")]
    assert places == sorted(places)
    assert {"#exercise-3", "#exercise-2", "#exercise-4"} <= {link["href"] for link in page.all("a")}


def test_who_has_all_points_has_nothing_to_do_and_who_has_all_that_count_may_learn_more(exercise, result, read):
    assert "Nothing: there is no exercise left to fix." in read(feedback_page(result("a", exercise(1)), None)).text
    failed = result("a", exercise(1), exercise(2, Outcome.FAILED), percent=100.0)
    assert "You have reached 100 %." in read(feedback_page(failed, None)).text


def test_a_refused_notebook_is_said_to_be_so_once(exercise, result, read):
    reason = "midterm1.ipynb is not a notebook"
    graded = result("a", *(exercise(n, Outcome.NOT_RUN, message=reason) for n in (1, 2)), repairs=(reason, "a remark"))
    page = read(feedback_page(replace(graded, submission=replace(graded.submission, refused=True)), None))
    assert "Your notebook could not be graded" in page.text
    assert page.text.count(reason) == 1
    assert "A remark." in page.text
    assert "mended" not in page.text


def test_the_judges_error_is_not_told_in_other_words_below_its_message(told):
    marked = error("WrongAnswerError", "x", "Wrong answer: f(1)", "  returned  2", "  expected  1")
    assert "Output of the test" not in told(Outcome.FAILED, "f(1) returned 2; expected 1", marked, cases=70)
