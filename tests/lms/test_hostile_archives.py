"""Archives that attack whoever opens them: nothing outside of `submitted/`, no traceback, and a sentence each."""

from __future__ import annotations

import io
import os
import struct
import warnings
import zipfile
from pathlib import Path

import pytest

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.lms import archive as archives
from nbproctor.lms.collection import collect
from tests.lms.conftest import ANSWER, Pack, placed, unreadable, zipped

GOOD = {"zoe/midterm1.ipynb": ANSWER}


def _entry(name: str, content: bytes = ANSWER, mode: int = 0, **fields: int) -> bytes:
    """A zip with a good submission and one entry as given."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zoe/midterm1.ipynb", ANSWER)
        info = zipfile.ZipInfo(name)
        info.external_attr = mode << 16
        with warnings.catch_warnings(action="ignore"):  # two files may have one name
            archive.writestr(info, content, zipfile.ZIP_DEFLATED)
        for field, value in fields.items():
            setattr(info, field, value)
    return made.getvalue()


def _overlapping() -> bytes:
    """Every entry of the table of contents leads to the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("zoe/a.ipynb", ANSWER)
        for number in range(99):
            other = zipfile.ZipInfo(f"zoe/{number}.ipynb")
            for field in ("header_offset", "CRC", "compress_size", "file_size"):
                setattr(other, field, getattr(archive.filelist[0], field))
            archive.filelist.append(other)
    return made.getvalue()


def _long_directory() -> bytes:
    """A record that announces a table of contents of 4 GB."""
    content = bytearray(zipped(GOOD))
    content[-10:-6] = struct.pack("<I", 0xFFFF_FFF0)
    return bytes(content)


def _nested(depth: int) -> bytes:
    content = zipped({"midterm1.ipynb": ANSWER})
    for _ in range(depth):
        content = zipped({"a.zip": content})
    return zipped({"eve/a.zip": content})


