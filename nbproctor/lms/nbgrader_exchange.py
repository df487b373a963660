"""The inbound folder of nbgrader's exchange."""

from __future__ import annotations

import re

from nbproctor.lms.archive import Archive
from nbproctor.lms.attempt import Attempt, Person, foreign_file

_FOLDER = re.compile(r"(.+)\+([^+]+)\+(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[^+]*(?:\+\d\d:?\d\d)?)(?:\+[^+]*)?")


def claims(path: str, assignment: str) -> bool:
    """Whether a path has the form of this system."""
    return bool(_FOLDER.fullmatch(path.partition("/")[0]))


def read(archive: Archive) -> list[Attempt]:
    """Every attempt of each person at this assignment."""
    found = []
    for top, files in archive.tops.items():
        folder = _FOLDER.fullmatch(top)
        if not folder:
            found.append(foreign_file(files[0], "nbgrader"))
        elif folder[2] == archive.assignment:
            person, time = Person(ids={"login": folder[1]}), folder[3]
            found.append(Attempt(files[0].source, (person,), tuple(files), time, order=(time,)))
    return found
