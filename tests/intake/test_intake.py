"""What may lie where a submission should: each is graded or refused by name, and nothing is lost or waited for."""

from __future__ import annotations

import ctypes
import io
import json
import os
import shutil
import socket
import sqlite3
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.intake import notebook_json
from nbproctor.intake.handed_in import take
from nbproctor.intake.paper import Refused
from nbproctor.intake.submission_folders import passed_over
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Outcome, Result
from tests.intake.conftest import Class
from tests.storeys import require

NAME = "numbers.ipynb"


# What lies in the notebook's place: what is done to it, and what the refusal has to say.


def _linked(path: Path, target: str | Path = "/dev/zero") -> None:
    path.unlink()
    path.symlink_to(target)


def _linked_folder(folder: Path, elsewhere: Path) -> None:
    folder.rename(elsewhere)
    folder.symlink_to(elsewhere)


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _socket(path: Path) -> None:
    path.unlink()
    here = Path.cwd()
    os.chdir(path.parent)  # a socket's path is short
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)
    os.chdir(here)


def _device(path: Path) -> None:
    path.unlink()
    require("root")
    os.mknod(path, 0o020666, os.makedev(1, 5))  # /dev/zero


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _assignment_is_a_file(path: Path) -> None:
    shutil.rmtree(path.parent)
    path.parent.write_text("")


def _as_an_archive(path: Path) -> None:
    path.unlink()
    path.with_name("numbers.zip").write_bytes(b"PK\3\4")


def _hostile_file_names(path: Path) -> None:
    path.unlink()
    for name in (b"\xff\n<script>", b"\x1b[2J.ipynb", b"n" * 255):
        (path.parent / os.fsdecode(name)).write_text("")


THERE_IS = f'there should be "{NAME}", but there is '
PLACES: dict[str, tuple[Callable[[Path], object], str]] = {
    "linked": (
        lambda path: _linked(path, shutil.copy(path, path.with_name("real")).name),
        f'"{NAME}" is a link and was not followed',
    ),
    "linked to a device": (_linked, f'"{NAME}" is a link and was not followed'),
    "linked from elsewhere": (
        lambda path: _linked(path, shutil.copy(path, path.parents[3])),
        f'"{NAME}" is a link and was not followed',
    ),
    "in a linked folder": (
        lambda path: _linked_folder(path.parent, path.parents[3] / "elsewhere"),
        'the folder "numbers" is a link and was not followed',
    ),
    "of a linked student": (
        lambda path: _linked_folder(path.parents[1], path.parents[3] / "elsewhere"),
        'the folder "one" is a link and was not followed',
    ),
    "hard linked": (lambda path: os.link(path, path.parents[3] / "other name"), f'"{NAME}" is a hard link'),
    "a pipe": (_pipe, f'"{NAME}" should be a file, but is a named pipe'),
    "a socket": (_socket, f'"{NAME}" should be a file, but is a socket'),
    "a device": (_device, f'"{NAME}" should be a file, but is a device'),
    "a folder": (_folder, f'"{NAME}" should be a file, but is a folder'),
    "the assignment is a file": (_assignment_is_a_file, '"numbers" should be a folder, but is a file'),
    "locked away": (lambda path: path.chmod(0), f'"{NAME}" could not be read: Permission denied'),
    "under another name": (
        lambda path: path.rename(path.with_name("Numbers (1).ipynb")),
        f'{THERE_IS}"Numbers (1).ipynb": if that is the right notebook, rename it {NAME}',
    ),
    "as a program": (lambda path: path.rename(path.with_name("numbers.py")), f'{THERE_IS}"numbers.py": hand in {NAME}'),
    "as an archive": (_as_an_archive, f'{THERE_IS}"numbers.zip": unpack it'),
    "an archive by its name": (
        lambda path: path.write_bytes(b"PK\3\4" + bytes(1000)),
        f"{NAME} is not a notebook: it is a zip archive: unpack it",
    ),
    "nothing": (Path.unlink, f'nothing was handed in: there should be "{NAME}"'),
    "hostile file names": (_hostile_file_names, f'{THERE_IS}".ipynb": if that is the right notebook, rename it {NAME}'),
}


_OVERRIDES = 0b110  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH


@contextmanager
def by_the_modes_of_files() -> Iterator[None]:
    """Let root, too, open only what a file's mode lets its owner open."""
    libc = ctypes.CDLL(None, use_errno=True)
    header, sets = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    assert libc.capget(header, sets) == 0
    effective = sets[0]
    sets[0] = effective & ~_OVERRIDES
    assert libc.capset(header, sets) == 0
    try:
        yield
    finally:
        sets[0] = effective
        assert libc.capset(header, sets) == 0


