"""What the portal answers to nbgrader's exchange, and what it refuses."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from nbgrader.exchange import ExchangeFactory
from starlette.testclient import TestClient
from traitlets.config.loader import PyFileConfigLoader

from nbproctor.config import Course
from nbproctor.config.exam_day import SHOWN
from nbproctor.errors import GradingError
from nbproctor.exchange.portal_exchange import _safe_part, _unpacked
from nbproctor.portal.jobs import REGRADE, queue
from nbproctor.portal.pages.rendering import Pages
from nbproctor.portal.portal_app import PortalApp
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.results import ExerciseResult, Outcome
from tests.portal.graded_portals import change, finish_next, hand_in, visitors

pytestmark = pytest.mark.all
WORK = b"what owner handed in"
PASSED = ExerciseResult("ex1", "test_ex1", 2.0, 2.0, Outcome.PASSED, True, 3, "", 0.1)
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
    hand_in(folder, "owner", WORK)
    assert finish_next(folder, 2.0, PASSED)
    return folder


def _visit(course: Course, folder: PortalFolder, name: str, read_only: bool = False) -> TestClient:
    return visitors(PortalApp(course, folder, read_only), "owner", "neighbour", "teacher,instructor")(name)


def test_without_a_hub_no_token_means_anything(own_course: Course, folder: PortalFolder) -> None:
    stranger = TestClient(PortalApp(own_course, folder).application())
    for path in [*OF_ALL, *OF_ONE, OF_INSTRUCTORS]:
        for header in ("token abc", "Bearer abc", "Basic b3duZXI6YWJj"):
            assert stranger.get(path, headers={"Authorization": header}).status_code == 403, path


def test_a_student_reads_the_own_lists_and_nothing_else(own_course: Course, folder: PortalFolder) -> None:
    neighbour = _visit(own_course, folder, "neighbour")
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
    hand_in(folder, "owner", b"again")
    assert finish_next(folder, 2.0, PASSED)
    change(folder.rows, damage)
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


def test_lists_make_each_page_once_and_another_grade_makes_another(own_course: Course, folder: PortalFolder) -> None:
    own_course.exam_day.shows = "outcomes"
    owner = _visit(own_course, folder, "owner")
    checksums = []
    with patch.object(Pages, "rendered", autospec=True, side_effect=Pages.rendered) as rendered:
        for _ in range(2):
            listings = [owner.get("/exchange").json() for _ in range(3)]
            checksums += [each["assignments"][0]["handed_in"][0]["feedback"] for each in listings]
            assert sha256(owner.get("/exchange/submissions/1/feedback").content).hexdigest() == checksums[-1]
            with folder.rows.transaction() as connection:
                queue(connection, 1, REGRADE)
            assert finish_next(folder, 1.0, replace(PASSED, earned=1.0, outcome=Outcome.FAILED, message="no"))
    assert [call.args[1] for call in rendered.call_args_list] == ["submission.html.j2"] * 2
    assert len(set(checksums)) == 2


def test_a_release_has_what_nbgrader_releases(own_course: Course, folder: PortalFolder) -> None:
    for name in ("cases.py", "__pycache__/x.pyc", "solutions/right.py"):
        path = own_course.release / "numbers" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("secret")
    answer = _visit(own_course, folder, "owner").get("/exchange/assignments/numbers")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = archive.namelist()
    assert "numbers.ipynb" in names
    assert not [name for name in names if name.partition("/")[0] in ("cases.py", "__pycache__", "solutions")]


SOON = {"deadlines": {"numbers": "2999-12-01T12:00:00+01:00"}}
OVER = {"deadlines": {"numbers": "2020-12-01T12:00:00+01:00"}}


@pytest.mark.parametrize(
    ("settings", "minutes", "is_read_only", "told"),
    [
        ({}, 0, False, "no deadline"),
        ({"attempts": 2}, 0, False, "no deadline, 1 attempt left"),
        ({"attempts": 1}, 0, False, "no deadline, no attempts left"),
        (SOON | {"attempts": 9}, 0, False, "until 2999-12-01 12:00 UTC+01:00, 8 attempts left"),
        (SOON, 90, False, "until 2999-12-01 13:30 UTC+01:00, including your extra time of 90 min"),
        (OVER, 0, False, "closed since 2020-12-01 12:00 UTC+01:00"),
        ({}, 0, True, "the portal is read-only"),
    ],
)
def test_the_list_has_deadlines_attempts_and_extra_time(
    own_course: Course, folder: PortalFolder, settings: dict[str, Any], minutes: int, is_read_only: bool, told: str
) -> None:
    for name, value in settings.items():
        setattr(own_course.exam_day, name, value)
    owner = _visit(own_course, folder, "owner", is_read_only)
    given = "INSERT INTO extra_times (person, assignment, minutes) VALUES ('owner', 'numbers', ?)"
    change(folder.rows, given, minutes)
    assert owner.get("/exchange").json()["assignments"][0]["terms"] == told


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


def test_settings_are_two_lines(tmp_path: Path) -> None:
    text = "".join(f'use_portal(get_config(), "{name}", "https://{name}")\n' for name in "ab")
    (tmp_path / "nbgrader_config.py").write_text(f"from nbproctor.exchange import use_portal\n{text}")
    factory = ExchangeFactory(config=PyFileConfigLoader("nbgrader_config.py", path=str(tmp_path)).load_config())
    lister = factory.List(config=factory.config)
    assert lister.portals == {"a": "https://a", "b": "https://b"}
    assert {type(made).__module__ for made in (lister, factory.Submit(), factory.Collect())} == {
        "nbproctor.exchange.portal_exchange"
    }
