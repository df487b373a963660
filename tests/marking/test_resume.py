"""A run that was killed goes on where it ended; what has not changed is not graded again."""

from __future__ import annotations

import json
import logging
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from textwrap import dedent

import nbformat
import pytest
from nbformat import NotebookNode

from nbproctor.assignment.release import build
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.marking.class_grading import ClassGrading, GradingOptions
from nbproctor.marking.class_log import logged
from nbproctor.marking.marking_place import ThisMachine
from nbproctor.system.locks import alone
from nbproctor.system.scratch_folders import Scratch, remove_abandoned
from tests.marking.class_runs import Results, configured, files_of_run, graded, rows, write
from tests.patience import HANGS

STUDENTS = [f"student-{number:03}" for number in range(1, 21)]


# It computes for a moment, so that a run of all takes some seconds.
_SLOW = "sum(range(4_000_000))\n"


def _grade(course: Course, submitted: Path, output: Path, regrade: bool = False) -> tuple[Results, int]:
    """The results by student, and how many of them were kept from an earlier run."""
    found, grading = graded(course, submitted=submitted, output=output, regrade=regrade)
    return found, grading.kept


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory, built_course: Course) -> Course:
    root = Path(shutil.copytree(built_course.root, tmp_path_factory.mktemp("resume") / "course"))
    # On a busy machine what is slow is not to be stopped.
    return configured(Course(root), "c.Grading.cell_seconds = c.Grading.submission_seconds = 60")


@pytest.fixture(scope="module")
def submitted(course: Course, solved: Callable[[Course], NotebookNode]) -> Path:
    """Twenty submissions: some wrong, one unanswered, one unreadable, some with a time."""
    for number, student in enumerate(STUDENTS):
        notebook = solved(course)
        cells = {cell.id: cell for cell in notebook.cells}
        cells["ex2"].source = _SLOW + cells["ex2"].source
        if number % 3 == 1:
            cells["ex1"].source = f"def square(n): return n * {number}"
        if number % 7 == 2:
            released = nbformat.read(course.release / "numbers" / "numbers.ipynb", as_version=4)
            cells["ex3"].source = next(cell.source for cell in released.cells if cell.id == "ex3")
        path = write(notebook, course.submitted, student)
        if number % 2:
            (path.parent / "timestamp.txt").write_text(f"2024-02-03 10:00:{number:02} UTC")
        if number == 5:
            path.write_text("This is not JSON.")
    return course.submitted


