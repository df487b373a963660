"""What nbgrader's exchange asks of the portal: lists as JSON, releases, reports and submissions as files."""

from __future__ import annotations

import io
import json
import logging
import zipfile
from collections.abc import Callable, Sequence
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from nbproctor.config import Course
from nbproctor.portal.instructors.exam_course import ExamCourse, LaterDeadlines
from nbproctor.portal.intake_desk import PortalClock
from nbproctor.portal.pages.board_pages import Page
from nbproctor.portal.pages.forms import require_known
from nbproctor.portal.pages.rendering import Pages, attachment
from nbproctor.portal.people import LoginSession
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.system.whole_files import files_in

_log = logging.getLogger(__name__)
Own = Callable[[Request, LoginSession], Any]
"""The row of the submission that a request names, if this person may see it."""
Feedback = Callable[[Any, LoginSession], bytes | Path]
"""The page of a submission's report: its content, or the file that is called by its checksum. It is empty while there
is none, or none is shown to this person."""
_SUBMISSIONS = "SELECT * FROM submissions WHERE student = ? AND assignment = ? ORDER BY number"


class ExchangeAnswers:
    """What the portal answers to nbgrader's exchange. Only people who are logged in reach it."""

    def __init__(
        self,
        course: Course,
        folder: PortalFolder,
        pages: Pages,
        later: LaterDeadlines,
        exam: ExamCourse,
        clock: PortalClock,
        own: Own,
        feedback: Feedback,
        is_read_only: bool,
    ) -> None:
        self._course = course
        self._folder = folder
        self._time = pages.time
        self._later = later
        self._exam = exam
        self._clock = clock
        self._own = own
        self._feedback_of = feedback
        self._is_read_only = is_read_only

    def pages(self) -> list[tuple[str, str, Page]]:
        """The method, path and answer of each."""
        return [
            ("GET", "/exchange", self._list),
            ("GET", "/exchange/assignments/{name}", self._release),
            ("GET", "/exchange/assignments/{name}/counted", self._counted),
            ("GET", "/exchange/submissions/{number}/feedback", self._feedback),
            ("GET", "/exchange/submissions/{number}/notebook", self._notebook),
        ]

    async def _list(self, request: Request, session: LoginSession) -> Response:
        return _json(await run_in_threadpool(self._listing, session))

    def _listing(self, session: LoginSession) -> dict[str, Any]:
        assignments = []
        for name in self._later.assignments():
            rows = self._folder.rows.read(_SUBMISSIONS, session.person, name)
            notebooks = sorted(path.name for path in self._files(name) if path.suffix == ".ipynb")
            terms = "the portal is read-only" if self._is_read_only else self._terms(session.person, name, len(rows))
            handed_in = []
            for row in rows:
                feedback = self._feedback_checksum(row, session)
                handed_in.append({"number": row["number"], "received": row["received"], "feedback": feedback})
            assignments.append({"name": name, "notebooks": notebooks, "terms": terms, "handed_in": handed_in})
        return {"course": self._course.course_id, "person": session.person, "assignments": assignments}

    def _feedback_checksum(self, row: Any, session: LoginSession) -> str:
        """The SHA-256 of a report's page; empty if there is none."""
        try:
            page = self._feedback_of(row, session)
        except Exception:  # whatever one page fails at, the list has all the others
            _log.exception("the report of submission %s cannot be shown", row["number"])
            return ""
        if isinstance(page, Path):
            return page.name
        return sha256(page).hexdigest() if page else ""

    def _terms(self, person: str, name: str, made: int) -> str:
        """What a student may still do for an assignment, as a part of a line."""
        if self._exam.is_stopped(name):
            return "stopped by your instructor"
        deadline, given = self._later.deadline(person, name), self._later.time_of(person, name)
        if deadline is None:
            told = ["no deadline"]
        else:
            told = [
                f"{'until' if self._clock.now() <= deadline else 'closed since'} {self._time.text(deadline, 'minutes')}"
            ]
            if given.until is not None:
                told.append("your own deadline")
            elif given.minutes:
                told.append(f"including your extra time of {given.minutes} min")
        if attempts := self._course.exam_day.attempts:
            left = max(attempts - made, 0)
            told.append(f"{left or 'no'} attempt{'s' * (left != 1)} left")
        return ", ".join(told)

    def _files(self, assignment: str) -> Sequence[Path]:
        """The released files, relative to the folder of the release."""
        return [
            path
            for path in files_in(self._course.release / assignment)
            if not any(fnmatch(part, pattern) for part in path.parts for pattern in self._course.ignore)
        ]

    async def _release(self, request: Request, session: LoginSession) -> Response:
        name = require_known(request.path_params["name"], self._later.assignments())

        def packed() -> bytes:
            archive = io.BytesIO()
            with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
                for path in self._files(name):
                    file.writestr(path.as_posix(), (self._course.release / name / path).read_bytes())
            return archive.getvalue()

        return attachment(await run_in_threadpool(packed), "release.zip", "application/zip")

    async def _counted(self, request: Request, session: LoginSession) -> Response:
        """For instructors: the submissions that count, and when the same students' other submissions came."""
        if not session.is_instructor:
            raise HTTPException(403, "this is for instructors only")
        name = require_known(request.path_params["name"], self._later.assignments())

        def counted() -> dict[str, Any]:
            works = self._exam.counted(name)
            query = "SELECT number, student, received FROM submissions WHERE assignment = ?"
            received: dict[str, dict[int, int]] = {}
            for row in self._folder.rows.read(query, name):
                received.setdefault(row["student"], {})[row["number"]] = row["received"]
            told = []
            for each in works:
                if each.number:
                    moments = received[each.student]
                    moment = moments.pop(each.number)
                    others = list(moments.values())
                    told.append({"student": each.student, "number": each.number, "received": moment, "others": others})
            return {"counted": told, "waiting": [each.student for each in works if each.attempts and not each.number]}

        return _json(await run_in_threadpool(counted))

    async def _feedback(self, request: Request, session: LoginSession) -> Response:
        row = await run_in_threadpool(self._own, request, session)
        page = await run_in_threadpool(self._feedback_of, row, session)
        if not page:
            raise HTTPException(404, "this submission has no report yet, or its report is not shown")
        return attachment(page if isinstance(page, bytes) else page.read_bytes(), "feedback.html")

    async def _notebook(self, request: Request, session: LoginSession) -> Response:
        row = await run_in_threadpool(self._own, request, session)
        # As bytes to keep: no browser shows what a student handed in as a page of the portal.
        path = self._folder.uploads.path(row["sha256"])
        return FileResponse(path, media_type="application/octet-stream", filename=f"submission-{row['number']}.ipynb")


def _json(told: dict[str, Any]) -> Response:
    return attachment(json.dumps(told), "exchange.json", "application/json")
