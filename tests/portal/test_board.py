"""The board tells what goes on, and a submission that was set aside is examined again when an instructor says so."""

from __future__ import annotations

import csv
import re
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from starlette.testclient import TestClient

from nbproctor.config import Course
from nbproctor.portal.intake_desk import Arrival, Rule
from nbproctor.portal.jobs import MOST_TRIES, JobQueue
from nbproctor.portal.portal_app import PortalApp
from nbproctor.portal.portal_folder import PortalFolder

pytestmark = pytest.mark.all


@pytest.fixture
def folder(own_course: Course) -> PortalFolder:
    """A portal in which ann handed in what cannot be examined, and bob something after it; the deadline is over."""
    over = datetime.now(UTC) - timedelta(minutes=10)
    own_course.exam_day.deadlines = {"numbers": over.isoformat()}
    folder = PortalFolder(own_course)
    desk = folder.intake_desk()
    for student in ("ann", "bob"):
        work = f"work of {student}".encode()
        arrival = Arrival(student, "numbers", "key-00000001", folder.uploads.keep(work), len(work), desk.clock.now())
        desk.receipt_for(arrival, Rule())
    return folder


@pytest.fixture
def browser_of(own_course: Course, folder: PortalFolder) -> Callable[[str], TestClient]:
    portal = PortalApp(own_course, folder)
    codes = portal.people.add(["ann", "bob", "tess,instructor"])

    def logged_in(name: str) -> TestClient:
        browser = TestClient(portal.application())
        assert browser.post("/login", data={"name": name, "code": codes[name]}).status_code == 200
        return browser

    return logged_in


def _give_back(folder: PortalFolder, times: int) -> None:
    jobs = JobQueue(folder.rows)
    for _ in range(times):
        with folder.rows.transaction() as connection:
            connection.execute("UPDATE jobs SET not_before = CASE submission WHEN 1 THEN 0 ELSE ? END", (1 << 50,))
            connection.execute("UPDATE jobs SET token = NULL, leased = NULL")
            connection.execute("UPDATE jobs SET kind = 0 WHERE submission = 1")
        job = jobs.lease(["numbers"])
        assert job
        assert job.submission == 1
        assert jobs.give_back(job, "the machine was in trouble while it was examined")


def test_what_could_not_be_examined_is_told_to_its_student_and_on_the_board(
    folder: PortalFolder, browser_of: Callable[[str], TestClient]
) -> None:
    ann, tess = browser_of("ann"), browser_of("tess")
    assert "2 submissions of 2 students; 2 without a report" in tess.get("/board").text
    assert "being graded" in ann.get("/submissions/1").text
    _give_back(folder, 1)
    assert "tried again by itself" in ann.get("/submissions/1").text
    assert "the machine was in trouble" in tess.get("/board").text
    _give_back(folder, MOST_TRIES - 1)
    assert "your instructor has it tried again" in ann.get("/submissions/1").text
    assert JobQueue(folder.rows).lease(["none"]) is None


def test_an_instructor_has_it_examined_again_and_the_act_stays(
    folder: PortalFolder, browser_of: Callable[[str], TestClient]
) -> None:
    tess = browser_of("tess")
    _give_back(folder, MOST_TRIES)
    page = tess.get("/board").text
    csrf = re.findall(r'name="csrf" value="([^"]+)"', page)[0]
    assert "Examine submission 1 again" in page
    after = tess.post("/board/try-again", data={"csrf": csrf, "submission": "1"}).text
    assert "Examine submission 1 again" not in after
    assert "tess has submission 1 examined again" in after
    (job,) = folder.rows.read("SELECT * FROM jobs WHERE submission = 1")
    assert job["tries"] == 0
    for statement in ("DELETE FROM acts", "UPDATE acts SET person = 'ann'"):
        with pytest.raises(sqlite3.IntegrityError, match="acts stay"), folder.rows.transaction() as connection:
            connection.execute(statement)


