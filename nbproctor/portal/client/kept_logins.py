"""The logins that somebody keeps on their machine, one a course: only they may read the file."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path

import typer

from nbproctor.errors import GradingError


@dataclass(frozen=True)
class KeptLogin:
    """How somebody logs in to the portal of a course.

    Args:
        portal: its address.
        name: theirs on the roster.
    """

    portal: str
    name: str
    code: str = field(repr=False)


def folder() -> Path:
    """Where this person's settings lie on this system."""
    return Path(typer.get_app_dir("nbproctor"))


def kept_logins() -> dict[str, KeptLogin]:
    """The logins, by their courses.

    Raises:
        GradingError: the file of the logins cannot be read.
    """
    try:
        return {course: KeptLogin(**kept) for course, kept in json.loads(_path().read_text("utf-8")).items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, AttributeError):
        raise GradingError(f"{_path()} could not be read: remove it, and use course login again") from None


def keep_login(course: str, login: KeptLogin) -> Path:
    """Keep a login in the place of an earlier one; returns the file."""
    logins = {name: asdict(each) for name, each in (kept_logins() | {course: login}).items()}
    folder().mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=folder())  # which nobody else may read
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(logins, file)
    Path(name).replace(_path())
    return _path()


def _path() -> Path:
    return folder() / "portals.json"
