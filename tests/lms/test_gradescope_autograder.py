"""The autograder for Gradescope: what the zip holds, and what it says of what was handed in."""

from __future__ import annotations

import io
import json
import os
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode
from typer.testing import CliRunner

from nbproctor.cli.commands import app
from nbproctor.config import Course
from nbproctor.config.exam_day import SHOWN, ExamDay
from nbproctor.errors import GradingError
from nbproctor.lms import archive
from nbproctor.lms.gradescope_autograder import write_autograder
from nbproctor.lms.gradescope_grading import gradescope_results, lateness, main
from nbproctor.results import ExerciseResult, Outcome, Result, SandboxRecord, SubmissionRecord
from tests.course_copy import ROOT
from tests.lms.conftest import unreadable, zipped

EXERCISES = 4
POINTS = 2
CAP = 6
WRONG_USER = "B" if os.geteuid() == 0 else "A"

Grade = Callable[[dict[str, bytes]], tuple[int, dict[str, Any]]]
Answers = Callable[..., bytes]


@pytest.fixture(scope="module")
def exported(built_course: Course, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("exported") / "autograder.zip"
    write_autograder(built_course, "numbers", target)
    return target


@pytest.fixture
def place(exported: Path, tmp_path: Path) -> Path:
    """The folder `/autograder` as Gradescope lays it, without a submission."""
    folder = tmp_path / "autograder"
    (folder / "submission").mkdir(parents=True)
    shutil.unpack_archive(exported, folder / "source")
    return folder


@pytest.fixture
def grade(place: Path) -> Grade:
    """A function that has files graded: the exit status, and what `results.json` says."""

    def run(files: dict[str, bytes]) -> tuple[int, dict[str, Any]]:
        for name, content in files.items():
            (place / "submission" / name).write_bytes(content)
        status = main(place)
        return status, json.loads((place / "results" / "results.json").read_text())

    return run


@pytest.fixture
def answers(built_course: Course, solved: Callable[..., NotebookNode]) -> Answers:
    """A function that writes the notebook of a student who solved all, but for these cells."""
    return lambda **cells: nbformat.writes(solved(built_course, **cells)).encode()


def test_the_zip_holds_the_assignment_what_grades_it_and_nothing_else(exported: Path, built_course: Course) -> None:
    with zipfile.ZipFile(exported) as archive:
        names = archive.namelist()
        settings = archive.read("course/grading_config.py").decode()
        seed = archive.read("course/.secret/official_seed").decode()
        (wheel,) = (name for name in names if name.endswith(".whl"))
        with zipfile.ZipFile(io.BytesIO(archive.read(wheel))) as inner:
            packed = set(inner.namelist())
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"setup.sh", "run_autograder", "constraints.txt", "wheels", "course"}
    of_course = {name.split("/")[1] for name in names if name.startswith("course/")}
    assert of_course == {"grading_config.py", ".secret", "source", "release"}
    assert seed == built_course.official_seed_file.read_text()
    assert "c.Grading.caps = {'numbers': 6.0}" in settings
    assert "c.Grading.workers = 1\n" in settings
    modules = {path.relative_to(ROOT).as_posix() for top in ("nbproctor", "tester_fw") for path in _files(ROOT / top)}
    assert packed >= modules
    assert {Path(name).parts[0].partition("-")[0] for name in packed - modules} == {"nbproctor"}
    if os.name == "posix":
        assert exported.stat().st_mode & 0o777 == 0o600


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def test_the_command_writes_the_zip_and_says_what_it_is(
    built_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(built_course.root)
    target = tmp_path / "numbers.zip"
    done = CliRunner().invoke(app, ["export-autograder", "numbers/", "--for", "gradescope", "--to", str(target)])
    assert done.exit_code == 0, done.output
    assert "upload it to Gradescope" in done.stdout
    assert "do not give it to students" in done.stdout
    assert zipfile.is_zipfile(target)
    assert CliRunner().invoke(app, ["export-autograder", "numbers", "--for", "canvas"]).exit_code == 2
    done = CliRunner().invoke(app, ["export-autograder", "another", "--for", "gradescope"])
    assert isinstance(done.exception, GradingError)
    assert not (built_course.root / "another-autograder.zip").exists()


def test_packed_twice_it_is_the_same(exported: Path, built_course: Course, tmp_path: Path) -> None:
    write_autograder(built_course, "numbers", tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == exported.read_bytes()


def test_a_zip_that_cannot_be_written_leaves_the_earlier_one(built_course: Course, tmp_path: Path) -> None:
    target = tmp_path / "autograder.zip"
    target.write_bytes(b"earlier")
    resource = pytest.importorskip("resource")
    bounds = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, bounds[1]))
    try:
        with pytest.raises(GradingError, match="could not be written"):
            write_autograder(built_course, "numbers", target)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, bounds)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"earlier"]


