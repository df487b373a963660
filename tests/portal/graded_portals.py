"""What is handed in to a portal without its pages, and what its graders made of it."""

from __future__ import annotations

import time
from collections.abc import Callable

from nbproctor.portal.intake_desk import Arrival, Rule
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.results import Result

_PATIENCE_SECONDS = 240


def hand_in(folder: PortalFolder, student: str, work: bytes) -> None:
    """Hand a file in for `numbers`."""
    desk = folder.intake_desk()
    arrival = Arrival(student, "numbers", f"key-{student:_<8}", folder.uploads.keep(work), len(work), desk.clock.now())
    desk.receipt_for(arrival, Rule())


def until(found: Callable[[], object]) -> None:
    """Wait until something is true."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not found():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def results(folder: PortalFolder) -> dict[str, Result]:
    """The result of each student who handed in once."""
    rows = folder.rows.read("SELECT student, result FROM grades JOIN submissions ON submission = submissions.number")
    return {row["student"]: Result.from_json(row["result"]) for row in rows}
