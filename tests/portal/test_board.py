"""The board tells what goes on, and a submission that was set aside is examined again when an instructor says so."""

from __future__ import annotations

import csv
import re
import sqlite3
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import pytest
from starlette.testclient import TestClient

from nbproctor.config import Course
from nbproctor.config.exam_day import SHOWN
from nbproctor.portal.graders.grader_heartbeats import GraderHeartbeats
from nbproctor.portal.jobs import MOST_TRIES, REGRADE, JobQueue, queue
from nbproctor.portal.portal_app import PortalApp
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.results import ExerciseResult, Outcome
from tests.portal.graded_portals import Visit, change, csrf, finish_next, hand_in, visitors

pytestmark = pytest.mark.all


@pytest.fixture
def folder(own_course: Course) -> PortalFolder:
    """What the owner handed in cannot be examined, the neighbour handed in after it; the deadline is over."""
    over = datetime.now(UTC) - timedelta(minutes=10)
    own_course.exam_day.deadlines = {"numbers": over.isoformat()}
    folder = PortalFolder(own_course)
    for student in ("owner", "neighbour"):
        hand_in(folder, student, f"work of {student}".encode())
    return folder


@pytest.fixture
def browser_of(own_course: Course, folder: PortalFolder) -> Visit:
    """Visits to a portal that is opened for the first of them: until then its settings may be changed."""
    opened = cache(lambda: visitors(PortalApp(own_course, folder), "owner", "neighbour", "teacher,instructor"))
    return lambda name: opened()(name)


def _give_back(folder: PortalFolder, times: int) -> None:
    jobs = JobQueue(folder.rows)
    for _ in range(times):
        change(folder.rows, "UPDATE jobs SET not_before = CASE submission WHEN 1 THEN 0 ELSE ? END", 1 << 50)
        change(folder.rows, "UPDATE jobs SET token = NULL, leased = NULL")
        change(folder.rows, "UPDATE jobs SET kind = 0 WHERE submission = 1")
        job = jobs.lease(["numbers"])
        assert job
        assert job.submission == 1
        assert jobs.give_back(job, "the machine had a problem while grading it")


def test_what_could_not_be_examined_is_told_to_its_student_and_on_the_board(
    folder: PortalFolder, browser_of: Visit
) -> None:
    owner, teacher = browser_of("owner"), browser_of("teacher")
    assert "2 submissions from 2 students; 2 without a report" in teacher.get("/board").text
    assert "being graded" in owner.get("/submissions/1").text
    _give_back(folder, 1)
    assert "tried again automatically" in owner.get("/submissions/1").text
    assert "the machine had a problem" in teacher.get("/board").text
    _give_back(folder, MOST_TRIES - 1)
    assert "your instructor can have it graded again" in owner.get("/submissions/1").text
    assert JobQueue(folder.rows).lease(["none"]) is None


def test_an_instructor_has_it_examined_again_and_the_act_stays(folder: PortalFolder, browser_of: Visit) -> None:
    teacher = browser_of("teacher")
    _give_back(folder, MOST_TRIES)
    assert "Grade submission 1 again" in teacher.get("/board").text
    after = teacher.post("/board/try-again", data={"csrf": csrf(teacher), "submission": "1"}).text
    assert "Grade submission 1 again" not in after
    assert "teacher requests regrading of submission 1" in after
    assert "Tries: 0.\nIt will be tried again automatically." in after
    for statement in ("DELETE FROM acts", "UPDATE acts SET person = 'owner'"):
        with pytest.raises(sqlite3.IntegrityError, match="acts stay"), folder.rows.transaction() as connection:
            connection.execute(statement)


def test_a_student_is_told_that_graders_get_the_assignment_ready_first(folder: PortalFolder, browser_of: Visit) -> None:
    owner = browser_of("owner")
    preparing = "<p data-preparing>The grader is preparing numbers first"
    told = []
    for ready in ([], ["others"], ["numbers"]):
        GraderHeartbeats(folder.rows).tell(2, ready)
        told.append(preparing in owner.get("/submissions/1").text)
    change(folder.rows, "INSERT INTO graders SELECT 'one that starts', seen, at_once, '[]' FROM graders")
    told.append(preparing in owner.get("/submissions/1").text)
    assert told == [True, True, False, False]


def test_an_assignment_that_cannot_get_ready_is_told_and_why_to_instructors_alone(
    folder: PortalFolder, browser_of: Visit
) -> None:
    JobQueue(folder.rows).tell_readiness("numbers", "the reference of square fails")
    assert "Grading of numbers has been failing since" in (board := browser_of("teacher").get("/board").text)
    assert "the reference of square fails" in board
    assert "numbers cannot be graded now" in (told := browser_of("owner").get("/submissions/1").text)
    assert "reference" not in told


