"""The record of a proof, with which a build finds out at once whether it still holds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from nbproctor.config import Course
from nbproctor.system import whole_files

FOLDER = "solutions"
FILE = "solutions/proof.json"


def fingerprint(course: Course, name: str, staged: Path) -> str:
    """A hash of all that a proof depends on: settings, and a staged source with everything that ships beside it."""
    digest = hashlib.sha256()
    settings = [course.grading.visible_seed, course.grading.caps.get(name), course.grading.cell_seconds]
    digest.update(json.dumps(settings).encode())
    for path in map(Path.as_posix, whole_files.files_in(staged)):
        content = (staged / path).read_bytes()
        if path != FILE and content[:5] != b"gAAAA":  # the proof itself, and the cases that a build draws from the rest
            digest.update(f"{path} {hashlib.sha256(content).hexdigest()}\n".encode())
    return digest.hexdigest()


def asks_for_proof(source: Path) -> bool:
    """Whether an assignment has solutions to prove it with; others are built without."""
    return (source / FOLDER).is_dir()


def is_proven(source: Path, current: str) -> bool:
    """Whether the recorded proof is of an assignment as it stands."""
    return _read(source).get("fingerprint") == current


def recorded_kinds(source: Path) -> dict[str, list[str]]:
    """The kinds of case that were proven last, by case file."""
    kinds = _read(source).get("kinds")
    return kinds if isinstance(kinds, dict) else {}


def write_record(source: Path, current: str, findings: Mapping[str, int], kinds: Mapping[str, Sequence[str]]) -> None:
    """Record that an assignment was proven, with the number of findings by proof, and the kinds by case file."""
    _write(source, {"fingerprint": current, "findings": findings, "kinds": kinds})


def forget_record(source: Path) -> None:
    """Withdraw the proof. The kinds stay, so that the next check notices one that is gone."""
    if record := _read(source):
        _write(source, record | {"fingerprint": ""})


def _read(source: Path) -> dict[str, Any]:
    try:
        record = json.loads((source / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


def _write(source: Path, record: Mapping[str, Any]) -> None:
    whole_files.write(source / FILE, json.dumps(record, indent=1, ensure_ascii=False) + "\n")