def _damaged() -> bytes:
    content = bytearray(zipped({**GOOD, "eve/midterm1.ipynb": os.urandom(5_000)}))
    content[len(content) // 2] ^= 0xFF
    return bytes(content)


# What is packed, and what is said of it. `zoe` is an honest student in the same archive.
HOSTILE: dict[str, tuple[bytes, str]] = {
    "parent folders": (_entry("../../eve/midterm1.ipynb"), "leads out of the archive"),
    "parent folders, later": (_entry("eve/../../midterm1.ipynb"), "leads out of the archive"),
    "backslashes": (_entry("..\\..\\eve\\midterm1.ipynb"), "leads out of the archive"),
    "an absolute path": (_entry("/tmp/eve/midterm1.ipynb"), "leads out of the archive"),
    "a drive": (_entry("C:/eve/midterm1.ipynb"), "leads out of the archive"),
    "a link": (_entry("eve/midterm1.ipynb", b"/etc/passwd", 0o120777), "link or a device"),
    "a device": (_entry("eve/midterm1.ipynb", b"", 0o020666), "link or a device"),
    "a pipe": (_entry("eve/midterm1.ipynb", b"", 0o010666), "link or a device"),
    "encrypted": (_entry("eve/midterm1.ipynb", flag_bits=1), "encrypted"),
    "an unknown compression": (_entry("eve/midterm1.ipynb", compress_type=97), "damaged in the archive"),
    "control characters": (_entry("eve\x1b[2J/midterm1.ipynb"), "invisible characters"),
    "writing from right to left": (_entry("eve\u202e/midterm1.ipynb"), "invisible characters"),
    "a long name": (_entry("e" * 300 + "/midterm1.ipynb"), "cannot be a student's folder"),
    "a long path": (_entry("eve/" + "d/" * 250 + "midterm1.ipynb"), "too long, or has too many"),
    "a hidden student": (_entry(".eve/midterm1.ipynb"), "cannot be a student's folder"),
    "a student who is a device": (_entry("NUL.txt/midterm1.ipynb"), "is the name of a device"),
    "a student who ends with a dot": (_entry("eve./midterm1.ipynb"), "ends with a dot"),
    "a student with a colon": (_entry("eve:a/midterm1.ipynb"), "not every file system"),
    "another case": (_entry("Zoe/midterm1.ipynb"), "are the same folder"),
    "another normal form": (
        zipped({"é/midterm1.ipynb": ANSWER, "e\u0301/midterm1.ipynb": ANSWER}),
        "are the same folder",
    ),
    "the same name twice": (_entry("zoe/midterm1.ipynb"), "two files of this name"),
    "a bomb": (_entry("eve/midterm1.ipynb", b"0" * 20_000_000), "200 times its size"),
    "a bomb in a zip": (
        zipped({**GOOD, "eve/a.zip": zipped({"midterm1.ipynb": b"0" * 20_000_000})}),
        "200 times its size",
    ),
    "too many archives within each other": (_nested(4), "more than 3 archives"),
    "many files": (zipped({**GOOD, **{f"eve/{number}": b"" for number in range(2_001)}}), "more than 2,000 files"),
    "overlapping files": (_overlapping(), "overlapping files, which"),
    "a long table of contents": (_long_directory(), "names more than 200,000 files"),
    "a zip that is none": (zipped({**GOOD, "eve/a.zip": b"PK\3\4 no"}), "is not a zip"),
    "damaged bytes": (_damaged(), "damaged in the archive"),
    "deep JSON": (_entry("eve/midterm1.ipynb", b"[" * 100_000), "nested too deeply"),
    "no cells": (_entry("eve/midterm1.ipynb", b'{"cells": 1}'), "no list of cells"),
    "YAML with tags": (
        zipped({"submission_metadata.yml": "a: !!python/object/apply:os.system [x]", "submission_1/a": b""}),
        "is not YAML",
    ),
    "YAML that grows": (
        zipped(
            {
                "submission_metadata.yml": "a: &a [x]\n"
                + "".join(f"b{n}: &b{n} [{','.join(['*a' if not n else f'*b{n - 1}'] * 9)}]\n" for n in range(30)),
                "submission_1/a": b"",
            }
        ),
        "does not say who",
    ),
    "deep YAML": (zipped({"submission_metadata.yml": "[" * 50_000, "submission_1/a": b""}), "is not YAML"),
}


@pytest.mark.parametrize("attack", HOSTILE)
def test_an_attack_is_one_sentence(attack: str, exam: Course, pack: Pack) -> None:
    content, says = HOSTILE[attack]
    outside = {path for path in exam.root.parent.rglob("*") if "submitted" not in path.parts}
    archive = pack(content)
    try:
        found = collect(exam, "midterm1", [archive])
    except GradingError as error:
        said, students = str(error), set()
    else:
        said = " ".join([*(each.why for each in found.unplaced), *found.remarks])
        students = {each.student for each in found.placed}
    assert says in said
    assert "\n" not in said
    assert students <= {"zoe", "é"}
    assert set(placed(exam)) == {f"{student}/midterm1/midterm1.ipynb" for student in students}
    assert {path for path in exam.root.parent.rglob("*") if "submitted" not in path.parts} == outside | {archive}


def test_a_folder_with_links_and_pipes(exam: Course, tmp_path: Path) -> None:
    folder = tmp_path / "folder" / "eve"
    folder.mkdir(parents=True)
    (tmp_path / "secret.ipynb").write_bytes(ANSWER)
    (folder / "midterm1.ipynb").symlink_to(tmp_path / "secret.ipynb")
    (tmp_path / "folder" / "zoe").symlink_to(tmp_path / "course")
    os.mkfifo(folder / "pipe")
    found = collect(exam, "midterm1", [folder.parent])
    assert [each.why for each in found.unplaced] == ["it is a link or a device, and was not followed"] * 3
    assert not found.placed


@pytest.mark.parametrize("name", ["midterm1.ipynb", "data.csv"])
def test_a_submission_of_which_a_file_cannot_be_read_is_not_placed_without_it(
    exam: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    folder = tmp_path / "folder" / "zoe"
    folder.mkdir(parents=True)
    (folder / "midterm1.ipynb").write_bytes(ANSWER)
    (folder / "data.csv").write_text("1")
    monkeypatch.setattr(archives, "_open", unreadable(name))
    found = collect(exam, "midterm1", [folder.parent])
    assert [each.why for each in found.unplaced] == [
        f'"folder/zoe/{name}" could not be read: Input/output error; try again'
    ]
    assert not placed(exam)


def test_a_link_among_the_submissions_is_not_followed(exam: Course, pack: Pack, tmp_path: Path) -> None:
    exam.submitted.mkdir()
    (exam.submitted / "zoe").symlink_to(tmp_path)
    found = collect(exam, "midterm1", [pack(GOOD)], system="folder")
    assert "is a link" in found.unplaced[0].why
    assert not (tmp_path / "midterm1").exists()


def test_files_beside_a_notebook_keep_their_places(exam: Course, pack: Pack) -> None:
    taken = {"a/midterm1.ipynb": ANSWER, "a/data/x.csv": "1", "b/y.csv": "2", "a/timestamp.txt": "2026-01-01 00:00:00"}
    left_out = {"a/Data": "1", "a/DATA/X.csv": "1", "a/con.txt": "1", "a/attempts/1/x": "1", "a/page.html": "1"}
    found = collect(exam, "midterm1", [pack({"eve/a.zip": zipped({**taken, **left_out})})])
    assert set(placed(exam)) == {f"eve/midterm1/{name}" for name in ("midterm1.ipynb", "data/x.csv", "b/y.csv")}
    assert len(found.remarks) == len(left_out) + 1


def test_sizes_are_bounded(exam: Course, pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nbproctor.lms.submission_files.MOST_SUBMISSION_BYTES", 10_000)
    monkeypatch.setattr(archives, "MOST_FILE_BYTES", 9_000)
    large = {"eve/a": b"1" * 9_001, "eve/b": b"2" * 8_000, "adam/midterm1.ipynb": ANSWER, "adam/c": b"1" * 9_001}
    files = {**GOOD, **large}
    found = collect(exam, "midterm1", [pack(files)])
    assert {each.student for each in found.placed} == {"zoe"}
    assert all("unpacks to more than" in each.why for each in found.unplaced)