@pytest.fixture(scope="module")
def undisturbed(course: Course, submitted: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output of a run that nobody disturbed. Only to be read."""
    output = tmp_path_factory.mktemp("undisturbed")
    _grade(course, submitted, output)
    return output


@pytest.fixture
def output(undisturbed: Path, tmp_path: Path) -> Path:
    """The same, for a test that changes it."""
    return Path(shutil.copytree(undisturbed, tmp_path / "graded", symlinks=True))


# A run that says at once of each submission that it is done, as the command line would show it.
_RUN = """
    import sys
    from pathlib import Path
    from nbproctor.config import Course
    from nbproctor.marking.class_grading import ClassGrading
    root, output = map(Path, sys.argv[1:])
    for submission, result in ClassGrading(Course(root), "numbers", root / "submitted", output).run():
        print(submission.student, flush=True)
"""


def _killed_run(course: Course, output: Path, scratch: Path, moment: float) -> set[str]:
    """Grade in a process that is killed so long after its first file; the submissions that it called done."""
    run = subprocess.Popen(
        [sys.executable, "-c", dedent(_RUN), str(course.root), str(output)],
        env={**os.environ, "TMPDIR": str(scratch)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        deadline, before = time.monotonic() + HANGS, _notebooks(output)
        while _notebooks(output) == before and run.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        time.sleep(moment)
    finally:
        run.send_signal(signal.SIGKILL)
        told, _ = run.communicate()
    return set(told.split())


def _notebooks(output: Path) -> dict[str, int]:
    return {str(path): path.stat().st_ino for path in output.glob("autograded/*/*/numbers.ipynb")}


@pytest.mark.all
def test_a_run_killed_at_any_moment_goes_on_to_the_same_end(
    course: Course, submitted: Path, undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    output, random_moment = tmp_path / "graded", random.Random(4)
    done: set[str] = set()
    for _ in range(3):
        done |= _killed_run(course, output, scratch, random_moment.uniform(0.0, 1.2))
        marked = {path.parents[1].name for path in output.glob("autograded/*/*/results.json")}
        # The unreadable one is looked at again in each run, and without a record meanwhile.
        assert done - {"student-006"} <= marked, "what was called done is recorded"
        in_gradebook = {row[0] for row in rows(output)[0]} if (output / "gradebook.db").exists() else set()
        assert marked <= in_gradebook, "what is recorded has its rows"
        if len(marked) == len(STUDENTS):
            break
    assert list(scratch.glob("course-*")), "a killed run leaves its folder behind"
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    results, kept = _grade(course, submitted, output)
    readable = [path for path in output.glob("autograded/*/*/results.json") if path.parents[1].name in done]
    assert kept >= len(readable) - 1  # the unreadable one is looked at again
    assert len(results) == len(STUDENTS)
    assert rows(output) == rows(undisturbed)
    assert files_of_run(output) == files_of_run(undisturbed)
    assert list(scratch.iterdir()) == []


def _paths(output: Path) -> set[Path]:
    """The files, without links into the release, which lead nowhere from a copy."""
    return {path.relative_to(output) for path in output.rglob("*") if path.is_file() and not path.is_symlink()}


def test_what_has_not_changed_is_not_graded_again_and_still_reported(
    course: Course, submitted: Path, output: Path, undisturbed: Path
) -> None:
    marks = {path: path.stat().st_mtime_ns for path in output.glob("autograded/*/*/results.json")}
    results, kept = _grade(course, submitted, output)
    assert kept == 19  # what could not be read is looked at again
    assert len(results) == 20
    assert sum(path.stat().st_mtime_ns == before for path, before in marks.items()) == 19
    assert files_of_run(output) == files_of_run(undisturbed)
    assert _paths(output) == _paths(undisturbed)
    assert "student-006" in (output / "reports" / "numbers" / "grading.log").read_text()


def test_a_gradebook_that_was_lost_is_written_again_from_the_records(
    course: Course, submitted: Path, output: Path, undisturbed: Path
) -> None:
    (output / "gradebook.db").unlink()
    assert _grade(course, submitted, output)[1] == 19
    assert rows(output) == rows(undisturbed)


def test_a_persons_grades_and_comments_survive_what_is_kept_and_what_is_graded_again(
    course: Course, submitted: Path, output: Path
) -> None:
    with closing(sqlite3.connect(output / "gradebook.db")) as database:
        database.execute("UPDATE grade SET manual_score = 1.5, needs_manual_grade = 0")
        database.execute("UPDATE comment SET manual_comment = 'Well done.'")
        database.commit()
    for regrade, kept in ((False, 19), (True, 0)):
        assert _grade(course, submitted, output, regrade)[1] == kept, "all are graded again if that is asked for"
        _, grades, comments = rows(output)
        assert {(manual, waits) for *_, manual, waits in grades} == {(1.5, 0)}
        assert {manual for *_, manual in comments} == {"Well done."}


@pytest.fixture
def few(own_course: Course, hand_in: Callable[..., Path], tmp_path: Path) -> tuple[Course, Path, Path]:
    """A course of its own with two submissions, graded."""
    hand_in(own_course, "student-001")
    submitted = hand_in(own_course, "student-002")
    assert _grade(own_course, submitted, tmp_path / "graded")[1] == 0
    assert _grade(own_course, submitted, tmp_path / "graded")[1] == 2
    return own_course, submitted, tmp_path / "graded"


def test_what_took_long_is_graded_first_the_next_time(few: tuple[Course, Path, Path]) -> None:
    course, submitted, output = few
    for longest, other in (("student-002", "student-001"), ("student-001", "student-002")):
        path = output / "autograded" / longest / "numbers" / "results.json"
        record = json.loads(path.read_text())
        record["exercises"][0]["seconds"] = 100
        path.write_text(json.dumps(record))
        grading = ClassGrading(course, "numbers", submitted, output)
        order = [one.student for one, _ in grading.run(ThisMachine(1), GradingOptions(regrade=True))]
        assert order == [longest, other]


def test_a_submission_that_has_changed_is_graded_again(few: tuple[Course, Path, Path]) -> None:
    course, submitted, output = few
    path = submitted / "student-001" / "numbers" / "numbers.ipynb"
    path.write_text(path.read_text().replace("return n * n", "return 0"))
    results, kept = _grade(course, submitted, output)
    assert (kept, results["student-001"].score, results["student-002"].score) == (1, 4, 8)
    (path.parent / "timestamp.txt").write_text("2024-02-03 10:00:00 UTC")
    results, kept = _grade(course, submitted, output)
    assert (kept, results["student-001"].submission.received) == (1, "2024-02-03 10:00:00 UTC")


def test_a_file_that_is_gone_is_written_again(few: tuple[Course, Path, Path]) -> None:
    course, submitted, output = few
    page = output / "feedback" / "student-001" / "numbers" / "numbers.html"
    before = page.read_text()
    page.unlink()
    (output / "autograded" / "student-002" / "numbers" / "results.json").write_text('{"student": ')
    assert _grade(course, submitted, output)[1] == 1, "a page is made again of what is there"
    assert page.read_text() == before
    (output / "autograded" / "student-001" / "numbers" / "numbers.ipynb").unlink()
    assert _grade(course, submitted, output)[1] == 1, "a notebook has to be graded again"


@pytest.mark.all
def test_another_source_sampler_seed_limit_or_cap_has_all_graded_again(
    few: tuple[Course, Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    course, submitted, output = few
    source, cases = course.source / "numbers" / "numbers.ipynb", course.source / "numbers" / "cases.py"

    def graded_again() -> bool:
        again = _grade(course, submitted, output)[1] == 0
        assert _grade(course, submitted, output)[1] == 2
        return again

    monkeypatch.setenv("COURSE_OFFICIAL_SEED", "another")
    assert graded_again()
    cases.write_text(cases.read_text().replace("40", "41"))
    assert graded_again()
    course.grading.cell_seconds = 59
    assert graded_again()
    course.grading.caps = {"numbers": 7}
    assert graded_again()
    notebook = nbformat.read(source, as_version=4)
    notebook.cells[-1].source += "\n# changed"
    nbformat.write(notebook, source)
    build(course, "numbers")
    assert graded_again()
    course.grading.workers = 1
    course.grading.caps = {"numbers": 7, "another": 3}
    assert not graded_again()


def test_a_record_does_not_show_the_secret_seed(few: tuple[Course, Path, Path]) -> None:
    course, _, output = few
    seed = course.official_seed_file.read_text().strip()
    record = (output / "autograded" / "student-001" / "numbers" / "results.json").read_text()
    assert seed not in record
    assert len(json.loads(record)["fingerprint"]) == 64


@pytest.mark.needs("root")
def test_a_full_disk_ends_the_run_with_a_sentence_and_loses_nothing(
    course: Course, submitted: Path, undisturbed: Path, tmp_path: Path
) -> None:
    small = tmp_path / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=500k", "tmpfs", str(small)], check=True)
    try:
        with pytest.raises(GradingError, match=r"no room left on the disk|database or disk is full") as ended:
            _grade(course, submitted, small)
        at_work = [thread.name for thread in threading.enumerate() if thread.name.startswith("submission")]
        assert not at_work, f"after {ended.value} it still marks"
        marked = {path.parents[1].name for path in small.glob("autograded/*/*/results.json")}
        subprocess.run(["mount", "-o", "remount,size=50m", str(small)], check=True)
        _, kept = _grade(course, submitted, small)
        assert kept >= len(marked) - 1
        assert rows(small) == rows(undisturbed)
        assert files_of_run(small) == files_of_run(undisturbed)
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_a_log_that_has_no_room_leaves_it_to_the_results_to_say_so(capfd: pytest.CaptureFixture[str]) -> None:
    with logged(Path("/dev/full")):
        logging.getLogger("nbproctor.marking.class_log").warning("student-001: a repair")
    assert capfd.readouterr() == ("", "")


def test_two_runs_do_not_write_to_one_folder(course: Course, submitted: Path, output: Path) -> None:
    with alone(output / "reports" / "numbers"), pytest.raises(GradingError, match="another run is writing to"):
        _grade(course, submitted, output)


def test_the_folder_of_a_run_that_lives_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    living = Scratch()
    killed, foreign = tmp_path / "course-killed", tmp_path / "course-notes"
    killed.mkdir()
    (killed / ".in-use").touch()
    foreign.mkdir()
    remove_abandoned()
    assert living.path.is_dir() and foreign.is_dir() and not killed.exists()
    living.remove()
    assert not living.path.exists()


def test_a_folder_whose_removal_was_killed_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever of it was removed before, the mark that a process lives in it among the first."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    scratch = Scratch()
    (scratch.path / "judge-home" / "deeper").mkdir(parents=True)

    def killed(folder: str) -> None:
        (Path(folder) / ".in-use").unlink()
        raise SystemExit

    with monkeypatch.context() as patched, pytest.raises(SystemExit):
        patched.setattr("nbproctor.system.scratch_folders.remove_folder", killed)
        scratch.remove()
    assert list(tmp_path.iterdir())
    remove_abandoned()
    assert not list(tmp_path.iterdir())
