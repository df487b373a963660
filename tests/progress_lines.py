"""Lines of progress on the error stream: a run that takes longer than some seconds has them, on a slow machine many."""

from __future__ import annotations

import re

_PROGRESS = re.compile(r"^[^\n]*: (\d+ of \d+, )?\d+ s(; [^\n]*)?\n", re.MULTILINE)


def without_progress(said: str) -> str:
    """What was said, without the lines of progress."""
    return _PROGRESS.sub("", said)
