"""Folders that are called like the students: what other scripts have collected."""

from __future__ import annotations

from dataclasses import replace

from nbproctor.config.directory_structure import MOST_TIMESTAMP_BYTES, TIMESTAMP
from nbproctor.errors import GradingError
from nbproctor.lms.archive import Archive
from nbproctor.lms.attempt import ArchivedFile, Attempt, Person


def claims(path: str, assignment: str) -> bool:
    """Whether it lies in a folder."""
    return "/" in path


def read(archive: Archive) -> list[Attempt]:
    """One attempt of each person: what lies in their folder, or in the assignment's folder within it."""
    found = []
    for top, files in archive.tops.items():
        if "/" not in files[0].source.removeprefix(f"{archive.name}/"):
            found.append(Attempt(files[0].source, (), (), problem="it is not in a student's folder"))
            continue
        prefix = f"{archive.assignment}/"
        own = [replace(file, path=file.path.removeprefix(prefix)) for file in files if file.path.startswith(prefix)]
        person = Person(ids={"login": top})
        found.append(Attempt(files[0].source, (person,), tuple(own or files), _time(own or files)))
    return found


def _time(files: list[ArchivedFile]) -> str | None:
    stamp = next((file for file in files if file.path == TIMESTAMP), None)
    if stamp is None or stamp.size > MOST_TIMESTAMP_BYTES:
        return None
    try:
        return stamp.content().decode("utf-8-sig", "replace").strip()
    except GradingError:
        return None
