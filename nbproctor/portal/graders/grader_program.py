"""The program of a grader, started with a course, the portal's folder, and assignments.

It ends with status 0 when its standard input does, so with its portal; and with `OUTDATED_STATUS` when an instructor
has asked for the course's current source: the portal starts the next grader, which reads it.
"""

from __future__ import annotations

from nbproctor.system.nbgrader_modules import leave_out

if __name__ == "__main__":
    leave_out()  # before anything imports nbformat

import logging
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from nbproctor.config import Course
from nbproctor.portal.graders.grader import OUTDATED_STATUS, Grader
from nbproctor.portal.graders.machine_grader import MachineGrader
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.system.scratch_folders import remove_abandoned


def grader(course: Course, folder: PortalFolder, assignments: Sequence[str]) -> Grader:
    """The grader that a course is configured for: on this machine, or on a Dask cluster."""
    if not course.grading.scheduler:
        return MachineGrader(course, folder, assignments)
    from nbproctor.portal.graders.cluster_grader import ClusterGrader  # this machine does without Dask

    return ClusterGrader(course, folder, assignments)


def main() -> None:
    """Grade until the standard input ends."""
    logging.basicConfig(level=logging.WARNING, format="grader: %(message)s")
    root, folder, *assignments = sys.argv[1:]
    course = Course(Path(root))
    course.exam_day.folder = folder
    course.grading.not_isolated = course.exam_day.not_isolated
    remove_abandoned()
    chosen = grader(course, PortalFolder(course), assignments)
    threading.Thread(target=_stop_with_the_portal, args=[chosen], daemon=True).start()
    chosen.run()
    if chosen.jobs.is_outdated():
        sys.exit(OUTDATED_STATUS)


def _stop_with_the_portal(chosen: Grader) -> None:
    while os.read(sys.stdin.fileno(), 1):  # not `sys.stdin.read`: its lock would be held when this process ends
        pass
    chosen.stop()


if __name__ == "__main__":
    main()
