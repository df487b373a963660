"""The server of the portal's pages, with the grader beside it."""

from __future__ import annotations

import logging
import time
from contextlib import nullcontext
from typing import Any

import uvicorn

from nbproctor.config import Course
from nbproctor.marking.chosen_place import require_dask
from nbproctor.portal.graders.embedded_graders import EmbeddedGrader
from nbproctor.portal.portal_app import PortalApp

SETTINGS: dict[str, Any] = {"log_level": "warning", "server_header": False}
"""Of the server."""


def serve_portal(course: Course, portal: PortalApp, host: str, port: int) -> None:
    """Answer requests and grade until Ctrl-C; raises GradingError if a cluster is to grade, but Dask is missing."""
    if course.grading.scheduler and not portal.is_read_only:
        require_dask()
    with nullcontext() if portal.is_read_only else EmbeddedGrader(course, list(portal.deadlines)):
        uvicorn.run(portal.application(), host=host, port=port, **SETTINGS)


def write_log() -> None:
    """Write logins and refusals to standard error, with the time in UTC."""
    line = logging.Formatter("%(asctime)sZ portal: %(message)s", "%Y-%m-%dT%H:%M:%S")
    line.converter = time.gmtime
    written = logging.StreamHandler()
    written.setFormatter(line)
    log = logging.getLogger("nbproctor.portal.portal_app")
    log.addHandler(written)
    log.setLevel(logging.INFO)
    log.propagate = False