def test_what_a_killed_export_left_is_removed_and_no_folder_is_made_for_the_seed(
    built_course: Course, tmp_path: Path
) -> None:
    target = tmp_path / "autograder.zip"
    (tmp_path / ".autograder.zip-1234.part").write_bytes(b"half of it")
    (tmp_path / ".other.zip-1234.part").write_bytes(b"somebody else's")
    write_autograder(built_course, "numbers", target)
    assert {path.name for path in tmp_path.iterdir()} == {"autograder.zip", ".other.zip-1234.part"}
    assert target.stat().st_mode & 0o777 == 0o600
    with pytest.raises(GradingError, match="could not be written: No such file or directory"):
        write_autograder(built_course, "numbers", tmp_path / "absent" / "autograder.zip")
    assert not (tmp_path / "absent").exists()


def test_what_only_proofs_and_other_assignments_need_stays(own_course: Course, tmp_path: Path) -> None:
    folder = own_course.source / "numbers"
    (folder / "solutions" / "right").mkdir(parents=True)
    (folder / "solutions" / "right" / "ex1_a_loop.py").write_text("")
    own_course.grading.caps = {"numbers": 6, "other": 1}
    own_course.grading.counted_tests = {"numbers/test_ex1": True, "other/test_ex1": True}
    write_autograder(own_course, "numbers", tmp_path / "autograder.zip")
    with zipfile.ZipFile(tmp_path / "autograder.zip") as archive:
        assert not [name for name in archive.namelist() if "solutions" in name]
        assert "other" not in archive.read("course/grading_config.py").decode()


def test_the_settings_are_read_as_they_were_written(own_course: Course, tmp_path: Path) -> None:
    own_course.grading.cell_seconds = own_course.grading.submission_seconds = float("inf")
    own_course.grading.kernel_files = ["/opt/it's", 'a "name"']
    own_course.exam_day.shows_from = "2026-12-01T18:00:00+01:00"
    write_autograder(own_course, "numbers", tmp_path / "autograder.zip")
    shutil.unpack_archive(tmp_path / "autograder.zip", tmp_path)
    packed = Course(tmp_path / "course")
    before, after = (course.grading.trait_values(config=True) for course in (own_course, packed))
    elsewhere = {"official_seed_file", "packages", "scheduler", "workers"}
    assert {name for name in before if before[name] != after[name]} <= elsewhere
    assert packed.exam_day.shows_from == own_course.exam_day.shows_from


def test_other_kernels_are_refused(own_course: Course, tmp_path: Path) -> None:
    for step in (own_course.source, own_course.release):
        path = step / "numbers" / "numbers.ipynb"
        notebook = nbformat.read(path, as_version=4)
        notebook.metadata.kernelspec = {"name": "ir", "language": "R", "display_name": "R"}
        nbformat.write(notebook, path)
    with pytest.raises(GradingError, match="the kernel is not Python's"):
        write_autograder(own_course, "numbers", tmp_path / "autograder.zip")
    assert not (tmp_path / "autograder.zip").exists()


def test_a_renamed_notebook_in_a_zip_is_graded_and_its_lateness_told(
    grade: Grade, place: Path, answers: Answers
) -> None:
    due = {"due_date": "2026-11-02T12:00:00.000000-08:00"}
    extended = {"due_date": "2026-11-03T12:00:00.000000-08:00"}
    metadata = {"created_at": "2026-11-03T22:30:00.5+00:00", "assignment": due, "users": [{"assignment": extended}]}
    (place / "submission_metadata.json").write_text(json.dumps(metadata))
    status, results = grade({"work.zip": zipped({"folder/numbers (1).ipynb": answers(), "a.pdf": "%PDF"})})
    assert status == 0
    assert results["score"] == CAP
    assert "Handed in 2 h 30 min late" in results["output"]
    assert '"a.pdf" is PDF or HTML' in results["output"]
    assert "8 of 8 points, 100 %" in results["output"]
    assert [(test["score"], test["max_score"], test["status"]) for test in results["tests"]] == [
        (POINTS, POINTS, "passed")
    ] * EXERCISES
    assert results["extra_data"]["sandbox"]["tier"] in "ABCD"
    assert results["stdout_visibility"] == "hidden"


