"""Gradescope: the export of an assignment's submissions."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import yaml  # type: ignore[import-untyped]

from nbproctor.errors import GradingError
from nbproctor.lms.archive import Archive
from nbproctor.lms.attempt import Attempt, Person

_METADATA = "submission_metadata.yml"
_FOLDER = re.compile(r"submission_\d+")
_MOST_METADATA_BYTES = 50_000_000


class _Texts(yaml.SafeLoader):  # type: ignore[misc]
    """Reads every scalar as text: a student's id keeps its zeros, and a time its zone."""

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}


def claims(path: str, assignment: str) -> bool:
    """Whether a path has the form of this system."""
    top = path.partition("/")[0]
    return top == _METADATA or bool(_FOLDER.fullmatch(top))


def read(archive: Archive) -> list[Attempt]:
    """One attempt of each person or group; a GradingError says that the metadata are missing or cannot be read."""
    metadata = next((file for file in archive.files if file.path == _METADATA), None)
    if metadata is None:
        raise GradingError(f"{archive.name} has no {_METADATA}: export the submissions of the assignment again")
    if metadata.size > _MOST_METADATA_BYTES:
        raise GradingError(f"{metadata.source} is larger than {_MOST_METADATA_BYTES / 1e6:,.0f} MB: it was not read")
    try:
        entries = yaml.load(metadata.content(), _Texts)  # noqa: S506 - a safe loader
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        problem = " ".join(str(error).split())[:200]
        raise GradingError(f"{metadata.source} is not YAML: {problem}; export the submissions again") from None
    if not isinstance(entries, dict):
        raise GradingError(f"{metadata.source} lists no submissions: export them again")
    folders = {top: files for top, files in archive.tops.items() if top != _METADATA}
    return [_attempt(f"{archive.name}/{top}", files, entries.get(top)) for top, files in folders.items()]


def _attempt(source: str, files: list[Any], entry: Any) -> Attempt:
    submitters = _field(entry, "submitters")
    people = [_person(each) for each in submitters if isinstance(each, dict)] if isinstance(submitters, list) else []
    if not people:
        return Attempt(source, (), (), problem=f"{_METADATA} does not say who submitted it")
    time = _field(entry, "created_at")
    return Attempt(source, tuple(people), tuple(files), time if isinstance(time, str) else None)


def _person(submitter: dict[Any, Any]) -> Person:
    name, sid, email = (_field(submitter, key) for key in ("name", "sid", "email"))
    ids = {"gradescope": sid, "email": email}
    return Person(name if isinstance(name, str) else "", {key: each for key, each in ids.items() if _is_id(each)})


def _field(entry: Any, key: str) -> Any:
    """A field of an entry, whose keys may be Ruby's symbols."""
    return entry.get(f":{key}", entry.get(key)) if isinstance(entry, dict) else None


def _is_id(text: Any) -> bool:
    return isinstance(text, str) and text not in ("", "~", "null")
