"""The log of a class: remarks on submissions, and tracebacks that only the instructor sees."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from nbproctor.results import Result
from nbproctor.system.printable import one_line

_log = logging.getLogger(__name__)


@contextmanager
def logged(path: Path) -> Iterator[None]:
    """Write all that this package logs to a file."""
    handler = _LogFile(path, "w", encoding="utf-8", errors="backslashreplace")
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    logger = logging.getLogger("nbproctor")
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        with suppress(OSError):
            handler.close()


def log_repairs(result: Result) -> None:
    """Log what was repaired in a submission, or why it was refused; and what could not be examined."""
    for said in (*result.submission.other_notebook, *result.submission.repairs):
        _log.warning("%s: %s", result.student, one_line(said))
    if result.unexamined:
        _log.warning("%s: could not be graded: %s", result.student, one_line(", ".join(result.unexamined)))


class _LogFile(logging.FileHandler):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the library's name
        """Print no traceback: if the disk is full, writing the results reports it."""
