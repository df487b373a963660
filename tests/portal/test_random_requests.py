"""Whatever is sent to the portal: no fault, nothing of others, all headers, and what is kept stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from nbproctor.config import Course
from nbproctor.portal import portal_app
from tests.portal.random_requests import drawn_exams
from tests.portal.raw_requests import raw_exams

pytestmark = pytest.mark.all

EXAMS = 12
SENT_OVER_SOCKETS = 100


@pytest.fixture
def course(course_copy: Callable[[Path], Course], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    monkeypatch.setattr(portal_app, "_MOST_EVENTS", 2)
    monkeypatch.setattr(portal_app, "_EVENT_SECONDS", 0.0)
    return course_copy(tmp_path / "course")


def test_no_drawn_request_does_what_it_may_not(course: Course) -> None:
    told = Counter[str]()
    drawn_exams(course, 1, EXAMS, told)()
    accepted = {name for name in told if name.startswith("303")}
    assert "303 POST /assignments/numbers" in accepted
    assert len([name for name in accepted if "/board/" in name]) >= 2


def test_no_bytes_sent_to_the_server_do_what_they_may_not(course: Course) -> None:
    raw_exams(course, 1, SENT_OVER_SOCKETS, Counter())()
