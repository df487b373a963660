"""One assignment, ready to mark submissions one by one, by the same scheme as a whole class is graded."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from nbproctor.agreement.agreement import untold
from nbproctor.assignment.official_seed import official_seed
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.examination.machine.turns import Turns
from nbproctor.intake.handed_in import NOTHING_READ, HandedIn
from nbproctor.intake.notebook_json import JsonText, read_text
from nbproctor.marking.class_notebooks import released_notebooks
from nbproctor.marking.mark_scheme import MarkScheme, agreed_settings
from nbproctor.marking.marker import Marked, Marker
from nbproctor.marking.records.class_fingerprint import class_fingerprint


class WarmMarking:
    """Marks submissions of one assignment; several threads may ask at once. Use it as a context manager.

    Args:
        course: the course.
        name: the assignment's name.
        turns: the turns to compute; `mark` is called by a thread that has one.

    Raises:
        GradingError: the assignment has several notebooks, or it or this machine is not fit for grading.
    """

    def __init__(self, course: Course, name: str, turns: Turns) -> None:
        notebooks = released_notebooks(course, name)
        if len(notebooks) > 1:
            raise GradingError(
                f"{name} has {len(notebooks)} notebooks, and the portal takes one: leave it out of c.ExamDay"
            )
        ((assignment, release),) = notebooks
        seed = official_seed(course)
        cap = course.cap(name, assignment.points)
        examined = agreed_settings(course, assignment, release, seed, untold)
        fingerprint = class_fingerprint(course, [assignment], cap, seed)
        self._assignment = assignment
        self._marker = Marker(MarkScheme(examined, release, cap, fingerprint), turns)

    def wait_until_ready(self) -> None:
        """Wait until submissions can be marked.

        Raises:
            GradingError: the assignment or this machine is not fit for it.
        """
        self._marker.wait_until_ready()

    def mark(self, student: str, path: Path, received: str) -> Marked:
        """Mark what a student handed in.

        Args:
            student: the student.
            path: the file.
            received: when it was received, to be read.
        """
        content, problem = JsonText(sha256=NOTHING_READ), ""
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(0)
            try:
                content = read_text(file, size)
            except GradingError as error:
                problem = str(error)
        name = self._assignment.path.name
        return self._marker.mark(HandedIn(student, self._assignment.name, name, received, (), content, problem))

    def abandon(self) -> None:
        """Break off all that is marked, and mark nothing more."""
        self._marker.abandon()

    def __enter__(self) -> WarmMarking:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._marker.__exit__(kind, error, traceback)
