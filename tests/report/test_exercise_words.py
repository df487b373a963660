"""What is said of an exercise to its student, and to somebody else."""

from dataclasses import replace

import pytest

from nbproctor.examination.grader.stopped_cells import ENDED_IN_A_CALL, ENDED_IN_A_CELL, NOT_COMPARED, NOT_TESTED
from nbproctor.report.words import NO_ANSWER, is_graded_by_hand, message_of, next_step, shown_titles
from nbproctor.results import Decision, Outcome


def test_a_title_stands_for_the_name_and_alike_titles_have_the_name_behind_them(exercise):
    exercises = [exercise(1, title="Part A"), exercise(2, title="Part A"), exercise(3, title="Part B"), exercise(4)]
    assert shown_titles(exercises) == ["Part A (Exercise 1)", "Part A (Exercise 2)", "Part B", "Exercise 4"]


def test_what_the_students_cell_ended_with_is_worded_for_each_reader(exercise):
    failed = exercise(1, Outcome.ERRORED, message="KeyError: 'b'", cell_error="NameError: x")
    assert message_of(failed) == "KeyError: 'b'\nBefore that, your own cell had ended with NameError: x"
    assert "the student's own cell" in message_of(failed, "the student's own cell")
    same = replace(failed, cell_error="KeyError: 'b'")
    assert message_of(same) == "KeyError: 'b'\nBefore that, your own cell had ended with the same error."
    assert message_of(replace(failed, cell_error="")) == "KeyError: 'b'"


def test_an_assertion_without_a_message_is_said_in_words(exercise):
    failed = exercise(1, Outcome.FAILED, message="AssertionError")
    assert message_of(failed) == "The test failed, but does not say why."
    assert "what the test reports" not in next_step(failed)


@pytest.mark.parametrize(
    ("outcome", "message", "advice"),
    [
        (Outcome.FAILED, "The test gave 0 of 4 points.", "Compare your code with everything"),
        (Outcome.PARTIAL, "The test gave 2 of 4 points.", "Compare your code with everything"),
        (Outcome.ERRORED, ENDED_IN_A_CELL, "until one of them ends the kernel"),
        (Outcome.ERRORED, ENDED_IN_A_CALL, "until one of them ends the kernel"),
        (Outcome.ERRORED, "Stopped: it used more than 500 MB of memory.", "Look for something that grows without end"),
        (Outcome.ERRORED, "KeyError: 'b'", "The last line of the output names the error"),
        (Outcome.FAILED, NOT_TESTED, ""),
        (Outcome.ERRORED, NOT_COMPARED, ""),
    ],
)
def test_no_advice_names_what_is_not_there(outcome, message, advice, exercise):
    step = next_step(exercise(1, outcome, message=message, isolated=False, cases=0))
    assert advice in step and bool(advice) == bool(step)


@pytest.mark.parametrize("outcome", Outcome)
def test_every_outcome_in_which_something_is_left_has_one_next_step(outcome, exercise):
    step = next_step(exercise(1, outcome))
    assert bool(step) == (outcome not in (Outcome.PASSED, Outcome.DECIDED))
    assert "\n" not in step


def test_a_call_that_is_named_is_to_be_run(exercise):
    called, asserted = "f(1) returned 2; expected 3", "the third card is missing"
    assert "Run this call" in next_step(exercise(1, Outcome.FAILED, message=called))
    assert "Run this call" not in next_step(exercise(1, Outcome.FAILED, message=asserted))
    assert "Restart the kernel" in next_step(exercise(1, Outcome.ERRORED, message="NameError: name 'x' is not defined"))


def test_who_wrote_no_answer_is_not_sent_to_a_test(exercise):
    alone = exercise(1, Outcome.NOT_ATTEMPTED, message=NO_ANSWER)
    assert is_graded_by_hand(alone) and next_step(alone) == "Write your answer in the cell below the question."
    assert not is_graded_by_hand(exercise(1, Outcome.NOT_ATTEMPTED))


def test_exercises_of_several_notebooks_are_all_titled_alike(exercise):
    part = exercise(1, title="Part A", name="p1: squares", cell="p1/squares")
    other = exercise(2, title="Part B", name="p2: sums", cell="p2/sums")
    assert shown_titles([part, other]) == ["p1: Part A", "p2: Part B"]
    assert shown_titles([part, replace(other, title="Part A")]) == ["p1: Part A (squares)", "p2: Part A (sums)"]


def test_nobody_has_to_do_anything_about_points_that_wait_for_a_decision(exercise):
    waiting = exercise(1, earned=0.0, disputed="the test gives 2 points, but is not isolated")
    assert "your instructor decides" in next_step(waiting)
    assert next_step(replace(waiting, decision=Decision(resolved=True))) == ""
