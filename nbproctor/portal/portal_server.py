"""The server of the portal's pages, with the grader beside it."""

from __future__ import annotations

from contextlib import nullcontext

import uvicorn

from nbproctor.config import Course
from nbproctor.portal.graders.embedded_graders import EmbeddedGrader
from nbproctor.portal.portal_app import PortalApp


def serve_portal(course: Course, portal: PortalApp, host: str, port: int) -> None:
    """Answer requests and grade until Ctrl-C.

    Args:
        course: the course.
        portal: what is answered.
        host: the address to listen at.
        port: the port to listen at.
    """
    with nullcontext() if portal.is_read_only else EmbeddedGrader(course, list(portal.deadlines)):
        uvicorn.run(portal.application(), host=host, port=port, log_level="warning", server_header=False)