def test_points_that_wait_are_told_with_what_decides_them(folder: PortalFolder, browser_of: Visit) -> None:
    teacher = browser_of("teacher")
    reason = "the test gives 2 points, but is not isolated"
    waiting = ExerciseResult("ex1", "test_ex1", 2.0, 0.0, Outcome.PASSED, False, 0, "", 0.1, disputed=reason)
    assert finish_next(folder, 0.0, waiting) and finish_next(folder, 0.0, waiting)
    board = teacher.get("/board").text
    assert "test_ex1 of numbers is not isolated, and its points are pending in 2 of the most recent reports" in board
    assert '"numbers/test_ex1": True lets them count, False does not' in board
    assert "passed not isolated your instructor decides whether its points count" in _words(
        browser_of("owner").get("/submissions/1").text
    )
    with folder.rows.transaction() as connection:
        for submission in (1, 2):
            queue(connection, submission, REGRADE)
    counts = ExerciseResult("ex1", "test_ex1", 2.0, 2.0, Outcome.PASSED, False, 0, "", 0.1)
    assert finish_next(folder, 2.0, counts) and finish_next(folder, 2.0, counts)
    assert "is not isolated" not in teacher.get("/board").text


def _words(page: str) -> str:
    """A page without its tags."""
    return re.sub(r"<[^>]*>", "", page)


def _send(browser: TestClient, key: str) -> Any:
    data = {"csrf": csrf(browser), "key": key, "insist": "1"}
    return browser.post("/assignments/numbers", data=data, files={"file": ("numbers.ipynb", b"work")})


def _hand_in(browser: TestClient, key: str) -> int:
    return int(_send(browser, key).status_code)


def test_who_has_extra_time_hands_in_when_the_others_no_longer_can(folder: PortalFolder, browser_of: Visit) -> None:
    owner, neighbour, teacher = browser_of("owner"), browser_of("neighbour"), browser_of("teacher")
    assert [_hand_in(owner, "key-too-late"), _hand_in(neighbour, "key-too-late")] == [403, 403]
    page = owner.get("/assignments/numbers").text
    assert '<p role="status">The deadline has passed' in page
    assert 'name="file"' not in page
    data = {"csrf": csrf(teacher), "assignment": "numbers", "people": "owner\r\n", "minutes": "60"}
    board = teacher.post("/board/extra-time", data=data).text
    assert "teacher gives owner 60 minutes beyond the deadline of numbers" in board
    assert "owner has 60 minutes beyond the deadline of numbers" in board
    assert "which includes your extra time of 60 minutes" in owner.get("/assignments/numbers").text
    assert [_hand_in(owner, "key-in-extra-time"), _hand_in(neighbour, "key-too-late")] == [200, 403]
    assert "60 minutes" not in neighbour.get("/assignments/numbers").text
    teacher.post("/board/extra-time", data=data | {"minutes": "0"})
    assert _hand_in(owner, "key-after-that") == 403


def test_a_group_has_a_deadline_of_its_own(folder: PortalFolder, browser_of: Visit) -> None:
    owner, neighbour, teacher = browser_of("owner"), browser_of("neighbour"), browser_of("teacher")
    change(folder.rows, "UPDATE people SET class_group = 'afternoon' WHERE name = 'owner'")
    assert "Groups: afternoon" in teacher.get("/board/people").text
    until = datetime.now(UTC) + timedelta(hours=3)
    data = {"csrf": csrf(teacher), "assignment": "numbers", "people": "afternoon", "until": f"{until:%Y-%m-%dT%H:%M}"}
    told = f"time until {until:%Y-%m-%d %H:%M} UTC for numbers"
    board = _words(teacher.post("/board/extra-time", data=data).text)
    assert f"owner has {told}" in board
    assert f"teacher gives owner {told}" in board
    assert "your own deadline" in owner.get("/assignments/numbers").text
    assert [_hand_in(owner, "key-afternoon"), _hand_in(neighbour, "key-afternoon")] == [200, 403]
    teacher.post("/board/extra-time", data=data | {"until": "", "minutes": "0"})
    assert _hand_in(owner, "key-after-that") == 403


@pytest.mark.parametrize(
    "wrong",
    [
        {"people": "owner\nnobody"},
        {"people": ""},
        {"minutes": "-1"},
        {"minutes": "9" * 15},
        {"minutes": ""},
        {"until": "2026-12-01T12:00"},
        {"minutes": "", "until": "noon"},
        {"minutes": "", "until": "0001-01-01T00:00+14:00"},
        {"assignment": "none"},
    ],
)
def test_extra_time_that_is_wrong_is_given_to_nobody(
    folder: PortalFolder, browser_of: Visit, wrong: dict[str, str]
) -> None:
    teacher = browser_of("teacher")
    data = {"csrf": csrf(teacher), "assignment": "numbers", "people": "owner", "minutes": "60"} | wrong
    answer = teacher.post("/board/extra-time", data=data)
    assert answer.status_code == 400
    assert '<p role="alert">' in answer.text
    typed = {name: re.findall(rf'name="{name}"[^>]* value="([^"]*)"', answer.text) for name in ("minutes", "until")}
    assert typed == {"minutes": [data["minutes"]], "until": [data.get("until", "")]}
    assert f'rows="4" required>\n{data["people"]}</textarea>' in answer.text
    assert not folder.rows.read("SELECT * FROM extra_times")
    assert not folder.rows.read("SELECT * FROM acts")