def test_a_wrong_answer_costs_its_exercise_and_is_explained(grade: Grade, answers: Answers) -> None:
    status, results = grade({"numbers.ipynb": answers(ex4="def halve(n):\n    return n")})
    assert status == 0
    *others, failed = results["tests"]
    assert {test["status"] for test in others} == {"passed"}
    assert (failed["score"], failed["status"]) == (0, "failed")
    assert "expected" in failed["output"]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "no file was handed in"),
        ({"report.pdf": b"%PDF"}, "no notebook of this assignment"),
        ({"other.ipynb": b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'}, "belongs to this"),
        ({"numbers.ipynb": b"{"}, "could not be read"),
    ],
)
def test_what_is_no_notebook_of_the_assignment_gets_a_sentence(
    grade: Grade, files: dict[str, bytes], said: str
) -> None:
    status, results = grade(files)
    assert status == 0
    assert results["score"] == 0
    assert said in results["output"]
    assert [test["score"] for test in results["tests"]] == [0] * EXERCISES


def test_what_cannot_be_read_is_said_and_does_not_pass_for_nothing(grade: Grade, place: Path) -> None:
    (place / "submission" / "numbers.ipynb").symlink_to(place / "source")
    (place / "submission" / "a\nb.ipynb").touch()
    _, results = grade({})
    assert results["score"] == 0
    assert '"submission/numbers.ipynb": it is a link' in results["output"]
    assert '"submission/a b.ipynb": its name contains invisible characters' in results["output"]
    assert "no file was handed in" not in results["output"]


def test_what_is_said_of_very_many_files_is_bounded(grade: Grade, answers: Answers) -> None:
    inner = zipped({f"../{number}": "" for number in range(1_500)})
    files = {"work.zip": zipped({f"{number}.zip": inner for number in range(20)})}
    _, results = grade({**files, "numbers.ipynb": answers()})
    assert results["score"] == CAP
    assert len(results["output"]) < 10_000
    assert "more remarks like these, not shown: 29,950" in results["output"]


