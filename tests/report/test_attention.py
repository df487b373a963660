"""Who needs attention comes first, in the terminal and in the class report, and with what to do."""

from dataclasses import replace

import pytest

from nbproctor.notebook_grades import together
from nbproctor.report.attention import Need, attention_lines, needs_attention, repairs_of
from nbproctor.results import Outcome, SubmissionRecord
from tests.report.conftest import class_page

REFUSED = SubmissionRecord("ab" * 32, None, ('there is "Quiz 1.ipynb": rename it quiz1.ipynb',), refused=True)
OTHER = SubmissionRecord("ab" * 32, None, (), other_notebook=("this is the notebook of lesson1, not of quiz1",))


@pytest.fixture
def class_of_all(exercise, result):
    """One student for each need, and one for none."""
    one = exercise(1)
    return [
        result("right", one),
        result("machine", exercise(1, Outcome.UNEXAMINED)),
        result("renamed", exercise(1, Outcome.NOT_RUN), submission=REFUSED),
        result("lesson", exercise(1, Outcome.NOT_ATTEMPTED), submission=OTHER),
        result("not-isolated", exercise(1, disputed="the test is not isolated")),
        result("essay", exercise(1, Outcome.WAITING, points=7.0)),
        result("changed", exercise(1, manual_score=1.5, look_again=True)),
        result("two-days-late", one, seconds_late=2 * 86_400.0 + 3 * 3_600),
        result("fined", one, seconds_late=90.0, penalty=0.5),
        result("blank", exercise(1, Outcome.NOT_ATTEMPTED)),
        result("stripped", one, repairs=('the cell "ex1" had lost its nbgrader metadata',)),
        result("kept", one, kept_since="2024-04-02T09:00:00+00:00", kept_why="it would have 1 point"),
    ]


WHY = {
    "machine": (Need.UNEXAMINED, "Exercise 1"),
    "renamed": (Need.REFUSED, REFUSED.repairs[0]),
    "lesson": (Need.OTHER_NOTEBOOK, OTHER.other_notebook[0]),
    "not-isolated": (Need.DECISION, "test_ex1 (2 points)"),
    "essay": (Need.BY_HAND, "Exercise 1 (7 points)"),
    "changed": (Need.LOOK_AGAIN, "Exercise 1 (1.5 by hand, now 2 automatically)"),
    "two-days-late": (Need.LATE, "by 2 days 3 h; no penalty"),
    "fined": (Need.LATE, "by 1 min 30 s; 0.5 points taken off"),
    "blank": (Need.BLANK, ""),
    "stripped": (Need.REPAIRED, 'the cell "ex1" had lost its nbgrader metadata'),
    "kept": (Need.KEPT, "it would have 1 point"),
}


def test_everybody_who_needs_attention_is_named_with_the_reason(class_of_all):
    noted = needs_attention(class_of_all)
    assert {student: (each.need, each.why) for each in noted for student in each.students} == WHY
    assert [each.need.order for each in noted] == sorted(each.need.order for each in noted)


@pytest.mark.parametrize(("unanswered", "needs"), [(("draw",), [Need.BY_HAND, Need.BLANK]), ((), [Need.BY_HAND])])
def test_a_blank_notebook_is_called_so_though_a_task_waits(exercise, result, unanswered, needs):
    record = SubmissionRecord("ab" * 32, None, (), unanswered=unanswered)
    task = replace(exercise(2, Outcome.WAITING), cell="draw")
    noted = needs_attention([result("student-001", exercise(1, Outcome.NOT_ATTEMPTED), task, submission=record)])
    assert [each.need for each in noted] == needs


def test_terminal_and_report_say_the_same_first(class_of_all, read):
    lines = list(attention_lines(needs_attention(class_of_all)))
    page = read(class_page("quiz1", class_of_all, {"renamed": "renamed/quiz1.html"}))
    text = " ".join(page.text.split())
    attention, _, _ = text.partition("Submissions")
    for student, (need, why) in WHY.items():
        assert f"  {student}: {why}" in lines or (not why and f"  {student}" in lines)
        assert need.to_do in attention and student in attention and why in attention
    assert any(link.get("href") == "renamed/quiz1.html" for link in page.all("a"))


def test_what_many_share_is_one_line_and_a_long_list_is_cut(exercise, result):
    essays = [result(f"s{number:02}", exercise(1, Outcome.WAITING)) for number in range(12)]
    heading, line = attention_lines(needs_attention(essays))
    assert heading.startswith("to grade by hand (12): ")
    assert line == "  s00, s01, s02 and 9 more: Exercise 1 (2 points)"
    late = [result(f"s{number:02}", exercise(1), seconds_late=60.0 * (1 + number)) for number in range(25)]
    lines = list(attention_lines(needs_attention(late)))
    assert len(lines) == 22 and lines[-1] == "  and 5 more; see the report"


def test_a_long_reason_ends_with_a_word(exercise, result):
    repairs = tuple(f'the cell "p{number}" had been deleted' for number in range(20))
    (noted,) = needs_attention(
        [result("s01", exercise(1), submission=replace(result("s01").submission, repairs=repairs))]
    )
    assert len(noted.why) <= 300 and noted.why.endswith(" …")
    assert noted.why.removesuffix(" …") + " " in "; ".join(repairs)


def test_a_reason_without_blanks_is_cut_and_not_left_out(exercise, result):
    record = replace(result("s01").submission, repairs=("平" * 1000,))
    (noted,) = needs_attention([result("s01", exercise(1), submission=record)])
    assert noted.why == "平" * 298 + " …"


def test_where_nobody_needs_attention_nothing_is_said(exercise, result, read):
    assert list(attention_lines(needs_attention([result("right", exercise(1))]))) == []
    assert "Needs your attention" not in class_page("quiz1", [result("right", exercise(1))], {})


def test_a_notebook_that_was_refused_is_not_called_repaired(exercise, result):
    refused = exercise(1, Outcome.NOT_RUN, message=REFUSED.repairs[0])
    parts = {"a": result("x", exercise(1)), "b": result("x", refused, submission=REFUSED)}
    whole = together(parts, 4)
    assert repairs_of(whole) == repairs_of(parts["b"]) == ()
    assert [each.need for each in needs_attention([whole])] == [Need.REFUSED]


def test_of_two_notebooks_the_one_that_was_refused_is_named(exercise, result):
    reason = "there should be two.ipynb: rename it"
    record = SubmissionRecord("ab" * 32, None, (reason,))
    exercises = [exercise(1, cell="one/a"), exercise(2, Outcome.NOT_RUN, cell="two/b", message=reason)]
    (noted,) = needs_attention([result("a", *exercises, submission=record)])
    assert (noted.need, noted.why) == (Need.REFUSED, f"two: {reason}")
