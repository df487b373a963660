"""Leaks of ten kinds, planted one by one, are found; a clean release has none."""

from __future__ import annotations

import base64
import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import dill
import pytest

from nbproctor.assignment.release import make_release
from nbproctor.check.checked_exam import CheckedExam, prepare
from nbproctor.check.findings import failures
from nbproctor.check.leaks import find_leaks, prove_no_leaks, secrets_of
from nbproctor.config import Course
from tester_fw.case_files import write_cases
from tests.check.conftest import KEY, Edit, append_cases

LONG_NUMBERS = """

@tc_1.kind("long numbers")
def long_numbers(rng):
    return {"a": rng.randrange(10**12, 10**13), "b": 1}
"""
LINE = "return a_rather_secret_line(a, b)"
SEED = "a-seed-that-nobody-may-know"


Plant = Callable[[Path, int], object]


def _cell(change: Callable[[dict], object]) -> Plant:
    def plant(release: Path, official: int) -> None:
        path = release / "small.ipynb"
        notebook = json.loads(path.read_text())
        change(notebook["cells"][1])
        path.write_text(json.dumps(notebook))

    return plant


def _file(name: str, content: bytes) -> Plant:
    return lambda release, official: (release / name).write_bytes(content)


def _zipped(text: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("notes.txt", text)
    return packed.getvalue()


PRIVATE_KEY = b"-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk=\n"
ATTACHED = {"a.txt": {"text/plain": base64.b64encode(LINE.encode()).decode()}}
PRINTED = {"output_type": "stream", "name": "stdout", "text": [LINE, "\n"]}
PLANTED: dict[str, tuple[Plant, str]] = {
    "a line of a solution in a comment": (_file("hints.txt", f"# {LINE}".encode()), "a line of a solution"),
    "a hidden test in the metadata of a cell": (
        _cell(lambda cell: cell["metadata"].update(note=["assert larger(-70001,", " -70002) == -70001"])),
        "a line of a hidden test",
    ),
    "a line of a solution in an attachment": (
        _cell(lambda cell: cell.update(attachments=ATTACHED)),
        "a line of a solution",
    ),
    "a line of a solution in an output": (_cell(lambda cell: cell.update(outputs=[PRINTED])), "a line of a solution"),
    "the official seed in an archive": (_file("data.zip", _zipped(f"seed = {SEED}")), "the official seed"),
    "official cases in a pickle": (
        lambda release, official: (release / "demo.pkl").write_bytes(dill.dumps({"a": official})),
        "a value of an official case",
    ),
    "official cases in a case file": (
        lambda release, official: write_cases(release / "data" / "tc_1", KEY, [{"a": official, "b": 1, "output_0": 2}]),
        "an encrypted file that does not contain the visible cases",
    ),
    "a private key in a compressed file": (_file("log.gz", gzip.compress(PRIVATE_KEY)), "a private key"),
    "a key that no test cell uses": (
        _file("settings.ini", b"key = " + b"aB3" * 14 + b"x="),
        "a key that no test cell uses",
    ),
    "a path on the author's machine": (
        _file("data.csv", b"file\n/home/anyone/course/source/data.csv\n"),
        "a path on the author's machine",
    ),
    "the samplers": (
        _file("cases.py", b"from nbproctor import Sampler\ntc_1 = Sampler(count=12)"),
        "cases.py is the instructor's",
    ),
}


@pytest.fixture
def exam(small: Course, edit: Edit, monkeypatch: pytest.MonkeyPatch) -> CheckedExam:
    monkeypatch.setenv("COURSE_OFFICIAL_SEED", SEED)
    edit(small, "small.ipynb", "return b\\n", f"return b\\n    {LINE}\\n")
    append_cases(small, LONG_NUMBERS)
    return next(prepare(small, "small", seeds=0))


@pytest.fixture
def official(exam: CheckedExam) -> int:
    """A number that stands in an official case, and in no visible one."""
    drawn = exam.samplers["tc_1"].draw(f"{SEED}/tc_1")
    return next(each.inputs["a"] for each in drawn if each.kind == "long numbers")


@pytest.fixture
def release(exam: CheckedExam, tmp_path: Path) -> Path:
    (tmp_path / "made").mkdir()
    return make_release(exam.course, "small", tmp_path / "made").folder


def test_a_clean_release_has_no_leak(exam: CheckedExam, release: Path) -> None:
    assert failures(prove_no_leaks(exam, release)) == []


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_found(name: str, exam: CheckedExam, release: Path, official: int) -> None:
    plant, what = PLANTED[name]
    plant(release, official)
    found = [finding.sentence for finding in find_leaks(release, secrets_of(exam))]
    assert any(sentence.startswith(what) for sentence in found), found


def test_an_official_value_that_the_notebook_shows_is_no_secret(exam: CheckedExam) -> None:
    value = "7000000000017"
    exam.assignment.notebook.cells[0].source += f"\n\nThe larger of {value} and 1 is {value}."
    assert value not in secrets_of(exam).lines


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("given = 7", "its test cell rebinds given"),
        ("%precision 4", ""),  # IPython's own syntax: which names it binds is not known
    ],
)
def test_a_test_cell_that_binds_a_name_of_the_students_is_told(
    line: str, words: str, exam: CheckedExam, edit: Edit
) -> None:
    edit(exam.course, "small.ipynb", "def larger", "given = 5\\ndef larger")
    edit(exam.course, "small.ipynb", "tester = Tester", f"{line}\\ntester = Tester")
    changed = next(prepare(exam.course, "small", seeds=0))
    release = make_release(exam.course, "small", exam.course.root / "made").folder
    told = [finding.sentence for finding in failures(prove_no_leaks(changed, release))]
    assert [words in sentence for sentence in told] == [True] * bool(words)
