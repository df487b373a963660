"""Where a portal keeps what it keeps: the folder `portal` in the course's root, or another that is configured."""

from __future__ import annotations

from pathlib import Path

from nbproctor.config import Course
from nbproctor.portal.intake_desk import IntakeDesk
from nbproctor.portal.portal_rows import PortalRows
from nbproctor.portal.receipts import Signer
from nbproctor.portal.stored_files import StoredFiles

_MOST_PAGE_BYTES = 100_000_000


class PortalFolder:
    """The folder of a portal, which is made if there is none; only its owner may look into it.

    Attributes:
        rows: the database.
        uploads: what was handed in.
        pages: the students' reports, and the autograded notebooks that they are made of.
    """

    def __init__(self, course: Course) -> None:
        self.path = path_of(course)
        self.path.mkdir(mode=0o700, exist_ok=True)
        self.rows = PortalRows(self.path / "portal.db")
        self.uploads = StoredFiles(self.path / "uploads", course.exam_day.submission_bytes)
        self.pages = StoredFiles(self.path / "pages", _MOST_PAGE_BYTES)
        self._course = course

    def signer(self) -> Signer:
        """What signs the receipts; the key is made when it is first asked for."""
        return Signer(self.path / "signing.key")

    def intake_desk(self) -> IntakeDesk:
        """What keeps submissions."""
        return IntakeDesk(self.rows, self.signer(), self._course.course_id)


def path_of(course: Course) -> Path:
    """Where the portal of a course keeps what it keeps."""
    return course.root / course.exam_day.folder
