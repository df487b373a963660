"""A portal in a real browser: students hand in and read, instructors look and act, and everybody can use its pages."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from nbformat import NotebookNode
from playwright.sync_api import Page, expect

from nbproctor.config import Course
from nbproctor.portal.jobs import MOST_TRIES, SET_ASIDE
from nbproctor.portal.receipts import verified
from nbproctor.portal.rehearsal.rehearsed_portals import RehearsedPortal
from nbproctor.report.words import duration
from tests.portal import graded_portals
from tests.portal.graded_portals import change
from tests.portal.portal_visits import PortalVisits, Relay, choose_by_keyboard, hand_in, require_usable, tab_to

pytestmark = [pytest.mark.all, pytest.mark.needs("Chromium")]

READER = "student-009"
"""Whose first submission is graded, whose second waits for ever, and whose third was set aside."""
GRADED, WAITS, ASIDE = 1, 2, 3
LATER = datetime.now(UTC) + timedelta(hours=5)
FORBIDDEN = "the server responded with a status of 403"


class Works(NamedTuple):
    """Files to hand in."""

    right: Path
    wrong: Path
    none: Path
    huge: Path


@pytest.fixture(scope="module")
def course(course_copy: Callable[[Path], Course], tmp_path_factory: pytest.TempPathFactory) -> Course:
    return course_copy(tmp_path_factory.mktemp("portal") / "course")


@pytest.fixture(scope="module")
def works(course: Course, solved: Callable[[Course], NotebookNode], tmp_path_factory: pytest.TempPathFactory) -> Works:
    folder = tmp_path_factory.mktemp("works")
    made = Works(*(folder / f"{name}.ipynb" for name in Works._fields))
    contents = (*graded_portals.right_and_wrong(solved(course)), bytes(range(256)) * 4, b" " * 25_000_000)
    for path, content in zip(made, contents, strict=True):
        path.write_bytes(content)
    return made


@pytest.fixture(scope="module")
def portal(course: Course, works: Works) -> Iterator[RehearsedPortal]:
    """A portal whose deadline is to come, with what its reader has handed in."""
    people = [*(f"student-{number:03}" for number in range(1, 13)), "teacher,instructor"]
    with RehearsedPortal(course, "numbers", course.root.with_name("rehearsal"), people, LATER.isoformat()) as opened:
        # Nobody grades letters.
        for number, assignment in ((GRADED, "numbers"), (WAITS, "letters"), (ASIDE, "letters")):
            graded_portals.hand_in(
                opened.folder, READER, works.right.read_bytes(), assignment, key=f"key-0000000{number}"
            )
        aside = (SET_ASIDE, MOST_TRIES, "the grader crashed on every attempt", ASIDE)
        change(opened.folder.rows, "UPDATE jobs SET kind = ?, tries = ?, trouble = ? WHERE submission = ?", *aside)
        yield opened


def _submissions(portal: RehearsedPortal, student: str) -> list[int]:
    found = portal.folder.rows.read("SELECT number FROM submissions WHERE student = ? ORDER BY number", student)
    return [row["number"] for row in found]


def _shows_score(page: Page, score: str) -> None:
    expect(page.locator(".score")).to_contain_text(f"{score} of 8 points")


def test_a_countdown_words_a_duration_as_every_page_does(visits: PortalVisits) -> None:
    seconds = [1, 59, 60, 61, 3600, 7500, 7505, 86_400, 86_460, 90_000, 200_000, 40 * 86_400]
    assert visits.page().evaluate("seconds => seconds.map(duration)", seconds) == [duration(each) for each in seconds]


# --- a student --------------------------------------------------------------------------------------


def test_a_student_hands_in_reads_the_report_and_keeps_the_receipt(visits: PortalVisits, works: Works) -> None:
    page = visits.page("student-001")
    expect(page.get_by_role("listitem")).to_contain_text(f"numbers, until {LATER:%Y-%m-%d %H:%M} UTC (4 h ")
    hand_in(page, works.right)
    expect(page.get_by_text("The report will appear on this page automatically")).to_be_visible()
    _shows_score(page, "8")
    expect(page.locator("[data-events]")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("link", name="receipt").click()
    receipt = verified(Path(download.value.path()).read_bytes(), visits.portal.folder.signer().public_key)
    assert (receipt.student, receipt.bytes) == ("student-001", works.right.stat().st_size)
    expect(page.get_by_text(receipt.sha256)).to_be_visible()
    page.get_by_role("link", name="Hand in again").click()
    page.get_by_label("Your notebook").set_input_files(works.wrong)
    page.get_by_role("button", name="Hand in").click()
    _shows_score(page, "4")
    expect(page.get_by_role("row", name="ex1")).to_contain_text("failed")
    with page.expect_response("**/report") as answer:
        page.get_by_role("link", name="Full report").click()
    assert answer.value.headers["content-security-policy"].startswith("sandbox;")
    expect(page.get_by_role("heading", name="numbers", level=1)).to_be_visible()
    page.go_back()
    _shows_score(page, "4")
    page.get_by_role("link", name="Assignments").click()
    page.get_by_role("link", name="numbers").click()
    expect(page.get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_role("listitem").first).to_contain_text("UTC, graded")


def test_what_is_no_notebook_is_taken_if_its_student_insists_and_has_no_points(
    visits: PortalVisits, works: Works
) -> None:
    page = visits.page("student-002")
    hand_in(page, works.none)
    expect(page.get_by_role("alert")).to_contain_text("This is not the notebook of numbers")
    assert _submissions(visits.portal, "student-002") == []
    visits.forgive("the server responded with a status of 422")
    page.get_by_label("Your notebook").set_input_files(works.none)
    page.get_by_label("Hand it in anyway").check()
    page.get_by_role("button", name="Hand in").click()
    _shows_score(page, "0")
    expect(page.get_by_text("Your notebook could not be graded. ")).to_be_visible()
    expect(page.get_by_role("link", name="receipt")).to_be_visible()


def test_a_file_that_is_too_large_is_refused_with_a_sentence(visits: PortalVisits, works: Works) -> None:
    page = visits.page("student-002")
    hand_in(page, works.huge)
    expect(page.get_by_role("alert")).to_contain_text("too large")
    visits.forgive("the server responded with a status of 413")


def test_who_logs_out_sees_nothing_any_longer(visits: PortalVisits) -> None:
    page = visits.page("student-002")
    page.get_by_role("link", name="numbers").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("button", name="Log in")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("alert")).to_have_text("Please log in.")
    expect(page.get_by_label("Your notebook")).to_have_count(0)
    visits.forgive(FORBIDDEN)


# --- an instructor ----------------------------------------------------------------------------------


def test_an_exam_is_stopped_while_a_page_is_open_and_goes_on(visits: PortalVisits, works: Works) -> None:
    student, teacher = visits.page("student-004"), visits.page("teacher")
    student.goto("/assignments/numbers")
    student.get_by_label("Your notebook").set_input_files(works.right)
    teacher.goto("/board")
    teacher.get_by_role("link", name="Stop numbers").click()
    teacher.get_by_role("link", name="Cancel").click()
    expect(teacher.get_by_role("button", name="Resume numbers")).to_have_count(0)
    teacher.get_by_role("link", name="Stop numbers").click()
    teacher.get_by_role("button", name="Stop numbers").click()
    expect(teacher.get_by_text("numbers, stopped")).to_be_visible()
    student.get_by_role("button", name="Hand in").click()
    expect(student.get_by_role("alert")).to_contain_text("has stopped this exam")
    visits.forgive(FORBIDDEN)
    student.goto("/assignments/numbers")
    expect(student.get_by_role("status")).to_contain_text("Your instructor has stopped this exam")
    expect(student.get_by_label("Your notebook")).to_have_count(0)
    expect(student.locator(".left")).to_have_count(0)
    student.goto("/")
    expect(student.get_by_role("listitem")).to_contain_text("stopped by your instructor")
    teacher.get_by_role("button", name="Resume numbers").click()
    for act in ("stops", "resumes"):
        expect(teacher.locator("#acts")).to_contain_text(f"teacher {act} numbers")
    assert _submissions(visits.portal, "student-004") == []
    hand_in(student, works.right)
    _shows_score(student, "8")


def test_the_board_renews_itself_but_for_what_somebody_is_about_to_press(visits: PortalVisits, works: Works) -> None:
    teacher = visits.page("teacher")
    teacher.clock.install()
    teacher.goto("/board")
    before = teacher.locator("#now").inner_text()
    stop = teacher.get_by_role("link", name="Stop numbers")
    stop.focus()
    hand_in(visits.page("student-005"), works.right)
    rows = visits.portal.folder.rows
    change(rows, "INSERT INTO acts (moment, person, act) VALUES (0, 'teacher', 'sees this by itself')")
    change(rows, "INSERT INTO stopped_assignments VALUES ('numbers')")
    teacher.clock.run_for(11_000)
    expect(teacher.locator("#acts")).to_contain_text("sees this by itself")
    assert teacher.locator("#now").inner_text() != before
    expect(stop).to_be_focused()
    teacher.get_by_role("link", name="Assignments").focus()
    teacher.clock.run_for(11_000)
    expect(teacher.get_by_role("button", name="Resume numbers")).to_be_visible()
    change(rows, "DELETE FROM stopped_assignments")
    change(rows, "DELETE FROM sessions WHERE person = 'teacher'")
    teacher.clock.run_for(11_000)
    expect(teacher.get_by_role("alert")).to_have_text("Please log in.")
    visits.forgive(FORBIDDEN)


def test_the_table_of_students_is_sorted_and_searched_without_a_script(visits: PortalVisits, works: Works) -> None:
    hand_in(visits.page("student-006"), works.wrong)
    teacher = visits.page("teacher", java_script_enabled=False)
    teacher.goto("/board")
    rows = teacher.get_by_role("region", name="Students").get_by_role("row")
    expect(rows).to_have_count(1 + len(visits.portal.folder.rows.read("SELECT 1 FROM people WHERE role = 'student'")))
    teacher.get_by_role("link", name="Attempts").click()
    teacher.get_by_role("link", name="Attempts").click()
    expect(teacher.get_by_role("columnheader", name="Attempts")).to_have_attribute("aria-sort", "descending")
    expect(rows.nth(1)).not_to_contain_text("not handed in")
    teacher.get_by_label("Name or group").fill("T-006")
    teacher.get_by_role("button", name="Find").click()
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("student-006")
    teacher.get_by_role("link", name="no. ").click()
    expect(teacher.get_by_text("student-006")).to_be_visible()


def _codes(teacher: Page, folder: Path, names: list[str]) -> dict[str, str]:
    roster = folder / "roster.csv"
    roster.write_text("\n".join(names))
    teacher.goto("/board/people")
    teacher.get_by_label("A CSV file").set_input_files(roster)
    teacher.get_by_role("button", name="Add people and show their codes").click()
    expect(teacher.get_by_role("heading", name="Codes")).to_be_visible()
    told = teacher.locator("main li").all_inner_texts()
    return dict(line.split(": ") for line in told)


# --- a bad connection -------------------------------------------------------------------------------


def test_a_form_whose_answer_was_lost_is_sent_again_and_gets_the_same_receipt(
    visits: PortalVisits, works: Works
) -> None:
    with Relay(int(visits.portal.address.rpartition(":")[2])) as relay:
        page = visits.page("student-007", relay.address)
        page.goto("/assignments/numbers")
        page.get_by_label("Your notebook").set_input_files(works.right)
        page.wait_for_load_state("networkidle")  # else it is the icon that is lost
        relay.loses = True
        with page.expect_event("requestfailed", lambda request: request.method == "POST"):
            page.get_by_role("button", name="Hand in").click(no_wait_after=True)
        (number,) = _submissions(visits.portal, "student-007")
        assert relay.lost
        relay.loses = False
        page.wait_for_url("chrome-error://**")
        page.reload()
        expect(page.get_by_role("link", name=f"receipt {number}")).to_be_visible()
    assert _submissions(visits.portal, "student-007") == [number]


def test_who_is_offline_or_presses_twice_hands_in_once(visits: PortalVisits, works: Works) -> None:
    page = visits.page("student-008")
    page.goto("/assignments/numbers")
    page.get_by_label("Your notebook").set_input_files(works.wrong)
    page.context.set_offline(True)
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Hand in").click(no_wait_after=True)
    assert _submissions(visits.portal, "student-008") == []
    page.context.set_offline(False)
    page.reload()
    expect(page.get_by_role("link", name="receipt")).to_be_visible()
    _shows_score(page, "4")  # the page has renewed itself, and does not while another is opened
    page.goto("/assignments/numbers")
    page.get_by_label("Your notebook").set_input_files(works.right)
    page.get_by_role("button", name="Hand in").dblclick()
    expect(page.get_by_role("link", name="receipt")).to_be_visible()
    assert len(_submissions(visits.portal, "student-008")) == 2


def test_an_open_page_outlives_the_portal_and_a_form_is_sent_to_the_next_one(
    visits: PortalVisits, works: Works
) -> None:
    waits, sends = visits.page("student-010"), visits.page("student-011")
    # As a web server before the portal answers while there is none.
    waits.route("**/events", lambda route: route.fulfill(status=502), times=1)
    sends.goto("/assignments/numbers")
    sends.get_by_label("Your notebook").set_input_files(works.right)
    hand_in(waits, works.right)
    expect(waits.get_by_role("link", name="receipt")).to_be_visible()
    visits.portal.end(signal.SIGKILL)
    with sends.expect_event("requestfailed"):
        sends.get_by_role("button", name="Hand in").click(no_wait_after=True)
    visits.portal.start()
    sends.reload()
    _shows_score(waits, "8")
    _shows_score(sends, "8")
    assert len(_submissions(visits.portal, "student-011")) == 1
    visits.trouble = [said for said in visits.trouble if not said.startswith("Failed to load resource")]


# --- everybody --------------------------------------------------------------------------------------

PAGES = {
    "login": ("", "/"),
    "error": ("", "/board"),
    "home": (READER, "/"),
    "assignment": (READER, "/assignments/numbers"),
    "wrong file": (READER, "/assignments/numbers"),
    "graded submission": (READER, f"/submissions/{GRADED}"),
    "waiting submission": (READER, f"/submissions/{WAITS}"),
    "board": ("teacher", "/board"),
    "people": ("teacher", "/board/people"),
    "confirmation": ("teacher", "/board/stop?assignment=numbers"),
    "wrong form": ("teacher", ""),
    "preview": ("teacher", "/board/previews/numbers"),
    "codes": ("teacher", ""),
}


@pytest.mark.parametrize("name", PAGES)
def test_every_page_can_be_used_by_everybody(visits: PortalVisits, works: Works, name: str, tmp_path: Path) -> None:
    person, path = PAGES[name]
    page = visits.page(person)
    if path:
        page.goto(path)
    elif name == "wrong form":
        page.goto("/board/people")
        page.get_by_label("Names of people or groups").fill("nobody")
        page.get_by_label("Minutes beyond the deadline").fill("5")
        page.get_by_role("button", name="Give time").click()
        expect(page.get_by_role("alert")).to_contain_text("neither a person nor a group")
        expect(page.get_by_label("Names of people or groups")).to_have_value("nobody")
        visits.forgive("the server responded with a status of 400")
    else:
        _codes(page, tmp_path, [f"student-{number}" for number in range(201, 231)])
    if name == "error":
        visits.forgive(FORBIDDEN)
    if name == "wrong file":
        page.get_by_label("Your notebook").set_input_files(works.none)
        page.get_by_role("button", name="Hand in").click()
        expect(page.get_by_label("Hand it in anyway")).to_be_visible()
        visits.forgive("the server responded with a status of 422")
    require_usable(page)


def test_a_student_needs_the_keyboard_alone(visits: PortalVisits, works: Works) -> None:
    page = visits.page()
    tab_to(page, "#name")
    page.keyboard.type("student-012")
    tab_to(page, "#code")
    page.keyboard.type(visits.portal.codes["student-012"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Assignments")).to_be_visible()
    tab_to(page, "main li a")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Your notebook")).to_be_visible()
    tab_to(page, "#file")
    choose_by_keyboard(page, works.right)
    tab_to(page, "form:not(.who) button")
    page.keyboard.press("Enter")
    _shows_score(page, "8")
    tab_to(page, "a[href$='/report']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/report")
    page.go_back()
    tab_to(page, ".who button")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Log in")).to_be_visible()
