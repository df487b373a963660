"""`course collect` and `course hand-back`, as an instructor runs them."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from textwrap import dedent

import pytest
from typer.testing import CliRunner

from nbproctor.assignment.release import build
from nbproctor.cli.commands import app
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.results import Outcome
from tests.lms.conftest import ANSWER, OTHER_EXAM, Graded, Pack, placed

SHEET = """\
Student,ID,SIS Login ID,Section,midterm1 (77)
    Points Possible,,,,15
"Doe, Jane",11,jane,A,
"X, Zoë",12,zoe,A,3
"Y, Yan",13,yan,A,2
"""
ARCHIVE = {
    "doejane_11_101_midterm1 (1).ipynb": ANSWER,
    "xzoë_LATE_12_102_midterm1.ipynb": ANSWER,
    "yyan_13_103_midterm1.ipynb": OTHER_EXAM,
}


Command = Callable[..., tuple[int, str]]


@pytest.fixture
def course_command(exam: Course, monkeypatch: pytest.MonkeyPatch) -> Command:
    """A function that runs a command in the course; its exit status and what it printed."""
    monkeypatch.chdir(exam.root)

    def run(*words: object) -> tuple[int, str]:
        done = CliRunner().invoke(app, [str(word) for word in words])
        error = done.exception
        if isinstance(error, GradingError):
            return error.exit_status, f"{done.stdout}\n{error}"
        assert error is None or isinstance(error, SystemExit), done.output
        return done.exit_code, done.stdout

    return run


def test_from_an_archive_and_a_sheet_to_a_filled_sheet(
    exam: Course, course_command: Command, pack: Pack, graded: Graded
) -> None:
    archive, sheet = pack(ARCHIVE), pack(SHEET, "gradebook.csv")
    first, second, _ = ARCHIVE
    status, said = course_command("collect", "midterm1/", archive, "--sheet", sheet, "--dry-run", "--json")
    assert (status, placed(exam), (exam.root / "people.csv").exists()) == (3, {}, False)
    found = json.loads(said[: said.rindex("}") + 1])
    assert found["placed"] == [
        {"student": "jane", "source": f"archive.zip/{first}", "time": None, "late": False, "attempt": 101},
        {"student": "zoe", "source": f"archive.zip/{second}", "time": None, "late": True, "attempt": 102},
    ]
    assert [set(each) for each in found["unplaced"]] == [{"source", "why"}]

    status, said = course_command("collect", "midterm1", archive, "--sheet", sheet)
    assert status == 3
    assert "Canvas gives no submission times" in said
    assert "1 of 3 submissions could not be placed" in said
    assert set(placed(exam)) == {f"{student}/midterm1/midterm1.ipynb" for student in ("jane", "zoe")}

    graded("jane", 12.5)
    graded("zoe", 3, Outcome.WAITING)
    page = exam.root / "feedback" / "jane" / "midterm1" / "midterm1.html"
    page.parent.mkdir(parents=True)
    page.write_text("<p>jane")
    status, said = course_command("hand-back", "midterm1", sheet, "--feedback", archive)
    assert status == 3
    for part in ("jane", "12.5", "Not changed: zoe: ex1 must be graded by hand", "In the sheet but not graded", "yan"):
        assert part in said
    filled = sheet.with_name("gradebook-graded.csv")
    assert filled.read_text() == SHEET.replace("jane,A,", "jane,A,12.5")
    with zipfile.ZipFile(sheet.with_name("gradebook-feedback.zip")) as feedback:
        assert {name: feedback.read(name) for name in feedback.namelist()} == {
            "doejane_11_101_midterm1.html": b"<p>jane"
        }

    status, said = course_command("hand-back", "midterm1", sheet, "--provisional", "--json")
    assert (status, [each["after"] for each in json.loads(said)["changes"]]) == (0, ["12.5", "0"])
    assert filled.with_name("gradebook-graded.csv.1").read_text() == SHEET.replace("jane,A,", "jane,A,12.5")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["collect", "midterm2", "sheet.csv"], "no assignment 'midterm2'"),
        (["collect", "midterm1", "absent.zip"], "could not be read"),
        (["collect", "midterm1", "sheet.csv"], "is not a zip"),
        (["collect", "midterm1", "course", "--from", "ilias"], "not a known system"),
        (["hand-back", "midterm1", "sheet.csv"], "no submission of midterm1 is graded"),
    ],
)
def test_an_error_is_a_sentence_with_status_1(words: list[str], says: str, course_command: Command, pack: Pack) -> None:
    folder = pack(SHEET, "sheet.csv").parent
    status, said = course_command(*words[:2], folder / words[2], *words[3:])
    assert status == 1
    assert says in said


def test_a_file_in_the_place_of_the_filled_sheet_is_kept_and_the_sheet_itself_is_never_written(
    exam: Course, course_command: Command, pack: Pack, graded: Graded
) -> None:
    graded("jane", 9)
    sheet, mine = pack(SHEET, "sheet.csv"), pack("mine", "mine.csv")
    assert course_command("hand-back", "midterm1", sheet, "--to", mine)[0] == 0
    assert (mine.with_name("mine.csv.1").read_text(), "jane,A,9" in mine.read_text()) == ("mine", True)
    status, said = course_command("hand-back", "midterm1", sheet, "--to", sheet)
    assert (status, sheet.read_text()) == (1, SHEET)
    assert "name another file" in said


@pytest.mark.parametrize("target", ["", "../sheet.csv/graded.csv", "source", "x" * 300])
def test_a_place_where_nothing_can_be_written_is_a_sentence(
    course_command: Command, pack: Pack, graded: Graded, target: str
) -> None:
    graded("jane", 9)
    sheet = pack(SHEET, "sheet.csv")
    status, said = course_command("hand-back", "midterm1", sheet, "--to", target)
    assert status == 1
    assert "could not be written" in said
    assert "name another file with --to" in said
    assert not [*sheet.parent.rglob("*.part")]


def test_the_people_file_ships_with_no_release(own_course: Course) -> None:
    (own_course.root / "people.csv").write_text("student\n")
    build(own_course, "numbers")
    assert not [*own_course.release.rglob("people.csv")]


def test_collecting_and_handing_back_import_nothing_that_windows_or_macos_lack() -> None:
    program = dedent(
        """
        import os, sys
        for name in ("fcntl", "grp", "pwd", "resource", "termios", "pyseccomp"):
            sys.modules[name] = None
        for name in ("O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "geteuid", "fork"):
            delattr(os, name)
        from nbproctor.lms import collection, feedback_archive, hand_back
        """
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
