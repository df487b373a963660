"""Groups of equal mistakes, made of results alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nbproctor.report.mistake_groups import group_id, mistake_groups
from nbproctor.results import ExerciseResult, Outcome

FAILED = ExerciseResult("ex1", "test_ex1", 1.0, 0.0, Outcome.FAILED, True, 3, "f(1) returned 2; expected 3", 0.1)


@pytest.fixture
def groups(result):
    """Groups the students of these exercises, who are called a, b, c."""

    def groups(*exercises):
        results = [
            replace(result(), student=student, exercises=(exercise,))
            for student, exercise in zip("abcdefgh", exercises, strict=False)
        ]
        return [(group.students, group.example) for group in mistake_groups(results).get("test_ex1", [])]

    return groups


@pytest.fixture
def parted(groups):
    """The same, without what is shown of them."""
    return lambda *exercises: [students for students, _ in groups(*exercises)]


def marked(marks, message="m", **changed):
    return replace(FAILED, mistake=marks, message=message, **changed)


def test_equal_behaviour_is_one_mistake_whatever_the_message(groups):
    found = groups(marked(". 1a", "long message"), marked(". 2b", "x"), marked(". 1a", "short"))
    assert found == [(("a", "c"), "short"), (("b",), "x")]


@pytest.mark.parametrize(
    ("messages", "students"),
    [
        (("KeyError: 'TH' in 3", "KeyError: 'AC' in 12", "IndexError: 12"), [("a", "b"), ("c",)]),
        (
            ("assert f(1) == 1\nf(1) = 2", "assert f(2) == 5\nf(2) = 2", "assert f(1) == 1\nf(1) = 3"),
            [("a", "c"), ("b",)],
        ),
    ],
    ids=["their values tell nothing apart", "but different asserts are different mistakes"],
)
def test_without_marks_mistakes_are_told_apart_by_their_messages(parted, messages, students):
    assert parted(*(replace(FAILED, message=message) for message in messages)) == students


def test_a_row_that_time_cut_belongs_to_the_only_one_that_it_begins(parted):
    assert parted(marked(". 1a . ."), marked(". 1a"), marked(". 2b . .")) == [("a", "b"), ("c",)]
    # Here it may be either of two, and stays alone, unless the same is said of one of them only.
    assert len(parted(marked(". 1a . ."), marked(". 1a"), marked(". 1a 3c ."))) == 3
    assert parted(marked(". 1a . ."), marked(". 1a", "x"), marked(". 1a 3c .", "x")) == [("b", "c"), ("a",)]


def test_a_row_that_time_cut_belongs_to_a_longer_one_that_time_cut_too(parted):
    rows = [marked(". 1a ."), marked(". 1a"), marked(". 1a . ."), marked(". 2b . . . .")]
    assert parted(*rows) == [("a", "b", "c"), ("d",)]


def test_what_a_cell_ended_with_before_tells_mistakes_apart(parted):
    found = parted(marked("=1a", cell_error="KeyError: 1"), marked("=1a", cell_error="KeyError: 2"), marked("=1a"))
    assert sorted(found) == [("a", "b"), ("c",)]


@pytest.mark.parametrize("outcome", [Outcome.PASSED, Outcome.NOT_ATTEMPTED, Outcome.WAITING, Outcome.UNEXAMINED])
def test_what_shows_no_mistake_is_in_no_group(groups, outcome):
    exercise = replace(FAILED, outcome=outcome)
    assert groups(exercise) == []
    assert group_id(exercise) == ""


def test_a_group_has_the_same_id_in_any_class(result):
    exercise = marked(". 1a")
    alone = mistake_groups([replace(result(), exercises=(exercise,))])
    among = mistake_groups([replace(result(), exercises=(each,)) for each in (exercise, marked(". 2b"), exercise)])
    assert group_id(exercise) == alone["test_ex1"][0].id == among["test_ex1"][0].id
    assert group_id(exercise) != group_id(replace(exercise, cell="test_ex2"))
