"""nbgrader's formgrader in a real browser: what a person sets there is what students, tables and exports say."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from nbproctor.config import Course
from tests.course.jupyter_servers import serving
from tests.course_copy import Run
from tests.gradebook.decided_course import (
    SUBMITTED,
    asked,
    exercise,
    grade,
    gradebook,
    hand_in,
    make_course,
    page_of,
    record,
    summary,
    table,
)
from tests.patience import HANGS

pytestmark = [pytest.mark.all, pytest.mark.needs("Chromium"), pytest.mark.xdist_group("formgrader")]

NO_MATHJAX = "MathJax = {Hub: {Config() {}, Configured() {}, Queue() {}, Startup: {signal: {Interest() {}}}}}"
PATIENCE = 1000 * HANGS  # milliseconds


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A graded course; the tests go on one after the other."""
    course = make_course(tmp_path_factory.mktemp("formgrader") / "course")
    shutil.copy(course.root / "grading_config.py", course.root / "nbgrader_config.py")
    grade(course)
    return course


@pytest.fixture(scope="module")
def formgrader(course: Course, environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Jupyter server with formgrader in it, for the course."""
    with serving("jupyter_server", course.root, environment, tmp_path_factory.mktemp("server"), token="") as address:
        yield f"{address}/formgrader"


@pytest.fixture
def page(browser: Browser) -> Page:
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    # MathJax is elsewhere, and not what is tested.
    page.route(lambda url: url.startswith("https:"), lambda route: route.fulfill(body=NO_MATHJAX))
    return page


def _open(page: Page, course: Course, formgrader: str, student: str) -> None:
    """Open a student's notebook in formgrader."""
    with gradebook(course) as book:
        notebook = book.find_submission_notebook("ps1", "ps1", student).id
    page.goto(f"{formgrader}/submissions/{notebook}/")
    expect(page.locator("#test_one")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#test_one")).to_have_attribute("placeholder", "0")  # what is there is loaded


def _set(page: Page, field: str, text: str, kind: str) -> None:
    """Write into a field, and wait until formgrader has saved it."""
    with page.expect_response(lambda answer: f"/api/{kind}/" in answer.url and answer.request.method == "PUT") as saved:
        page.locator(field).fill(text)
        page.locator(field).dispatch_event("change")
    assert saved.value.ok, saved.value.text()


def test_a_score_and_a_comment_reach_the_student_and_every_table(
    course: Course, formgrader: str, page: Page, run: Run, tmp_path: Path
) -> None:
    _open(page, course, formgrader, "one-wrong")
    _set(page, "#test_one", "1.5", "grade")
    _set(page, "#one-comment", "Right idea.\nCount from <one>.", "comment")
    _set(page, "#essay", "2", "grade")
    said = run("course", "feedback", "ps1", cwd=course.root).stdout
    row = next(line for line in said.splitlines() if line.startswith("one-wrong"))
    assert row.split()[1] == "5.5"
    assert "Pages written again: 1 (of 3 students)" in said
    student = summary(course)["one-wrong"]
    assert (student["score"], student["one"], student["essay"]) == ("5.5", "1.5", "2")
    assert "1.5 of 2 points, graded by hand" in (course.root / "reports" / "ps1" / "index.html").read_text()
    result = record(course, "one-wrong")
    assert (result.score, exercise(result, "test_one").decision.comment) == (5.5, "Right idea.\nCount from <one>.")
    run(sys.executable, "-m", "nbgrader", "export", "--to", tmp_path / "grades.csv", cwd=course.root)
    assert float(table(tmp_path / "grades.csv", "student_id")["one-wrong"]["score"]) == result.score
    page.goto(page_of(course, "one-wrong").as_uri())
    section = page.locator("section.exercise").first
    expect(section).to_contain_text("Graded by hand: 1.5 / 2")
    expect(section).to_contain_text("automatically: 0 / 2")
    assert "Right idea.\nCount from <one>." in section.inner_text(), "with its line break"
    expect(page.locator("header.top .grade")).to_contain_text("5.5 of 7 points")


def test_a_regrade_keeps_it_and_asks_again_only_where_the_answer_has_changed(
    course: Course, formgrader: str, page: Page, run: Run
) -> None:
    run("course", "grade", "ps1", "--regrade", cwd=course.root)
    assert record(course, "one-wrong").score == 5.5
    assert ("one-wrong", "test_one") not in asked(course)
    hand_in(course, "one-wrong", SUBMITTED["one-wrong"] | {"one": "def one(): return 5"})
    said = run("course", "grade", "ps1", cwd=course.root).stdout
    assert "to look at again (1): the answer may have changed since it was graded by hand" in said
    assert record(course, "one-wrong").score == 5.5
    _open(page, course, formgrader, "one-wrong")
    marked = page.locator("input.score.needs_manual_grade")
    expect(marked).to_have_count(1)
    expect(marked).to_have_id("test_one")
    with page.expect_response(lambda answer: "/api/grade/" in answer.url and answer.request.method == "PUT"):
        page.get_by_role("button", name="Resolve").locator("visible=true").click()
    expect(marked).to_have_count(0)
    said = run("course", "feedback", "ps1", cwd=course.root).stdout
    assert "look at again" not in said
    run("course", "grade", "ps1", "--regrade", cwd=course.root)
    assert ("one-wrong", "test_one") not in asked(course)


def test_formgraders_own_feedback_and_ours_are_both_there(
    course: Course, formgrader: str, page: Page, run: Run
) -> None:
    """Its button replaces what is there, as `nbgrader generate_feedback --force` does."""
    ours = page_of(course, "one-wrong").read_text()
    page.goto(f"{formgrader}/manage_submissions/ps1")
    with page.expect_response(lambda answer: "generate_feedback" in answer.url) as made:
        page.evaluate(
            """() => fetch('/formgrader/api/assignment/ps1/generate_feedback?force=true', {method: 'POST',
            headers: {'X-XSRFToken': (document.cookie.match(/_xsrf=([^;]+)/) || ['', ''])[1]}})"""
        )
    assert made.value.ok, made.value.text()
    assert "Grade report" not in page_of(course, "one-wrong").read_text()
    said = run("course", "feedback", "ps1", cwd=course.root).stdout
    assert "existing feedback pages from nbgrader were moved aside: 3" in said
    assert page_of(course, "one-wrong").read_text() == ours
