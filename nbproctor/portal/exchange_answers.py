"""What nbgrader's exchange asks of the portal: lists as JSON, releases, reports and submissions as files."""

from __future__ import annotations

import io
import json
import logging
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from nbproctor.config import Course
from nbproctor.portal.instructors.exam_course import ExamCourse
from nbproctor.portal.instructors.later_deadlines import LaterDeadlines
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


@dataclass(frozen=True)
class ExchangeAnswers:
    """What the portal answers to nbgrader's exchange. Only people who are logged in reach it."""

    course: Course
    folder: PortalFolder
    pages: Pages
    later: LaterDeadlines
    exam: ExamCourse
    clock: PortalClock
    own: Own
    feedback_of: Feedback
    is_read_only: bool

    def routes(self) -> list[tuple[str, str, Page]]:
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
        for name in self.later.assignments():
            rows = self.folder.rows.read(_SUBMISSIONS, session.person, name)
            notebooks = sorted(path.name for path in self._files(name) if path.suffix == ".ipynb")
            terms = "the portal is read-only" if self.is_read_only else self._terms(session.person, name, len(rows))
            handed_in = []
            for row in rows:
                feedback = self._feedback_checksum(row, session)
                handed_in.append({"number": row["number"], "received": row["received"], "feedback": feedback})
            assignments.append({"name": name, "notebooks": notebooks, "terms": terms, "handed_in": handed_in})
        return {"course": self.course.course_id, "person": session.person, "assignments": assignments}

    def _feedback_checksum(self, row: Any, session: LoginSession) -> str:
        """The SHA-256 of a report's page; empty if there is none."""
        try:
            page = self.feedback_of(row, session)
        except Exception:  # whatever one page fails at, the list has all the others
            _log.exception("the report of submission %s cannot be shown", row["number"])
            return ""
        if isinstance(page, Path):
            return page.name
        return sha256(page).hexdigest() if page else ""

    def _terms(self, person: str, name: str, made: int) -> str:
        """What a student may still do for an assignment, as a part of a line."""
        if self.exam.is_stopped(name):
            return "stopped by your instructor"
        deadline, given = self.later.deadline(person, name), self.later.time_of(person, name)
        if deadline is None:
            told = ["no deadline"]
        else:
            until = "until" if self.clock.now() <= deadline else "closed since"
            told = [f"{until} {self.pages.time.text(deadline, 'minutes')}"]
            if given.until is not None:
                told.append("your own deadline")
            elif given.minutes:
                told.append(f"including your extra time of {given.minutes} min")
        if attempts := self.course.exam_day.attempts:
            left = max(attempts - made, 0)
            told.append(f"{left or 'no'} attempt{'s' * (left != 1)} left")
        return ", ".join(told)

    def _files(self, assignment: str) -> Sequence[Path]:
        """The released files, relative to the folder of the release."""
        return [
            path
            for path in files_in(self.course.release / assignment)
            if not any(fnmatch(part, pattern) for part in path.parts for pattern in self.course.ignore)
        ]

    async def _release(self, request: Request, session: LoginSession) -> Response:
        name = require_known(request.path_params["name"], self.later.assignments())

        def packed() -> bytes:
            archive = io.BytesIO()
            with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
                for path in self._files(name):
                    file.writestr(path.as_posix(), (self.course.release / name / path).read_bytes())
            return archive.getvalue()

        return attachment(await run_in_threadpool(packed), "release.zip", "application/zip")

    async def _counted(self, request: Request, session: LoginSession) -> Response:
        """For instructors: the submissions that count, and when the same students' other submissions came."""
        if not session.is_instructor:
            raise HTTPException(403, "this is for instructors only")
        name = require_known(request.path_params["name"], self.later.assignments())

        def counted() -> dict[str, Any]:
            works = self.exam.counted(name)
            query = "SELECT number, student, received FROM submissions WHERE assignment = ?"
            received: dict[str, dict[int, int]] = {}
            for row in self.folder.rows.read(query, name):
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
        row = await run_in_threadpool(self.own, request, session)
        page = await run_in_threadpool(self.feedback_of, row, session)
        if not page:
            raise HTTPException(404, "this submission has no report yet, or its report is not shown")
        return attachment(page if isinstance(page, bytes) else page.read_bytes(), "feedback.html")

    async def _notebook(self, request: Request, session: LoginSession) -> Response:
        row = await run_in_threadpool(self.own, request, session)
        # As bytes to keep: no browser shows what a student handed in as a page of the portal.
        path = self.folder.uploads.path(row["sha256"])
        return FileResponse(path, media_type="application/octet-stream", filename=f"submission-{row['number']}.ipynb")


def _json(told: dict[str, Any]) -> Response:
    return attachment(json.dumps(told), "exchange.json", "application/json")
