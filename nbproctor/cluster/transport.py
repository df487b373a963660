"""An assignment, a submission and what came of it, as bytes that travel between machines: plain data alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgpack
import nbformat

from nbproctor.assignment.notebook import Assignment
from nbproctor.examination.grader.examined_assignment import ExaminedAssignment
from nbproctor.examination.grader.sitting import Limits
from nbproctor.examination.sandbox.limits import Bounds
from nbproctor.examination.sandbox.tiers import Tier
from nbproctor.intake.handed_in import HandedIn
from nbproctor.intake.notebook_json import JsonText
from nbproctor.marking.mark_scheme import MarkScheme
from nbproctor.marking.marker import Marked
from nbproctor.results import Result
from nbproctor.system.versions import versions


def scheme_to_bytes(scheme: MarkScheme) -> bytes:
    """A mark scheme with all files that it needs: the release, and the Python files beside the source."""
    examined = scheme.examined
    assignment, source = examined.assignment, examined.assignment.path.parent
    return _packed(
        {
            "versions": versions(),
            "name": assignment.name,
            "file": assignment.path.name,
            "notebook": json.dumps(assignment.notebook),
            "released": json.dumps(scheme.release),
            "source": dict(_files(source, "*.py")),
            "release": dict(_files(examined.release_folder, "**/*")),
            "seed": examined.seed,
            "cap": scheme.cap,
            "fingerprint": scheme.fingerprint,
            "limits": asdict(examined.limits),
            "tiers": [str(tier) for tier in examined.tiers],
        }
    )


def versions_in(parcel: bytes) -> dict[str, str]:
    """The versions of whoever packed a mark scheme; they can be read whatever the rest looks like."""
    found: dict[str, str] = _unpacked(parcel)["versions"]
    return found


def scheme_from_bytes(parcel: bytes, course: Path) -> MarkScheme:
    """Lay a mark scheme out in a folder, which is the course's from now on."""
    read = _unpacked(parcel)
    source, release = course / "source" / read["name"], course / "release" / read["name"]
    for folder, found in ((source, read["source"]), (release, read["release"])):
        folder.mkdir(parents=True)
        for name, content in found.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
    weakest, strongest = read["tiers"]
    limits = {**read["limits"], "bounds": Bounds(**read["limits"]["bounds"])}
    examined = ExaminedAssignment(
        assignment=Assignment(read["name"], source / read["file"], _notebook(read["notebook"])),
        release_folder=release,
        course_root=course,
        seed=read["seed"],
        limits=Limits(**limits),
        tiers=(Tier(weakest), Tier(strongest)),
    )
    return MarkScheme(examined, _notebook(read["released"]), read["cap"], read["fingerprint"])


def handed_in_to_bytes(handed_in: HandedIn) -> bytes:
    """What was handed in."""
    return _packed(asdict(handed_in))


def handed_in_from_bytes(data: bytes) -> HandedIn:
    """Read what `handed_in_to_bytes` wrote."""
    read = _unpacked(data)
    return HandedIn(**{**read, "content": JsonText(**read["content"])})


def marked_to_bytes(marked: Marked) -> bytes:
    """What came of it."""
    return _packed([marked.result.to_json(), marked.notebook, marked.feedback, marked.bug])


def marked_from_bytes(data: bytes) -> Marked:
    """Read what `marked_to_bytes` wrote."""
    result, *texts = _unpacked(data)
    return Marked(Result.from_json(result), *texts)


def _files(root: Path, pattern: str) -> Iterator[tuple[str, bytes]]:
    for path in sorted(root.glob(pattern)):
        if path.is_file() and "__pycache__" not in path.parts:
            yield str(path.relative_to(root)), path.read_bytes()


def _notebook(text: str) -> nbformat.NotebookNode:
    notebook: nbformat.NotebookNode = nbformat.from_dict(json.loads(text))
    return notebook


def _packed(value: Any) -> bytes:
    # A text may hold halves of letters, which UTF-8 does not have.
    return msgpack.packb(value, unicode_errors="surrogatepass")  # type: ignore[no-any-return]


def _unpacked(data: bytes) -> Any:
    return msgpack.unpackb(data, use_list=False, unicode_errors="surrogatepass")
