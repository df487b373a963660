"""What a person decides in formgrader counts in every record, page and table, without running code again."""

from __future__ import annotations

import itertools
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from nbproctor.assignment.notebook import Assignment
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.gradebook.gradebook_writer import GradebookWriter
from nbproctor.marking.class_feedback import ClassFeedback
from nbproctor.notebook_grades import Grades
from nbproctor.report.tables.results_table import outcome_counts
from nbproctor.results import Outcome, Result
from tests.gradebook.decided_course import (
    SUBMITTED,
    asked,
    decide,
    exercise,
    feedback,
    grade,
    gradebook,
    hand_in,
    make_course,
    page_of,
    record,
    summary,
)

COMMENT = "Right idea: <b>but</b> 1 < 3.\n\n=HYPERLINK()"


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course, graded. Only to be read."""
    course = make_course(tmp_path_factory.mktemp("decided") / "course")
    grade(course)
    return course.root


@pytest.fixture
def course(graded: Path, tmp_path: Path) -> Course:
    """The same, for a test that changes it."""
    return Course(Path(shutil.copytree(graded, tmp_path / "course", symlinks=True)))


def _report(course: Course) -> str:
    return (course.root / "reports" / "ps1" / "index.html").read_text()


def _inodes(course: Course) -> dict[str, int]:
    return {student: page_of(course, student).stat().st_ino for student in SUBMITTED}


def _set_penalty(course: Course, student: str, penalty: float | None, notebook: str = "ps1") -> None:
    with gradebook(course) as book:
        book.find_submission_notebook(notebook, "ps1", student).late_submission_penalty = penalty
        book.db.commit()


@pytest.mark.parametrize("again", [feedback, grade], ids=["course feedback", "course grade"])
def test_a_persons_score_and_comment_are_in_records_pages_and_tables(course: Course, again: object) -> None:
    pages = _inodes(course)
    decide(course, "one-wrong", "test_one", 1.5, comment=COMMENT)
    results, _ = again(course)  # type: ignore[operator]
    for result in (results["one-wrong"], record(course, "one-wrong")):
        decided = exercise(result, "test_one")
        assert (decided.outcome, decided.earned) == (Outcome.FAILED, 0), "what the machine found stays"
        assert (decided.decision.manual_score, decided.decision.comment, decided.score) == (1.5, COMMENT, 1.5)
        assert (result.score, result.percent) == (3.5, 50)
    row = summary(course)["one-wrong"]
    assert (row["score"], row["one"], row["one outcome"]) == ("3.5", "1.5", "failed")
    assert row["by a person"] == "one: graded by hand: 1.5 / 2: Right idea: <b>but</b> 1 < 3. =HYPERLINK()"
    html = page_of(course, "one-wrong").read_text()
    assert "3.5 of 4 points so far; 3 to be graded by hand" in html
    assert html.count("raded by hand: 1.5 / 2") == 2, "in the table and with the exercise"
    assert "automatically: 0 / 2" in html
    assert "Right idea: &lt;b&gt;but&lt;/b&gt; 1 &lt; 3.</p>\n<p>=HYPERLINK()</p>" in html
    assert "Your code and its outputs" in html
    assert "1.5 of 2 points, graded by hand" in _report(course)
    changed = {student for student, page in _inodes(course).items() if page != pages[student]}
    assert changed == {"one-wrong"}, "a page is made again only where something changed"


def test_nothing_is_examined_again_and_what_has_not_changed_is_not_written_again(course: Course) -> None:
    autograded = course.root / "autograded" / "one-wrong" / "ps1" / "ps1.ipynb"
    before = autograded.stat().st_ino
    decide(course, "one-wrong", "test_one", 1.5)
    _, first = feedback(course)
    assert first.made == 1
    assert grade(course)[1].kept == 3, "the record still has its seal"
    records = {each: each.stat().st_ino for each in course.root.glob("autograded/*/ps1/results.json")}
    _, second = feedback(course)
    assert second.made == 0
    assert autograded.stat().st_ino == before
    assert {each: each.stat().st_ino for each in records} == records
    assert len(list(ClassFeedback(course, "ps1").run(all_again=True))) == 3


def test_what_is_taken_back_counts_no_longer(course: Course) -> None:
    before = page_of(course, "one-wrong").read_text()
    decide(course, "one-wrong", "test_one", 1.5, 0.5, "Hm.")
    assert feedback(course)[0]["one-wrong"].score == 4
    decide(course, "one-wrong", "test_one", None, None, "")
    result = feedback(course)[0]["one-wrong"]
    assert result.score == 2
    assert result == result.as_found()
    assert page_of(course, "one-wrong").read_text() == before, "made again, it is the page of the examination"


def test_the_points_that_count_are_those_of_nbgrader(course: Course) -> None:
    cells = [("one-wrong", "test_one"), ("all-right", "test_one"), ("all-right", "essay"), ("one-empty", "essay")]
    for score, extra in itertools.product((None, 0.0, 1.5, -1.0, 9.0), (None, 0.0, 0.25)):
        for student, cell in cells:
            decide(course, student, cell, score, extra)
        results, _ = feedback(course)
        with gradebook(course) as book:
            for student, cell in cells:
                stock = book.find_grade(cell, "ps1", "ps1", student)
                assert exercise(results[student], cell).score == stock.score, (student, cell, score, extra)
            for student, result in results.items():
                assert result.score == book.find_submission("ps1", student).score


def test_a_late_penalty_that_stands_in_the_gradebook_is_taken_off(course: Course) -> None:
    _set_penalty(course, "all-right", 1.25)
    result = feedback(course)[0]["all-right"]
    assert (result.score, result.penalty, result.total) == (4, 1.25, 2.75)
    assert "less 1.25 for lateness: 2.75" in page_of(course, "all-right").read_text()
    assert summary(course)["all-right"]["late penalty"] == "1.25"


def test_an_essay_that_a_person_graded_waits_nowhere(course: Course) -> None:
    results, _ = feedback(course)
    assert "… 2 waiting to be graded by hand" in map(str, outcome_counts(results.values()))
    decide(course, "all-right", "essay", 2.5, comment="Good.")
    decide(course, "one-wrong", "essay", 3)
    results, _ = feedback(course)
    counts = list(map(str, outcome_counts(results.values())))
    assert not any("waiting" in count for count in counts) and any(" 2 graded by hand" in count for count in counts)
    assert exercise(results["all-right"], "essay").outcome is Outcome.WAITING, "the machine's finding stays"
    row = summary(course)["all-right"]
    assert (row["essay"], row["essay outcome"], row["score"]) == ("2.5", "graded by hand", "6.5")
    html = page_of(course, "all-right").read_text()
    assert "waiting to be graded by hand" not in html and "will be graded by hand" not in html
    assert "Because it is so." in html and "Good." in html
    report = _report(course)
    assert "waiting to be graded by hand" not in report and "will be graded by hand" not in report


def test_what_is_graded_again_keeps_the_score_and_asks_only_where_the_answer_has_changed(course: Course) -> None:
    for student in ("one-wrong", "all-right"):
        decide(course, student, "test_one", 1.5)
        decide(course, student, "test_two", 0.5)
    decide(course, "all-right", "essay", 2)
    decide(course, "one-wrong", "essay", 2)
    hand_in(course, "one-wrong", SUBMITTED["one-wrong"] | {"one": "def one(): return 1"})
    results, _ = grade(course, regrade=True)  # without a feedback run before: the scores are seen for the first time
    assert asked(course) == {("one-wrong", "test_one")}
    changed = exercise(results["one-wrong"], "test_one")
    assert (changed.earned, changed.score, changed.decision.look_again) == (2, 1.5, True)
    assert [each.cell for result in results.values() for each in result.exercises if each.decision.look_again] == [
        "test_one"
    ]
    assert "may have changed since then" in page_of(course, "one-wrong").read_text()
    assert "to look at again" in _report(course)
    # Nobody looked: it stays asked for, also when it is graded once more.
    grade(course, regrade=True)
    assert asked(course) == {("one-wrong", "test_one")}
    # What the person graded is handed in again.
    hand_in(course, "one-wrong", SUBMITTED["one-wrong"])
    grade(course)
    assert asked(course) == set()


def test_a_person_who_looked_again_is_asked_no_more(course: Course) -> None:
    decide(course, "one-wrong", "test_one", 1.5)
    decide(course, "one-wrong", "essay", 1)
    decide(course, "all-right", "essay", 1)
    feedback(course)
    hand_in(course, "one-wrong", SUBMITTED["one-wrong"] | {"one": "def one(): return 4"})
    grade(course)
    assert asked(course) == {("one-wrong", "test_one")}
    decide(course, "one-wrong", "test_one", 1.5)  # the same score once more
    assert not exercise(feedback(course)[0]["one-wrong"], "test_one").decision.look_again
    results, _ = grade(course, regrade=True)
    assert asked(course) == set()
    assert not exercise(results["one-wrong"], "test_one").decision.look_again


def test_a_gradebook_that_was_lost_gets_back_what_persons_decided(course: Course) -> None:
    decide(course, "one-wrong", "test_one", 1.5, 0.25, "Right idea.")
    feedback(course)
    (course.root / "gradebook.db").unlink()
    assert grade(course)[0]["one-wrong"].score == 3.75
    with gradebook(course) as book:
        kept = book.find_grade("test_one", "ps1", "ps1", "one-wrong")
        assert (kept.auto_score, kept.manual_score, kept.extra_credit, kept.needs_manual_grade) == (0, 1.5, 0.25, False)
        assert book.find_comment("one", "ps1", "ps1", "one-wrong").comment == "Right idea."


def test_a_score_that_somebody_writes_into_a_record_counts_only_until_the_gradebook_is_asked(course: Course) -> None:
    path = course.root / "autograded" / "one-wrong" / "ps1" / "results.json"
    forged = json.loads(path.read_text())
    forged["exercises"][0]["manual_score"] = 2.0
    forged["score"], forged["percent"] = 4.0, round(400 / 7, 2)
    path.write_text(json.dumps(forged))
    assert feedback(course)[0]["one-wrong"].score == 2
    assert record(course, "one-wrong").score == 2


def test_what_is_no_record_and_where_nothing_is_graded_is_said_in_a_sentence(course: Course, tmp_path: Path) -> None:
    with pytest.raises(GradingError, match="no submission of ps1 has been graded there: run course grade ps1 first"):
        ClassFeedback(course, "ps1", tmp_path / "elsewhere")
    path = course.root / "autograded" / "one-wrong" / "ps1" / "results.json"
    text = path.read_text()
    path.write_text(text.replace('"passed"', '"failed"', 1))
    with pytest.raises(GradingError, match=r"results.json was not written here by course grade.*course grade ps1"):
        feedback(course)
    path.write_text(text)
    (course.root / "gradebook.db").unlink()
    with pytest.raises(GradingError, match=r"there is no gradebook .*gradebook.db: run course grade ps1 first"):
        feedback(course)


def test_a_page_of_nbgraders_is_kept_beside_ours(course: Course) -> None:
    page = page_of(course, "one-wrong")
    before = page.read_text()
    page.write_text("<!DOCTYPE html>\n<html>\n<head><title>ps1</title></head><body>stock</body></html>")
    (page.parent / "results.json").write_text("{}")
    _, again = feedback(course)
    assert again.aside == [page.parent / "nbgrader" / "ps1.html"]
    assert "stock" in again.aside[0].read_text()
    assert page.read_text() == before
    assert not (page.parent / "results.json").exists()
    page.write_text("<html>stock</html>")
    _, grading = grade(course, regrade=True)
    assert grading.aside == again.aside
    page.write_text(before.replace("Grade report", "Edited"))  # ours, but not as we wrote it
    _, again = feedback(course)
    assert (again.aside, "Grade report" in page.read_text()) == ([], True)


def test_each_notebook_of_several_has_its_own_decisions(tmp_path: Path) -> None:
    names = ("ps1", "ps2")
    course = make_course(tmp_path / "course", names)
    grade(course)
    pages = {name: page_of(course, "one-wrong", name).read_text() for name in names}
    decide(course, "one-wrong", "test_one", 1.5, comment="Of the second.", notebook="ps2")
    _set_penalty(course, "one-wrong", 0.5, "ps2")
    for again in (feedback, grade):
        result = again(course)[0]["one-wrong"]  # type: ignore[operator]
        assert (result.score, result.penalty) == (5.5, 0.5)
        assert [each.cell for each in result.exercises if each.has_decision] == ["ps2/test_one"]
        second = page_of(course, "one-wrong", "ps2").read_text()
        assert "Of the second." in second and "less 0.5 for lateness: 3" in second
        assert "Of the second." not in page_of(course, "one-wrong", "ps1").read_text()
        assert 'href="../../feedback/one-wrong/ps1/ps1.html"' in _report(course)
    decide(course, "one-wrong", "test_one", None, None, "", "ps2")
    _set_penalty(course, "one-wrong", None, "ps2")
    feedback(course)
    assert {name: page_of(course, "one-wrong", name).read_text() for name in names} == pages


def test_points_that_a_person_resolves_are_open_no_longer_until_the_answer_is_another_one(course: Course) -> None:
    """As when a score is set in formgrader and taken back: the machine's points stay, and nobody is asked for them."""
    found = record(course, "one-wrong")
    open_points = tuple(replace(each, disputed="it is not isolated") for each in found.exercises[:1])
    first = replace(found, exercises=open_points + found.exercises[1:])
    other = replace(first, submission=replace(first.submission, answers={**first.submission.answers, "test_one": "x"}))
    with GradebookWriter(course, course.root / "gradebook.db", Assignment.read_all(course.source / "ps1")[0]) as writer:

        def after(result: Result, before: Result | None = None) -> tuple[bool, bool]:
            grades = Grades("ps1", result, is_new=before is not None, before=before)
            decisions = writer.write([grades])["one-wrong", "ps1"].exercises
            now = exercise(result.decided(decisions), "test_one")
            return now.has_open_points, ("one-wrong", "test_one") in asked(course)

        assert after(first, found) == (True, True)
        assert after(first) == (True, True)
        decide(course, "one-wrong", "test_one", None)
        assert after(first) == (False, False)
        assert after(first, first) == (False, False), "graded again, it is the same answer"
        assert after(other, first) == (True, True)
        decide(course, "one-wrong", "test_one", 2)
        assert after(other) == (False, False)


def test_a_record_of_hundreds_of_submissions_is_read_by_few_statements(course: Course) -> None:
    # Not by one for each student, as nbgrader's interface would ask.
    from sqlalchemy import event
    from sqlalchemy.engine import Engine

    statements: list[str] = []

    def note(*arguments: object) -> None:
        statements.append(str(arguments[2]))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        feedback(course)
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    assert 0 < len([each for each in statements if each.startswith("SELECT") and "grade" in each.lower()]) <= 4
