"""Mark schemes, submissions and marks as bytes that travel between machines. They hold plain data only."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgpack
import nbformat

from nbproctor.assignment.notebook import Assignment
from nbproctor.examination.grader.examination_settings import ExaminationSettings
from nbproctor.examination.grader.proctor import Limits
from nbproctor.examination.sandbox.limits import Bounds
from nbproctor.examination.sandbox.tiers import Tier
from nbproctor.intake.handed_in import HandedIn
from nbproctor.intake.notebook_json import JsonText
from nbproctor.marking.mark_scheme import CountedTests, MarkScheme
from nbproctor.marking.marker import Marked
from nbproctor.results import Result
from nbproctor.system.versions import files_among, versions


def scheme_to_bytes(scheme: MarkScheme) -> bytes:
    """Pack a mark scheme with the files that it needs: the release, and the Python files beside the source."""
    examined = scheme.examined
    assignment, source, release = examined.assignment, examined.assignment.path.parent, examined.release_folder
    return _packed(
        {
            "versions": versions(),
            "name": assignment.name,
            "file": assignment.path.name,
            "notebook": json.dumps(assignment.notebook),
            "released": json.dumps(scheme.release),
            "source": dict(files_among(source, source.glob("*.py"))),
            "release": dict(files_among(release, release.rglob("*"))),
            "seed": examined.seed,
            "cap": scheme.cap,
            "fingerprint": scheme.fingerprint,
            "limits": asdict(examined.limits),
            "tiers": [str(tier) for tier in examined.tiers],
            "kernel_files": list(examined.kernel_files),
            "students_files": sorted(examined.students_files),
            "counted": asdict(scheme.counted),
            "known": json.dumps(scheme.known),
        }
    )


def versions_in(packed_scheme: bytes) -> dict[str, str]:
    """The versions on the machine that packed a mark scheme, readable whatever the rest looks like."""
    found: dict[str, str] = _unpacked(packed_scheme)["versions"]
    return found


def scheme_from_bytes(packed_scheme: bytes, course_root: Path) -> MarkScheme:
    """Unpack a mark scheme, and write its files.

    Args:
        course_root: the folder for the files; it is made, and is the course's folder from now on.
    """
    read = _unpacked(packed_scheme)
    source, release = course_root / "source" / read["name"], course_root / "release" / read["name"]
    for folder, files in ((source, read["source"]), (release, read["release"])):
        folder.mkdir(parents=True)
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
    weakest, strongest = read["tiers"]
    limits = {**read["limits"], "bounds": Bounds(**read["limits"]["bounds"])}
    examined = ExaminationSettings(
        assignment=Assignment(read["name"], source / read["file"], _notebook(read["notebook"])),
        release_folder=release,
        course_root=course_root,
        seed=read["seed"],
        limits=Limits(**limits),
        tiers=(Tier(weakest), Tier(strongest)),
        kernel_files=tuple(read["kernel_files"]),
        students_files=frozenset(read["students_files"]),
    )
    counted = CountedTests(**read["counted"])
    released, known = _notebook(read["released"]), json.loads(read["known"])
    return MarkScheme(examined, released, read["cap"], read["fingerprint"], counted, known)


def handed_in_to_bytes(handed_in: HandedIn) -> bytes:
    """Pack one submission."""
    return _packed(asdict(handed_in))


def handed_in_from_bytes(data: bytes) -> HandedIn:
    """Unpack what `handed_in_to_bytes` made."""
    read = _unpacked(data)
    return HandedIn(**{**read, "content": JsonText(**read["content"])})


def marked_to_bytes(marked: Marked) -> bytes:
    """Pack a marked submission."""
    return _packed([marked.result.to_json(), marked.notebook, marked.feedback, marked.bug])


def marked_from_bytes(data: bytes) -> Marked:
    """Unpack what `marked_to_bytes` made."""
    result, *texts = _unpacked(data)
    return Marked(Result.from_json(result), *texts)


def _notebook(text: str) -> nbformat.NotebookNode:
    notebook: nbformat.NotebookNode = nbformat.from_dict(json.loads(text))
    return notebook


def _packed(value: Any) -> bytes:
    # A text may hold halves of letters, which UTF-8 does not have.
    return msgpack.packb(value, unicode_errors="surrogatepass")  # type: ignore[no-any-return]


def _unpacked(data: bytes) -> Any:
    return msgpack.unpackb(data, use_list=False, unicode_errors="surrogatepass")
