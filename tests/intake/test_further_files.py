"""Which files beside a notebook are the student's to bring, and what is left out with a sentence."""

from __future__ import annotations

import os
import shutil
import socket
from pathlib import Path

import pytest

from nbproctor.intake import handed_in as module
from nbproctor.intake.handed_in import FurtherFiles, FurtherFilesRule, further_files
from nbproctor.intake.submission_folders import Submission

RULE = FurtherFilesRule(
    instructors=frozenset({"given.txt", "data/given.txt", "tester_fw/testers.py"}),
    ignored=(".ipynb_checkpoints", "*.pyc", "__pycache__"),
    most_bytes=1000,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "submitted" / "one" / "ps1"
    made.mkdir(parents=True)
    return made


def _write(folder: Path, *paths: str, text: str = "text") -> None:
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def _found(folder: Path) -> FurtherFiles:
    return further_files(Submission("one", "ps1", folder / "p1.ipynb"), RULE)


def test_plain_files_of_the_students_own_are_taken_wherever_they_lie(folder: Path) -> None:
    paths = ["mine.py", "data/mine.csv", "a/b/c/d.txt", ".hidden", "random.py", "tester_fw/own.py"]
    _write(folder, *paths)
    assert _found(folder) == FurtherFiles(dict.fromkeys(paths, b"text"))


def test_notebooks_and_what_is_ignored_or_the_instructors_are_no_files_of_the_students(folder: Path) -> None:
    _write(folder, "p1.ipynb", "deep/other.ipynb", "timestamp.txt", "x.pyc", "__pycache__/x.py", "given.txt")
    _write(folder, "data/given.txt", "tester_fw/testers.py/mine.py", ".ipynb_checkpoints/p1.txt")
    assert _found(folder) == FurtherFiles({})
    shutil.rmtree(folder / "data")
    _write(folder, "data")  # a file in the place of the instructor's folder
    assert _found(folder) == FurtherFiles({})


def test_what_is_no_plain_file_is_not_opened(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "seed"
    secret.write_text("the seed")
    (folder / "link").symlink_to(secret)
    (folder / "linked folder").symlink_to(tmp_path)
    (folder / "hard link").hardlink_to(secret)
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / "socket"))
        found = _found(folder)
    assert found.contents == {}
    assert len(found.remarks) == 5
    assert all(remark.endswith("; it was left out") for remark in found.remarks)
    assert "the seed" not in str(found)


def test_names_that_cannot_be_shown_are_left_out(folder: Path) -> None:
    for name in (b"\xff.py", "tur\u202en.py".encode(), b"line\nline", b"x" * 200):
        (folder / os.fsdecode(name)).write_text("")
    (folder / ("y" * 200)).mkdir()
    (folder / ("y" * 200) / ("z" * 200)).write_text("")
    found = _found(folder)
    assert list(found.contents) == ["x" * 200]
    assert len(found.remarks) == 4
    assert all(remark.isprintable() for remark in found.remarks)


def test_more_bytes_than_there_is_room_for_are_left_out(folder: Path) -> None:
    for name, size in (("a", 600), ("b", 600), ("c", 400)):
        _write(folder, f"{name}.txt", text=name * size)
    found = _found(folder)
    assert sorted(found.contents) == ["a.txt", "c.txt"]
    (remark,) = found.remarks
    assert remark.startswith('"b.txt" is 0.0 MB, but there is room for only 0.0 MB more')


@pytest.mark.parametrize("place", ["{}.txt", "{}/x.txt", "deep/{}/x.txt"])
def test_of_too_many_files_none_is_taken(folder: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setattr(module, "MOST_ENTRIES", 40)
    _write(folder, *(place.format(number) for number in range(40)))
    found = _found(folder)
    assert found.contents == {}
    assert found.remarks == ("there are 40 files or more: none of the files beside the notebook was used",)


def test_folders_without_an_end_are_not_entered(folder: Path) -> None:
    _write(folder, "mine.py", "/".join("a" * 400))
    found = _found(folder)
    assert found.contents == {}
    assert found.remarks[0].endswith("is nested too deeply: none of the files beside the notebook was used")


def test_a_checksum_stands_for_each_file(folder: Path) -> None:
    _write(folder, "mine.py", text="")
    assert _found(folder).checksums == {"mine.py": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}
