"""The folder of a portal: `portal` in the course's root, or another that is configured."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.portal.intake_desk import IntakeDesk
from nbproctor.portal.portal_rows import PortalRows
from nbproctor.portal.receipts import Signer
from nbproctor.portal.stored_files import StoredFiles
from nbproctor.report.page_makers.page_makers import PageMakers
from nbproctor.report.pages.feedback import feedback_page
from nbproctor.results import Result

_MOST_PAGE_BYTES = 100_000_000
_PAGES_AT_ONCE = 2
_NOT_EXAMINED = "This notebook could not be graded automatically. The points were given by hand."


class PortalFolder:
    """The folder of a portal, created if missing; only its owner may look into it.

    Raises:
        GradingError: it is another user's.
    """

    def __init__(self, course: Course) -> None:
        self.path = path_of(course)
        self.path.mkdir(mode=0o700, exist_ok=True)
        if not os.access(self.path, os.R_OK | os.W_OK | os.X_OK):
            raise GradingError(f"only the user who runs the portal can use {self.path}: run this command as that user")
        if self.path.stat().st_mode & 0o077:  # it was copied here by other means, with a mode of theirs
            with suppress(PermissionError):
                self.path.chmod(0o700)
        self.rows = PortalRows(self.path / "portal.db")
        self.uploads = StoredFiles(self.path / "uploads", course.exam_day.submission_bytes)
        self.pages = StoredFiles(self.path / "pages", _MOST_PAGE_BYTES)  # and the autograded notebooks behind them
        self._course = course
        self._makers: PageMakers | None = None
        self._lock = threading.Lock()

    def report(self, grade: sqlite3.Row) -> Path:
        """The page of a grade, by its row. When a person has changed the grade, the page is made at the first look."""
        if grade["page"]:
            return self.pages.path(grade["page"])
        result = Result.from_json(grade["result"])
        if grade["autograded"]:
            with self._lock:
                self._makers = self._makers or PageMakers(_PAGES_AT_ONCE)
            text = self._makers.make_again(result, self.pages.path(grade["autograded"]))
        else:
            text = feedback_page(result, None, _NOT_EXAMINED)
        page = self.pages.keep(text.encode())
        with self.rows.transaction() as connection:
            connection.execute("UPDATE grades SET page = ? WHERE number = ?", (page, grade["number"]))
        return self.pages.path(page)

    @contextmanager
    def pages_closed(self) -> Iterator[None]:
        """End the processes that made pages, when this ends."""
        try:
            yield
        finally:
            with self._lock:
                if self._makers:
                    self._makers.close()
                self._makers = None

    def signer(self) -> Signer:
        """What signs the receipts; the key is made when it is first asked for."""
        return Signer(self.path / "signing.key")

    def intake_desk(self) -> IntakeDesk:
        """What keeps submissions."""
        return IntakeDesk(self.rows, self.signer(), self._course.course_id)


def path_of(course: Course) -> Path:
    """The portal's folder of a course."""
    return course.root / course.exam_day.folder