@pytest.mark.parametrize(("make", "expected"), PLACES.values(), ids=PLACES)
def test_what_is_no_notebook_of_its_own_is_refused_by_name(
    make: Callable[[Path], object], expected: str, our_class: Class
) -> None:
    make(our_class.hand_in())
    started = time.monotonic()
    with pytest.raises(Refused) as refusal, by_the_modes_of_files():
        our_class.paper()
    assert time.monotonic() - started < 20
    assert expected in str(refusal.value)
    assert str(refusal.value).isprintable()


def test_a_file_put_in_place_of_the_one_that_was_found_is_not_waited_for(our_class: Class) -> None:
    path = our_class.hand_in()
    found = our_class.found()["one"]
    path.unlink()
    with pytest.raises(Refused, match="could not be read: No such file"):
        our_class.paper(found)
    os.mkfifo(path)
    with pytest.raises(Refused, match="is a named pipe"):
        our_class.paper(found)


def test_a_notebook_beside_the_notebook_is_named_and_not_used(our_class: Class) -> None:
    path = our_class.hand_in()
    for name in ("numbers-old.ipynb", "helper.py", "tester_fw", "data", ".ipynb_checkpoints"):
        path.with_name(name).write_text("")
    (repair,) = our_class.paper().repairs
    assert repair == 'the folder also contains "numbers-old.ipynb", which was not graded'


def test_files_among_the_students_and_students_without_the_assignment_are_no_submissions(our_class: Class) -> None:
    our_class.hand_in()
    (our_class.folder / "README.md").write_text("")
    (our_class.folder / "two" / "another").mkdir(parents=True)
    os.mkfifo(our_class.folder / "pipe")
    assert list(our_class.found()) == ["one"]


ALMOST = {
    **dict.fromkeys(
        ["Numbers/numbers.ipynb", "NUMBERS/numbers.ipynb", "num bers/numbers.ipynb", "numbers.ipynb", "Numbers.ipynb"],
        "rename it numbers, or move it into a folder of that name",
    ),
    **dict.fromkeys(["numbers.zip", "Numbers.7z"], "unpack it into a folder numbers"),
}


@pytest.mark.parametrize(("name", "cure"), ALMOST.items())
def test_what_is_called_almost_like_the_assignment_is_refused_by_name(name: str, cure: str, our_class: Class) -> None:
    our_class.hand_in()
    path = our_class.folder / "two" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("")
    assert our_class.found()["two"].problem == (
        f'there should be a folder "numbers", but there is "{Path(name).parts[0]}": {cure}'
    )


def test_archives_and_notebooks_among_the_students_are_told(our_class: Class) -> None:
    our_class.hand_in()
    for name in ("two.zip", "three.ipynb", "README.md", "four.tar.gz"):
        (our_class.folder / name).write_text("")
    (our_class.folder / "five.zip").mkdir()
    assert passed_over(our_class.folder) == ["four.tar.gz", "three.ipynb", "two.zip"]


def _written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


TIMES: dict[str, Callable[[Path], object]] = {
    "huge": lambda path: path.write_text("2024-02-03 10:00:00 UTC" + " " * 10_000_000),
    "binary": lambda path: path.write_bytes(bytes(range(256))),
    "a pipe": os.mkfifo,
    "a folder": lambda path: path.mkdir(),
    "a hard link": lambda path: os.link(path.with_name(NAME), path),
    "a link": lambda path: path.symlink_to(_written(path.parents[3] / "time", "2024-02-03 10:00:00 UTC")),
    "a million digits": lambda path: path.write_text("1" * 1_000_000),
    "two lines": lambda path: path.write_text("2024-02-03 10:00\n2025-02-03 10:00"),
    "a number": lambda path: path.write_text("10"),
    "a day of the week": lambda path: path.write_text("Sat"),
    "a time of day": lambda path: path.write_text("10:30"),
    "a month": lambda path: path.write_text("March 2024"),
    "a day without a year": lambda path: path.write_text("3 March"),
}


@pytest.mark.parametrize("name", TIMES)
def test_a_time_that_is_none_is_left_out(name: str, our_class: Class) -> None:
    TIMES[name](our_class.hand_in().with_name("timestamp.txt"))
    submission = our_class.found()["one"]
    assert submission.received is None
    assert submission.remarks == ("timestamp.txt contains no valid time; it was ignored",)


# Large ones.