def test_an_assignment_that_cannot_get_ready_is_told_and_why_to_instructors_alone(
    folder: PortalFolder, browser_of: Callable[[str], TestClient]
) -> None:
    JobQueue(folder.rows).tell_readiness("numbers", "the reference of square fails")
    assert "numbers cannot be graded since" in (board := browser_of("tess").get("/board").text)
    assert "the reference of square fails" in board
    assert "numbers cannot be graded now" in (told := browser_of("ann").get("/submissions/1").text)
    assert "reference" not in told


def _csrf(browser: TestClient) -> str:
    return re.findall(r'name="csrf" value="([^"]+)"', browser.get("/").text)[0]


def _hand_in(browser: TestClient, key: str) -> int:
    data = {"csrf": _csrf(browser), "key": key}
    return browser.post("/assignments/numbers", data=data, files={"file": ("numbers.ipynb", b"work")}).status_code


def test_who_has_extra_time_hands_in_when_the_others_no_longer_can(
    own_course: Course, folder: PortalFolder, browser_of: Callable[[str], TestClient]
) -> None:
    ann, bob, tess = browser_of("ann"), browser_of("bob"), browser_of("tess")
    assert [_hand_in(ann, "key-too-late"), _hand_in(bob, "key-too-late")] == [403, 403]
    data = {"csrf": _csrf(tess), "assignment": "numbers", "people": "ann\r\n", "minutes": "60"}
    assert "tess gives ann 60 minutes beyond the deadline of numbers" in tess.post("/board/extra-time", data=data).text
    assert "with your extra time of 60 minutes" in ann.get("/assignments/numbers").text
    assert [_hand_in(ann, "key-in-extra-time"), _hand_in(bob, "key-too-late")] == [200, 403]
    assert "60 minutes" not in bob.get("/assignments/numbers").text
    tess.post("/board/extra-time", data=data | {"minutes": "0"})
    assert _hand_in(ann, "key-after-that") == 403


@pytest.mark.parametrize(
    "wrong",
    [{"people": "ann\nnobody"}, {"people": ""}, {"minutes": "-1"}, {"minutes": "9" * 15}, {"assignment": "none"}],
)
def test_extra_time_that_is_wrong_is_given_to_nobody(
    folder: PortalFolder, browser_of: Callable[[str], TestClient], wrong: dict[str, str]
) -> None:
    tess = browser_of("tess")
    data = {"csrf": _csrf(tess), "assignment": "numbers", "people": "ann", "minutes": "60"} | wrong
    assert tess.post("/board/extra-time", data=data).status_code == 400
    assert not folder.rows.read("SELECT * FROM extra_times")
    assert not folder.rows.read("SELECT * FROM acts")


def test_a_roster_comes_in_from_the_page_and_its_codes_are_shown_once(
    own_course: Course, folder: PortalFolder, browser_of: Callable[[str], TestClient]
) -> None:
    tess = browser_of("tess")
    data = {"csrf": _csrf(tess)}
    wrong = tess.post("/board/roster", data=data, files={"roster": ("roster.csv", b"carl\ndora,queen\n")})
    assert (wrong.status_code, "line 2 of the roster" in wrong.text) == (400, True)
    page = tess.post("/board/roster", data=data, files={"roster": ("roster.csv", b"carl\ndora,student\n")})
    codes = dict(re.findall(r"<li>(\w+): <code>([a-z0-9-]+)</code>", page.text))
    assert set(codes) == {"carl", "dora"}
    carl = TestClient(PortalApp(own_course, folder).application())
    assert carl.post("/login", data={"name": "carl", "code": codes["carl"]}).status_code == 200
    acts = folder.rows.read("SELECT act FROM acts")
    assert [row["act"] for row in acts] == ["gives new codes to 2 people of a roster"]


def test_everything_is_a_table_in_which_no_name_is_a_formula(
    folder: PortalFolder, browser_of: Callable[[str], TestClient]
) -> None:
    desk = folder.intake_desk()
    desk.receipt_for(Arrival("=1+1", "numbers", "key-00000001", "a" * 64, 4, desk.clock.now()), Rule())
    answer = browser_of("tess").get("/board/submissions.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    table = list(csv.DictReader(answer.text.splitlines()))
    assert [row["student"] for row in table] == ["ann", "bob", "'=1+1"]
    assert table[0]["score"] == ""