@pytest.mark.parametrize("name", ["numbers.ipynb", "data.csv", "work.zip"])
def test_a_file_that_the_machine_does_not_read_takes_no_points(
    grade: Grade, answers: Answers, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.setattr(archive, "_open", unreadable(name))
    status, results = grade({"numbers.ipynb": answers(), name: b"1"})
    assert (status, results["tests"]) == (1, [])
    assert "score" not in results
    assert f'"submission/{name}" could not be read: Input/output error' in capsys.readouterr().out


@pytest.mark.parametrize("is_file", [True, False])
def test_a_missing_folder_of_the_submission_takes_no_points(
    grade: Grade, place: Path, is_file: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "submission").rmdir()
    if is_file:
        (place / "submission").touch()
    status, results = grade({})
    assert (status, results["tests"]) == (1, [])
    assert "score" not in results
    assert "submission is not a folder" in capsys.readouterr().out


@pytest.mark.parametrize(
    "metadata",
    [
        b"[" * 100_000,
        b"\xff",
        b"null",
        b'{"users": {}}',
        b'{"users": [{"assignment": {"due_date": 1}}], "created_at": 2}',
        b'{"users": [1], "created_at": ""}',
        b'{"users": [{"assignment": {"due_date": "2026-01-01"}}], "created_at": "2026-01-02T00:00:00Z"}',
    ],
)
def test_metadata_that_cannot_be_understood_say_nothing_of_lateness(tmp_path: Path, metadata: bytes) -> None:
    (tmp_path / "submission_metadata.json").write_bytes(metadata)
    assert lateness(tmp_path / "submission_metadata.json") == []


def test_in_a_weaker_sandbox_than_asked_for_nothing_runs_and_every_test_says_so(
    grade: Grade, place: Path, answers: Answers
) -> None:
    _set(place, f"c.Grading.strongest_tier = c.Grading.weakest_tier = {WRONG_USER!r}")
    status, results = grade({"numbers.ipynb": answers()})
    assert status == 1
    assert results["score"] == 0
    assert results["extra_data"] == {"sandbox": None}
    for test in results["tests"]:
        assert test["score"] == 0
        assert f"no sandbox of tier {WRONG_USER} or stronger" in test["output"]


@pytest.mark.parametrize("broken", ["grading_config.py", "source/numbers/cases.py", "release/numbers/numbers.ipynb"])
def test_the_autograders_own_trouble_takes_no_points_and_tells_students_no_detail(
    grade: Grade, place: Path, answers: Answers, capsys: pytest.CaptureFixture[str], broken: str
) -> None:
    (place / "source" / "course" / broken).write_text("QuartzBroken = (")
    status, results = grade({"numbers.ipynb": answers()})
    assert status == 1
    assert "score" not in results
    assert results["tests"] == []
    assert "You lose no points" in results["output"]
    assert str(place) not in results["output"]
    assert str(place / "source") in capsys.readouterr().out


def test_a_reference_that_fails_takes_no_points(
    grade: Grade, place: Path, answers: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    path = place / "source" / "course" / "source" / "numbers" / "numbers.ipynb"
    path.write_text(path.read_text().replace("return n * n", "return n * len(n)"))
    status, results = grade({"numbers.ipynb": answers()})
    assert (status, results["tests"]) == (1, [])
    assert "score" not in results
    assert "instructor's own solution fails" in capsys.readouterr().out


def _set(place: Path, line: str) -> None:
    with (place / "source" / "course" / "grading_config.py").open("a") as file:
        file.write(f"{line}\n")


def _result() -> Result:
    exercises = (
        ExerciseResult("ex1", "test_ex1", 2.0, 2.0, Outcome.PASSED, True, 1, "", 0.0),
        ExerciseResult("ex2", "test_ex2", 2.0, 0.0, Outcome.FAILED, True, 1, "f(n=3) returned 4; expected 9", 0.0),
        ExerciseResult("ex3", "test_ex3", 2.0, 0.0, Outcome.WAITING, True, 0, "", 0.0),
    )
    submission, sandbox = SubmissionRecord("0" * 64, None, ()), SandboxRecord("C", ("files",))
    return Result("student", "numbers", 0.0, 6.0, 6.0, 0.0, exercises, submission, sandbox, {}).counted()


@pytest.mark.parametrize("shows", SHOWN)
def test_students_see_what_the_configuration_shows(shows: str) -> None:
    results = gradescope_results(_result(), ExamDay(shows=shows))
    passed, failed, waiting = results["tests"]
    level = SHOWN.index(shows)
    assert results["visibility"] == ("visible" if level >= 2 else "hidden")
    assert ("2 of 4 points" in results["output"]) == (level >= 1)
    assert failed["output"].startswith("failed")
    assert ("expected 9" in failed["output"]) == (level >= 3)
    assert ("Run this call" in failed["output"]) == (level >= 4)
    assert (passed["score"], passed["status"]) == (2.0, "passed")
    assert waiting.keys().isdisjoint({"score", "status"})
    assert results["score"] == 2.0
    assert results["extra_data"]["sandbox"] == {"tier": "C", "enforced": ("files",)}


def test_what_is_to_be_seen_later_shows_when_the_grades_are_published() -> None:
    results = gradescope_results(_result(), ExamDay(shows="cases", shows_from="2026-12-01T18:00:00+01:00"), ["Late."])
    assert results["visibility"] == "after_published"
    assert results["output"] == "Late.\nGraded. The result is not available yet."


def test_a_message_shows_as_text_within_bounds() -> None:
    message = "\x1b[31m\u202e" + "x" * 10_000
    exercise = ExerciseResult("ex1", "test_ex1", 2.0, 0.0, Outcome.FAILED, True, 1, message, 0.0)
    submission = SubmissionRecord("0" * 64, None, ("it is another notebook",), refused=True)
    result = Result("student", "numbers", 0.0, 2.0, 2.0, 0.0, (exercise,), submission, SandboxRecord("C", ()), {})
    results = gradescope_results(result, ExamDay(shows="cases"))
    (test,) = results["tests"]
    assert test["output_format"] == "text"
    assert len(test["output"]) < 3_000
    assert not {"\x1b", "\u202e"} & set(test["output"])
    assert "could not be graded: it is another notebook" in results["output"]