def _with_outputs(path: Path, text: str) -> None:
    """Give the first code cell an output, given as JSON."""
    path.write_text(path.read_text().replace('"outputs": []', f'"outputs": [{text}]', 1))


@pytest.mark.parametrize(
    "output",
    [
        pytest.param(lambda: '{"text": [' + '"a line \\" [ {\\n", ' * 1_000_000 + '""]}', id="of many lines"),
        pytest.param(lambda: '{"text": "' + "a line \\\\\\n" * 2_000_000 + '"}', id="of one text"),
        pytest.param(lambda: '{"data": [' + "[1, NaN], " * 2_000_000 + "0]}", id="of many numbers"),
        pytest.param(lambda: "[" * 900_000 + " " * 1_000_000 + "]" * 900_000, id="nested deep"),
    ],
)
def test_a_notebook_with_large_outputs_is_graded_as_without(output: Callable[[], str], our_class: Class) -> None:
    path = our_class.hand_in()
    expected = our_class.paper()
    _with_outputs(path, output())
    paper = our_class.paper()
    assert paper.cells == expected.cells
    assert paper.repairs == ()
    assert take(our_class.found()["one"]).content.sha256 == sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32-be"])
def test_a_large_notebook_may_be_in_any_encoding(encoding: str, our_class: Class) -> None:
    path = our_class.hand_in()
    expected = our_class.paper()
    _with_outputs(path, '{"text": "' + "♠" * 2_000_000 + '"}')
    path.write_bytes(path.read_text().encode(encoding))
    paper = our_class.paper()
    assert paper.cells == expected.cells
    assert paper.repairs == (f"{NAME}: it is in {encoding[:6].upper()}, not in UTF-8; it was read anyway",)


def test_a_notebook_that_is_large_without_outputs_is_refused(our_class: Class) -> None:
    path = our_class.hand_in()
    path.write_text(path.read_text().replace("return n * n", "return n * n" + " " * notebook_json.MOST_CHARACTERS))
    with pytest.raises(Refused, match="it has more than 16,000,000 characters besides its outputs"):
        our_class.paper()
    assert take(our_class.found()["one"]).content.sha256 == sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("kind", ["{},", '"a",', '{"a":[0]},'])