def test_a_roster_comes_in_from_the_page_and_its_codes_are_shown_once(
    own_course: Course, folder: PortalFolder, browser_of: Visit
) -> None:
    teacher = browser_of("teacher")
    data = {"csrf": csrf(teacher)}
    wrong = teacher.post("/board/roster", data=data, files={"roster": ("roster.csv", b"newcomer\nlatecomer,queen\n")})
    assert (wrong.status_code, "Line 2 of the roster" in wrong.text) == (400, True)
    page = teacher.post("/board/roster", data=data, files={"roster": ("roster.csv", b"newcomer\nlatecomer,student\n")})
    codes = dict(re.findall(r"<li>(\w+): <code>([a-z0-9-]+)</code>", page.text))
    assert list(codes) == ["newcomer", "latecomer"]
    newcomer = TestClient(PortalApp(own_course, folder).application())
    assert newcomer.post("/login", data={"name": "newcomer", "code": codes["newcomer"]}).status_code == 200
    acts = folder.rows.read("SELECT act FROM acts")
    assert [row["act"] for row in acts] == ["uploads a roster: 2 new, 0 known"]


def test_everything_is_a_table_in_which_no_name_is_a_formula(folder: PortalFolder, browser_of: Visit) -> None:
    hand_in(folder, "=1+1", b"work")
    answer = browser_of("teacher").get("/board/submissions.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert 'filename="submissions.csv"' in answer.headers["content-disposition"]
    table = list(csv.DictReader(answer.text.splitlines()))
    assert [row["student"] for row in table] == ["owner", "neighbour", "'=1+1"]
    assert table[0]["score"] == ""


def _act(browser: TestClient, act: str, assignment: str = "numbers") -> int:
    return browser.post(f"/board/{act}", data={"csrf": csrf(browser), "assignment": assignment}).status_code


FAILED = ExerciseResult("ex1", "test_ex1", 1.0, 0.0, Outcome.FAILED, True, 3, "square(3) returned <6>; expected 9", 0.1)


def _finish(folder: PortalFolder, score: float) -> None:
    finish_next(folder, score, FAILED)


@pytest.mark.parametrize("act", ["stop", "go-on", "regrade", "preview", "preview/take", "preview/drop"])
@pytest.mark.parametrize("assignment", ["", "none", "../numbers", "'"])
def test_of_an_assignment_that_is_none_nothing_is_done(
    folder: PortalFolder, browser_of: Visit, act: str, assignment: str
) -> None:
    assert _act(browser_of("teacher"), act, assignment) == 400
    assert not folder.rows.read("SELECT * FROM acts")


@pytest.mark.parametrize(("counts", "counted"), [("last", ("3", 3.0)), ("best", ("1", 8.0))])
def test_the_last_or_the_best_submission_counts(
    own_course: Course, folder: PortalFolder, browser_of: Visit, counts: str, counted: tuple[str, float]
) -> None:
    own_course.exam_day.counts = counts
    hand_in(folder, "owner", b"more work")
    for score in (8.0, 5.0, 3.0):
        _finish(folder, score)
    hand_in(folder, "neighbour", b"more work")
    answer = browser_of("teacher").get("/board/points.csv")
    assert 'filename="points.csv"' in answer.headers["content-disposition"]
    rows = {row["student"]: row for row in csv.DictReader(answer.text.splitlines())}
    owner, neighbour = rows["owner"], rows["neighbour"]
    assert (owner["attempts"], owner["counted_submission"], float(owner["score"])) == ("2", *counted)
    # The last submission of the neighbour has no report yet.
    assert neighbour["score"] == ("" if counts == "last" else "5")


def test_an_open_page_is_told_its_place_and_when_the_report_is_there(folder: PortalFolder, browser_of: Visit) -> None:
    owner, neighbour, teacher = browser_of("owner"), browser_of("neighbour"), browser_of("teacher")
    page = neighbour.get("/submissions/2").text
    assert "<span data-place>1</span>" in page
    assert "<p data-told hidden>" in page  # nothing is known yet
    _finish(folder, 3.0)
    assert owner.get("/submissions/1/events").text == "event: graded\ndata: now\n\n"
    assert re.search(r"expected within <span data-expected>\d+</span> s", neighbour.get("/submissions/2").text)
    assert re.search(r"handed in now is expected within \d+ s", teacher.get("/board").text)


def test_the_table_of_students_is_searched_and_sorted_by_its_address_and_stop_asks_first(
    folder: PortalFolder, browser_of: Visit
) -> None:
    teacher = browser_of("teacher")
    _finish(folder, 3.0)

    def rows(query: str) -> list[str]:
        table = teacher.get(f"/board{query}").text.split("<tbody>")[1].split("</tbody>")[0]
        return [_words(row) for row in table.split("<tr>")[1:]]

    neighbour, owner = rows("")
    assert re.match(r"neighbourwaiting1\d{4}-.*, no\. 2$", neighbour.strip())
    assert re.match(r"ownergraded13 / 10\d{4}-.*, no\. 1Report$", owner.strip())
    assert rows("?sort=score") == [owner, neighbour] and rows("?sort=state") == [neighbour, owner]
    assert rows("?sort=name&descends=1&find=n&assignment=none") == [owner, neighbour]
    assert rows("?find=NEIGH") == [neighbour]
    assert rows("?find=<script>") == ["No students found.\n"]
    page = teacher.get('/board?find="><script>').text
    assert "<script>" not in page.split("</head>")[1]
    board = teacher.get("/board").text
    assert 'href="/submissions/1/report" aria-label="Report of owner"' in board
    for act in ("stop", "regrade"):
        assert f'href="/board/{act}?assignment=numbers"' in board
        page = teacher.get(f"/board/{act}?assignment=numbers").text
        assert re.search(rf'action="/board/{act}".*<button class="danger">', page, re.DOTALL)
        assert teacher.get(f"/board/{act}?assignment=none").status_code == 404
    assert not folder.rows.read("SELECT * FROM acts")


def test_that_it_is_another_notebook_stands_in_its_row_and_on_its_page(folder: PortalFolder, browser_of: Visit) -> None:
    _finish(folder, 0.0)
    other = "json_set(result, '$.submission.other_notebook', json_array(?))"
    change(folder.rows, f"UPDATE grades SET result = {other}", "this is the notebook of letters, not of numbers")
    row = _words(browser_of("teacher").get("/board").text.split("<tbody>")[1])
    assert "another notebook This is the notebook of letters, not of numbers." in row
    page = browser_of("owner").get("/submissions/1").text.partition("<h2>Report</h2>")[2]
    assert "This is the notebook of letters, not of numbers." in page.partition("<table>")[0]


def test_what_is_wrong_with_a_form_stands_on_its_page_with_what_was_typed(
    folder: PortalFolder, browser_of: Visit
) -> None:
    owner, stranger = browser_of("owner"), browser_of("neighbour")
    late = _send(owner, "key-too-late")
    assert late.status_code == 403
    assert "<h1>numbers</h1>" in late.text
    assert '<p role="alert">The deadline had passed' in late.text
    stranger.cookies.clear()
    wrong = stranger.post("/login", data={"name": '"owner', "code": "wrong"})
    assert wrong.status_code == 403
    assert 'name="name" value="&#34;owner"' in wrong.text
    assert '<p role="alert">The name and the code do not match' in wrong.text
    assert "wrong" not in wrong.text


def test_the_board_tells_of_graders(folder: PortalFolder, browser_of: Visit) -> None:
    teacher = browser_of("teacher")
    assert "No grader is running" in teacher.get("/board").text
    heartbeats = GraderHeartbeats(folder.rows)
    heartbeats.tell(2, ["numbers"])
    _finish(folder, 3.0)
    page = teacher.get("/board").text
    assert "grades up to 2 submissions at once, ready for numbers" in page
    assert "Sandbox tier namespaces: 1 of the most recent reports" in page
    heartbeats.withdraw()
    assert "No grader is running" in teacher.get("/board").text


@pytest.mark.parametrize("shows", SHOWN)
def test_a_student_sees_what_the_policy_shows_and_no_more(
    own_course: Course, folder: PortalFolder, browser_of: Visit, shows: str
) -> None:
    _finish(folder, 3.0)
    own_course.exam_day.shows = shows
    seen = {name: browser_of(name).get("/submissions/1").text for name in ("owner", "teacher")}
    order = SHOWN.index(shows)
    assert ("3 of 10 points" in seen["owner"]) == (order >= SHOWN.index("score"))
    assert ("✗</span> failed" in seen["owner"]) == (order >= SHOWN.index("outcomes"))
    assert ("square(3) returned &lt;6&gt;; expected 9" in seen["owner"]) == (shows == "messages")
    assert ("Full report" in seen["owner"]) == (shows == "cases")
    assert "Full report" in seen["teacher"]
