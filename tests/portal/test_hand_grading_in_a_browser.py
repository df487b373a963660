"""Grading by hand in a real browser, by the keyboard; whatever is killed meanwhile, nothing that was saved is lost."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from nbproctor.config import Course
from nbproctor.portal.rehearsal.rehearsed_portals import RehearsedPortal
from nbproctor.results import Result
from tests.gradebook.decided_course import RIGHT, exercise, make_course
from tests.portal.answered_portal import ESSAY, answered, decisions, hand_in
from tests.portal.graded_portals import until
from tests.portal.portal_visits import PortalVisits, require_usable, tab_to
from tests.soak import rest_in_soak

pytestmark = [pytest.mark.all, pytest.mark.needs("Chromium")]


@contextmanager
def _graded(root: Path, students: int, different: int) -> Iterator[tuple[Course, RehearsedPortal]]:
    """A portal that has graded what its students handed in: so many essays, so many of them different."""
    course = make_course(root / "course")
    names = [f"student-{number:03}" for number in range(students)]
    people = [*names, "teacher,instructor", "assistant,instructor"]
    with RehearsedPortal(course, "ps1", root / "portal", people) as portal:
        for number, name in enumerate(names):
            hand_in(portal.folder, name, answered(course, RIGHT | {"essay": f"Reason {number % different}."}))
        until(lambda: not portal.folder.rows.read("SELECT 1 FROM jobs"))
        yield course, portal


@pytest.fixture(scope="module")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RehearsedPortal]:
    with _graded(tmp_path_factory.mktemp("pages"), 9, 6) as (_, portal):
        yield portal


def _points(page: Page) -> Locator:
    return page.get_by_label("Points (out of 3)")


def test_a_person_needs_the_keyboard_alone(visits: PortalVisits) -> None:
    page = visits.page("teacher")
    page.goto("/board")
    tab_to(page, "a[href='/board/by-hand']")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Grade by hand")).to_be_visible()
    tab_to(page, "main th a")
    page.keyboard.press("Enter")
    expect(_points(page)).to_be_focused()
    first = page.get_by_role("region", name="The answer").inner_text()
    page.keyboard.press("Alt+n")
    expect(page.get_by_role("region", name="The answer")).not_to_have_text(first)
    expect(_points(page)).to_be_focused()
    page.keyboard.type("2")
    tab_to(page, "#comment")
    page.keyboard.type("Name it.")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("status")).to_contain_text("Saved for")
    expect(_points(page)).to_be_focused()
    page.keyboard.type("1")
    tab_to(page, "#earlier")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Comment", exact=True)).to_have_value("Name it.")
    tab_to(page, "button.primary")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Saved for")
    tab_to(page, "summary")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Reason").first).to_be_visible()


def test_all_works_without_javascript(visits: PortalVisits) -> None:
    page = visits.page("teacher", java_script_enabled=False)
    page.goto("/board/by-hand")
    page.get_by_role("link", name="essay").click()
    _points(page).fill("2,5")
    page.get_by_label("Comment", exact=True).fill("Without a script.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved for")
    _points(page).fill("3")
    page.get_by_label("Add an earlier comment").select_option(label="Without a script.")
    page.keyboard.press("Enter")
    _points(page).press("Enter")
    page.get_by_text("Distinct answers graded").click()
    expect(page.get_by_text("3 points: “Without a script.”")).to_be_visible()


@pytest.mark.parametrize("name", ["list", "answer", "names", "graded", "wrong score", "overtaken"])
def test_every_page_can_be_used_by_everybody(visits: PortalVisits, name: str) -> None:
    page = visits.page("teacher")
    page.goto("/board/by-hand" if name == "list" else f"{ESSAY}?names=1" if name == "names" else ESSAY)
    if name == "graded":
        page.get_by_text("Distinct answers graded").click()
        page.get_by_role("link", name="Reason").last.click()
        expect(page.get_by_text("Graded: 3 points")).to_be_visible()
    if name == "wrong score":
        _points(page).fill("3.5")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("alert")).to_contain_text("at most 3 points")
        expect(_points(page)).to_have_value("3.5")
        visits.forgive("the server responded with a status of 400")
    if name == "overtaken":
        other = visits.page("assistant")
        other.goto(ESSAY)
        for window, score in ((other, "1"), (page, "2")):
            _points(window).fill(score)
            window.get_by_role("button", name="Save").click()
        expect(page.get_by_role("region", name="Saved by somebody else")).to_contain_text("1 point")
        expect(_points(page)).to_have_value("2")
        visits.forgive("the server responded with a status of 409")
    require_usable(page)


SIZES = {"some": (40, 30, 3), "many": (300, 300, 10)}
"""How many students there are, how many different answers, and how often the portal is killed."""


@pytest.mark.parametrize("size", rest_in_soak(list(SIZES), "some"))
def test_nothing_saved_is_lost_however_often_the_portal_is_killed(browser: Browser, tmp_path: Path, size: str) -> None:
    students, different, kills = SIZES[size]
    chance = random.Random(5)
    killed_at = set(chance.sample(range(different), kills))
    with _graded(tmp_path, students, different) as (course, portal), PortalVisits(browser, portal) as visits:
        page = visits.page("teacher")
        page.goto(ESSAY)
        saves = 0
        while _points(page).count():
            _type_grade(page)
            if saves in killed_at:
                killed_at.remove(saves)
                page.keyboard.press("Enter")  # nobody knows how far the portal comes with it
                time.sleep(chance.uniform(0, 0.3))
                portal.end(signal.SIGKILL)
                portal.start()
                page.goto(ESSAY)
            else:
                with page.expect_navigation():
                    page.keyboard.press("Enter")
                saves += 1
        expect(page.get_by_text("No answers to this exercise are waiting.")).to_be_visible()
        assert not killed_at
        given = {student: each for (student, cell), each in decisions(course).items() if cell == "essay"}
        grades = {f"student-{number:03}": _grade(number % different) for number in range(students)}
        assert given == {student: (score, False, comment) for student, (score, comment) in grades.items()}
        for row in portal.folder.rows.read("SELECT result FROM grades GROUP BY submission HAVING max(number)"):
            essay = exercise(result := Result.from_json(row["result"]), "essay")
            assert (essay.score, essay.decision.look_again) == (given[result.student][0], False)


def _grade(number: int) -> tuple[float, str]:
    """The score and the comment of an answer."""
    return number % 7 / 2, f"Comment {number % 5}."


def _type_grade(page: Page) -> None:
    """Type the score and the comment of the answer that a page shows, and go back to the score."""
    number = int(page.locator("pre.answer").inner_text().removeprefix("Reason ").removesuffix("."))
    expect(_points(page)).to_be_focused()
    score, comment = _grade(number)
    page.keyboard.type(f"{score:g}")
    page.keyboard.press("Tab")
    page.keyboard.type(comment)
    page.keyboard.press("Shift+Tab")