@pytest.mark.parametrize("where", ['{"cells":[%s0]}', '{"cells":[],"metadata":{"a":[%s0]}}'])
def test_a_notebook_of_millions_of_small_values_takes_no_more_memory_than_a_large_one(kind: str, where: str) -> None:
    """Within what a notebook may have, and beyond it: refused before it is parsed."""
    tracemalloc.start()
    try:
        for count in (notebook_json.MOST_VALUES // (kind + "[").count("[") // 2, 15_000_000 // len(kind)):
            text = (where % (kind * count)).encode()
            tracemalloc.reset_peak()
            before, _ = tracemalloc.get_traced_memory()
            problem = ""
            try:
                notebook_json.parsed(notebook_json.read_text(io.BytesIO(text), len(text)), [])
            except GradingError as error:
                problem = str(error)
            _, most = tracemalloc.get_traced_memory()
            assert not problem or problem.startswith("it has more than 1,000,000 values")
            assert most - before < 150_000_000
    finally:
        tracemalloc.stop()
    assert problem


def test_a_file_that_grows_while_it_is_read_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "growing"
    path.write_bytes(b'{"cells": []}')

    class Growing:
        def read(self, size: int) -> bytes:
            with path.open("ab") as more:
                more.write(bytes(100))
            return file.read(size)

    with path.open("rb", buffering=0) as file:
        read = notebook_json.read_text(Growing(), 13)  # type: ignore[arg-type]
    assert notebook_json.parsed(read, []) == {"cells": []}
    assert read.sha256 == sha256(b'{"cells": []}').hexdigest()


def test_a_file_larger_than_configured_is_refused_unread(our_class: Class) -> None:
    path = our_class.hand_in()
    os.truncate(path, 1 << 40)  # a terabyte of nothing, which takes no place
    with pytest.raises(Refused, match=r"is 1,099,512 MB, more than the limit of 500 MB: clear its outputs"):
        our_class.paper()


def test_code_without_end_is_not_run(our_class: Class) -> None:
    path = our_class.hand_in()
    path.write_text(path.read_text().replace("return n / 2", "return n / 2\\n" + "#" * 600_000))
    paper = our_class.paper()
    assert paper.repairs == ("the notebook has more than 500,000 characters of code; the remaining cells were not run",)
    assert {cell.grade_id: cell.source for cell in paper.cells}["ex4"] == ""
    assert "return n * n" in paper.cells[1].source


# Names, in one run.

GRADED = [
    "student-001", "Student-001", "<img src=x onerror=alert(1)>", "'; DROP TABLE student; --",
    '"quoted" & $(touch owned) `x` \\', "=1+1", "-rf", "con", " blanks around ", "%2e%2e#?&", "..hidden",
    "Zoë Ω ♠ 山田　太郎", "e\u0301", "\u00e9", "x" * 128, "{{ 7 * 7 }}",
]  # fmt: skip
RENAMED = [b"line\nfeed", b"bell\x07 and \x1b[2J", "\u202etxt.exe".encode(), b"latin-1 caf\xe9", b"x" * 129, b"x" * 255]


def _tree(folder: Path) -> dict[bytes, bytes]:
    return {os.fsencode(path): path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}


def test_hostile_names_harm_nobody(own_course: Course, our_class: Class, tmp_path: Path) -> None:
    for name in (*GRADED, *RENAMED):
        our_class.hand_in(name)
    _pipe(our_class.hand_in("a pipe"))
    _linked(our_class.hand_in("linked"))
    _as_an_archive(our_class.hand_in("zipped"))
    for name in ("helper.py", "old.ipynb", "numbers.ipynb.bak"):
        our_class.folder.joinpath("student-001", "numbers", name).write_text("raise SystemExit")
    before = _tree(our_class.folder)
    output = tmp_path / "graded"
    grading = ClassGrading(own_course, "numbers", our_class.folder, output)
    graded: dict[str, Any] = {submission.student: result for submission, result in grading.run()}
    assert _tree(our_class.folder) == before
    assert all(isinstance(result, Result) for result in graded.values()), graded
    assert len(graded) == len(GRADED) + len(RENAMED) + 3
    assert {name: graded[name].score for name in GRADED} == dict.fromkeys(GRADED, 8)
    refused = {name: result for name, result in graded.items() if result.submission.refused}
    assert len(refused) == len(RENAMED) + 3
    assert all(result.score == 0 for result in refused.values())
    reasons = [result.submission.repairs[0] for result in refused.values()]
    assert all(reason.isprintable() for reason in reasons)
    assert sum(reason.startswith("the name of the student's folder ") for reason in reasons) == len(RENAMED)
    assert "is a link" in graded["linked"].exercises[0].message
    for name, result in graded.items():
        assert "\n" not in name
        record = (output / "autograded" / name / "numbers" / "results.json").read_text("utf-8")
        assert json.loads(record)["student"] == name == result.student
        assert (output / "feedback" / name / "numbers" / "numbers.html").is_file()
    handed_in = sha256((tmp_path / "submitted" / "student-001" / "numbers" / NAME).read_bytes()).hexdigest()
    assert sum(result.submission.sha256 == handed_in for result in graded.values()) == len(GRADED) + len(RENAMED)
    assert len((output / "reports" / "numbers" / "summary.csv").read_text("utf-8").splitlines()) == 1 + len(graded)
    log = (output / "reports" / "numbers" / "grading.log").read_text("utf-8")
    assert "Traceback" not in log
    assert all(reason in log for reason in reasons)
    with sqlite3.connect(output / "gradebook.db") as book:
        students = {row[0] for row in book.execute("select id from student")}
    assert students == {*GRADED, "a pipe", "linked", "zipped"}
    assert {repair[:30] for repair in graded["student-001"].submission.repairs} == {
        'the folder also contains "old.',
        "another folder has the same na",
    }
    assert "another folder has the same name" in graded["\u00e9"].submission.repairs[0]


def test_a_bug_in_reading_costs_its_own_submission_and_is_told_in_the_log_alone(
    own_course: Course, our_class: Class, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    our_class.hand_in()
    our_class.hand_in("two")
    read_text = notebook_json.read_text

    def stumble(file: Any, size: int) -> Any:
        read = read_text(file, size)
        if "one" in str(Path(f"/proc/self/fd/{file.fileno()}").readlink()):
            raise RuntimeError("a bug of ours")
        return read

    monkeypatch.setattr("nbproctor.intake.handed_in.read_text", stumble)
    grading = ClassGrading(own_course, "numbers", our_class.folder, tmp_path / "graded")
    found = {submission.student: result for submission, result in grading.run()}
    assert found["two"].score == 8
    assert found["one"].submission.repairs == (f"{NAME} could not be read",)
    assert {one.outcome for one in found["one"].exercises} == {Outcome.UNEXAMINED}
    assert "RuntimeError: a bug of ours" in grading.log.read_text()
