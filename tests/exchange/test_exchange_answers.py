"""What the portal answers to nbgrader's exchange, and what it refuses."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from nbproctor.config import Course
from nbproctor.config.exam_day import SHOWN
from nbproctor.errors import GradingError
from nbproctor.exchange.portal_exchange import _safe_part, _unpacked
from nbproctor.portal.intake_desk import Arrival, Rule
from nbproctor.portal.jobs import REGRADE, queue
from nbproctor.portal.pages.rendering import Pages
from nbproctor.portal.portal_app import PortalApp
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.results import ExerciseResult, Outcome
from tests.portal.graded_portals import finish_next

pytestmark = pytest.mark.all
WORK = b"what owner handed in"
OF_ONE = [f"/exchange/submissions/1/{part}" for part in ("feedback", "notebook")]
OF_ALL = ["/exchange", "/exchange/assignments/numbers"]
OF_INSTRUCTORS = "/exchange/assignments/numbers/counted"
NOWHERE = [
    "/exchange/assignments/letters",
    "/exchange/assignments/%2e%2e%2fsource%2fnumbers",
    "/exchange/assignments/numbers%2f..%2f..%2fgrading_config.py",
    "/exchange/submissions/2/notebook",
    "/exchange/submissions/1.5/notebook",
    "/exchange/submissions/-1/feedback",
    "/exchange/submissions/..%2f1/feedback",
]


@pytest.fixture
def folder(own_course: Course) -> PortalFolder:
    """A portal in which owner has a graded submission."""
    folder = PortalFolder(own_course)
    desk = folder.intake_desk()
    kept = folder.uploads.keep(WORK)
    desk.receipt_for(Arrival("owner", "numbers", "key-00000001", kept, len(WORK), desk.clock.now()), Rule())
    exercise = ExerciseResult("ex1", "test_ex1", 2.0, 2.0, Outcome.PASSED, True, 3, "", 0.1)
    assert finish_next(folder, 2.0, exercise)
    return folder


def _visit(course: Course, folder: PortalFolder, name: str = "", read_only: bool = False) -> TestClient:
    portal = PortalApp(course, folder, read_only)
    codes = portal.people.add(["owner", "neighbour", "teacher,instructor"]).codes or portal.people.renew([name])
    client = TestClient(portal.application(), follow_redirects=False)
    if name:
        assert client.post("/login", data={"name": name, "code": codes[name]}).status_code == 303
    return client


def test_a_stranger_reaches_nothing(own_course: Course, folder: PortalFolder) -> None:
    stranger = _visit(own_course, folder)
    for path in [*OF_ALL, *OF_ONE, OF_INSTRUCTORS]:
        assert stranger.get(path).status_code == 403, path
        for header in ("token abc", "Bearer abc", "Basic b3duZXI6YWJj"):  # without a Hub no token means anything
            assert stranger.get(path, headers={"Authorization": header}).status_code == 403, path


def test_a_student_reaches_neither_the_work_of_others_nor_what_is_for_instructors(
    own_course: Course, folder: PortalFolder
) -> None:
    neighbour = _visit(own_course, folder, "neighbour")
    assert [neighbour.get(path).status_code for path in OF_ONE] == [404, 404]
    assert neighbour.get(OF_INSTRUCTORS).status_code == 403
    assert [neighbour.get(path).status_code for path in OF_ALL] == [200, 200]
    assert neighbour.get("/exchange").json()["assignments"][0]["handed_in"] == []
    for path in NOWHERE:
        assert neighbour.get(path).status_code == 404, path
    for path in (*OF_ALL, *OF_ONE):
        assert neighbour.post(path).status_code == 405, path


def test_an_instructor_gets_what_counts(own_course: Course, folder: PortalFolder) -> None:
    teacher = _visit(own_course, folder, "teacher")
    (counted,) = teacher.get(OF_INSTRUCTORS).json()["counted"]
    assert (counted["student"], counted["number"]) == ("owner", 1)
    answer = teacher.get("/exchange/submissions/1/notebook")
    assert answer.content == WORK
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"].startswith("attachment")


@pytest.mark.parametrize(
    ("shows", "damage"),
    [
        ("outcomes", "UPDATE grades SET result = '{}' WHERE submission = 1"),
        ("cases", "UPDATE grades SET page = '', autograded = 'lost' WHERE submission = 1"),
        ("cases", "UPDATE grades SET page = '', result = 'cut of' WHERE submission = 1"),
    ],
)
def test_a_report_that_cannot_be_made_leaves_the_rest_of_the_list(
    own_course: Course, folder: PortalFolder, shows: str, damage: str
) -> None:
    own_course.exam_day.shows = shows
    desk = folder.intake_desk()
    kept = folder.uploads.keep(b"again")
    desk.receipt_for(Arrival("owner", "numbers", "key-00000002", kept, 5, desk.clock.now()), Rule())
    assert finish_next(folder, 2.0, ExerciseResult("ex1", "test_ex1", 2.0, 2.0, Outcome.PASSED, True, 3, "", 0.1))
    with folder.rows.transaction() as connection:
        connection.execute(damage)
    handed_in = _visit(own_course, folder, "owner").get("/exchange").json()["assignments"][0]["handed_in"]
    assert [(each["number"], bool(each["feedback"])) for each in handed_in] == [(1, False), (2, True)]


@pytest.mark.parametrize("shows", SHOWN)
def test_feedback_is_what_reports_show_and_needs_no_portal_to_be_read(
    own_course: Course, folder: PortalFolder, shows: str
) -> None:
    own_course.exam_day.shows = shows
    owner = _visit(own_course, folder, "owner")
    (handed_in,) = owner.get("/exchange").json()["assignments"][0]["handed_in"]
    page = owner.get("/exchange/submissions/1/feedback")
    if shows == "nothing":
        assert (handed_in["feedback"], page.status_code) == ("", 404)
        return
    assert handed_in["feedback"] == sha256(page.content).hexdigest()
    if shows == "cases":
        assert page.content == b"page"
    else:
        assert b"2 of 10 points" in page.content
        assert not [part for part in (b"href=", b"src=", b"<script", b"<form") if part in page.content]


def test_lists_make_each_page_once_and_another_grade_makes_another(
    own_course: Course, folder: PortalFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_course.exam_day.shows = "outcomes"
    made = []
    rendered = Pages.rendered

    def counting(pages: Pages, template: str, *arguments: Any, **context: Any) -> Any:
        made.append(template)
        return rendered(pages, template, *arguments, **context)

    owner = _visit(own_course, folder, "owner")
    monkeypatch.setattr(Pages, "rendered", counting)
    checksums = []
    for _ in range(2):
        listings = [owner.get("/exchange").json() for _ in range(3)]
        checksums += [each["assignments"][0]["handed_in"][0]["feedback"] for each in listings]
        assert sha256(owner.get("/exchange/submissions/1/feedback").content).hexdigest() == checksums[-1]
        with folder.rows.transaction() as connection:
            queue(connection, 1, REGRADE)
        exercise = ExerciseResult("ex1", "test_ex1", 2.0, 1.0, Outcome.FAILED, True, 3, "no", 0.1)
        assert finish_next(folder, 1.0, exercise)
    assert made == ["submission.html.j2"] * 2
    assert len(set(checksums)) == 2


def test_a_release_has_what_nbgrader_releases(own_course: Course, folder: PortalFolder) -> None:
    for name in ("cases.py", "__pycache__/x.pyc", "solutions/right.py"):
        path = own_course.release / "numbers" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("secret")
    with zipfile.ZipFile(
        io.BytesIO(_visit(own_course, folder, "owner").get("/exchange/assignments/numbers").content)
    ) as archive:
        names = archive.namelist()
    assert "numbers.ipynb" in names
    assert not [name for name in names if name.partition("/")[0] in ("cases.py", "__pycache__", "solutions")]


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, "no deadline"),
        ({"attempts": 2}, "no deadline, 1 attempt left"),
        ({"attempts": 1}, "no deadline, no attempts left"),
        (
            {"deadlines": {"numbers": "2999-12-01T12:00:00+01:00"}, "attempts": 9},
            "until 2999-12-01 12:00 UTC+01:00, 8 attempts left",
        ),
        ({"deadlines": {"numbers": "2020-12-01T12:00:00+01:00"}}, "closed since 2020-12-01 12:00 UTC+01:00"),
    ],
)
def test_the_list_has_deadlines_and_attempts(
    own_course: Course, folder: PortalFolder, settings: dict[str, Any], told: str
) -> None:
    for name, value in settings.items():
        setattr(own_course.exam_day, name, value)
    assert _visit(own_course, folder, "owner").get("/exchange").json()["assignments"][0]["terms"] == told


def test_the_list_has_extra_time(own_course: Course, folder: PortalFolder) -> None:
    own_course.exam_day.deadlines = {"numbers": "2999-12-01T12:00:00+01:00"}
    owner = _visit(own_course, folder, "owner")
    with folder.rows.transaction() as connection:
        connection.execute("INSERT INTO extra_times (person, assignment, minutes) VALUES ('owner', 'numbers', 90)")
    told = "until 2999-12-01 13:30 UTC+01:00, including your extra time of 90 min"
    assert owner.get("/exchange").json()["assignments"][0]["terms"] == told


def test_a_portal_that_is_read_only_says_so(own_course: Course, folder: PortalFolder) -> None:
    owner = _visit(own_course, folder, "owner", read_only=True)
    assert owner.get("/exchange").json()["assignments"][0]["terms"] == "the portal is read-only"


@pytest.mark.parametrize("path", ["../a", "/etc/a", "a/../../b", "..\\a", "C:\\a", "C:a", "a//b", "a/", ".", "a/."])
def test_no_release_leads_out_of_its_folder(path: str) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(path, "content")
    with pytest.raises(GradingError, match="cannot be the name of a file or folder"):
        _unpacked(packed.getvalue())


def test_names_of_files_stay_as_they_are() -> None:
    assert [_safe_part(name) for name in ("a", ".a", "a b.ipynb", "ä")] == ["a", ".a", "a b.ipynb", "ä"]
    with pytest.raises(GradingError, match="damaged"):
        _unpacked(b"no archive")


def test_settings_are_two_lines(tmp_path: Path, capture_exchange: Callable[[str], Any]) -> None:
    factory = capture_exchange('use_portal(get_config(), "a", "https://a")\nuse_portal(get_config(), "b", "https://b")')
    lister = factory.List(config=factory.config)
    assert lister.portals == {"a": "https://a", "b": "https://b"}
    assert {type(made).__module__ for made in (lister, factory.Submit(), factory.Collect())} == {
        "nbproctor.exchange.portal_exchange"
    }


@pytest.fixture
def capture_exchange(tmp_path: Path) -> Callable[[str], Any]:
    """What nbgrader makes of a configuration."""
    from nbgrader.exchange import ExchangeFactory
    from traitlets.config.loader import PyFileConfigLoader

    def made(text: str) -> Any:
        (tmp_path / "nbgrader_config.py").write_text(f"from nbproctor.exchange import use_portal\n{text}\n")
        config = PyFileConfigLoader("nbgrader_config.py", path=str(tmp_path)).load_config()
        return ExchangeFactory(config=config)

    return made
