"""The pages with which an instructor has an assignment graded again."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from nbproctor.portal.instructors.exam_course import ExamCourse
from nbproctor.portal.instructors.regrading import Regrading
from nbproctor.portal.intake_desk import PortalClock
from nbproctor.portal.pages.acts import Page, act_on_assignment, csv_file, require_instructor
from nbproctor.portal.pages.rendering import rendered
from nbproctor.portal.people import LoginSession
from nbproctor.report.grade_changes import GradeFate

_PREVIEW = "/board/previews/{}"


class RegradingPages:
    """The pages of another grading."""

    def __init__(self, regrading: Regrading, exam: ExamCourse, clock: PortalClock) -> None:
        self._regrading = regrading
        self._exam = exam
        self._clock = clock

    def pages(self) -> list[tuple[str, str, Page]]:
        """The method, the path and the page of each."""
        return [
            ("GET", _PREVIEW.format("{name}"), self._show),
            ("GET", _PREVIEW.format("{name}/changes.csv"), self._table),
            ("POST", "/board/regrade", act_on_assignment(self._regrading.regrade, self._clock)),
            ("POST", "/board/preview", act_on_assignment(self._regrading.preview, self._clock, _PREVIEW)),
            ("POST", "/board/preview/take", act_on_assignment(self._regrading.take, self._clock)),
            ("POST", "/board/preview/drop", act_on_assignment(self._regrading.drop, self._clock)),
        ]

    async def _show(self, request: Request, session: LoginSession) -> Response:
        name = self._known(request, session)
        preview = await run_in_threadpool(self._regrading.previewed, name)
        changed = [
            (number, each)
            for number, each in zip(preview.numbers, preview.changes.students, strict=True)
            if each.change is not GradeFate.SAME
        ]
        return rendered("preview.html.j2", session, name=name, preview=preview, changed=changed, fates=GradeFate)

    async def _table(self, request: Request, session: LoginSession) -> Response:
        name = self._known(request, session)
        return csv_file("changes.csv", await run_in_threadpool(self._regrading.table, name))

    def _known(self, request: Request, session: LoginSession) -> str:
        require_instructor(session)
        name = str(request.path_params["name"])
        if name not in dict(self._exam.states()):
            raise HTTPException(404, "there is no such assignment here")
        return name
