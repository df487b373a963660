"""Grading on a Dask cluster, with a real scheduler and real workers: as here, whatever becomes of them."""

from __future__ import annotations

import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from textwrap import dedent

import psutil
import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.marking.class_preview import ClassPreview
from nbproctor.marking.cluster.dask_cluster import DaskCluster
from nbproctor.marking.marking_place import ThisMachine
from nbproctor.results import Result
from tests.course_copy import Run
from tests.marking.changed_tests import CHANGE, CHANGED, change_tests, changed_course, files, grade
from tests.marking.class_runs import HandIn, configured, files_of_run, rows, write

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("cluster"), pytest.mark.usefixtures("submitted")]

ROOT = Path(__file__).parents[3]
STUDENTS = [f"student-{number:03}" for number in range(1, 13)]
# It computes for a moment, and waits, so that a run of all takes some seconds.
SLOW = "import time; sum(range(1_000_000)); time.sleep(1)\n"

StartWorker = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    process, address = _started_scheduler(tmp_path_factory.mktemp("scheduler"))
    yield address
    process.kill()
    process.wait()


def _started_scheduler(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    told = folder / "scheduler.json"
    words = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(told)]
    process = _dask("scheduler", *words, cwd=folder)
    _wait_until(lambda: told.exists() and bool(told.read_text()))  # it is there before it is written
    return process, json.loads(told.read_text())["address"]


@pytest.fixture
def start_worker(scheduler: str, tmp_path: Path) -> Iterator[StartWorker]:
    """A function that starts a worker; the workers of a test end with it."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*more: str, threads: int = 1, at: str = scheduler, **environment: str) -> subprocess.Popen[bytes]:
        words = ["worker", at, "--nthreads", str(threads), "--no-dashboard", *(more or ["--no-nanny"])]
        started.append(_dask(*words, cwd=tmp_path, **environment))
        return started[-1]

    yield start
    for process in started:
        for one in [*psutil.Process(process.pid).children(recursive=True), process]:
            with suppress(psutil.NoSuchProcess):
                one.kill()
        process.wait()


def _dask(*words: str, cwd: Path, **environment: str) -> subprocess.Popen[bytes]:
    with (cwd / f"{words[0]}.log").open("ab") as log:
        command = [sys.executable, "-m", "dask", *words]
        return subprocess.Popen(command, cwd=cwd, env={**os.environ, **environment}, stdout=log, stderr=log)


def _wait_until(true: Callable[[], object], seconds: float = 300) -> None:
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "it took too long"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory, built_course: Course) -> Course:
    root = Path(shutil.copytree(built_course.root, tmp_path_factory.mktemp("cluster") / "course"))
    # Enough on a busy machine.
    return configured(Course(root), "c.Grading.cell_seconds = 40", "c.Grading.submission_seconds = 60")


@pytest.fixture(scope="module")
def submitted(course: Course, solved: Callable[[Course], NotebookNode]) -> Path:
    """A dozen submissions: right and wrong ones; one ends its process, one is no notebook."""
    for number, student in enumerate(STUDENTS):
        notebook = solved(course)
        cells = {cell.id: cell for cell in notebook.cells}
        cells["ex2"].source = SLOW + cells["ex2"].source
        if number % 3 == 1:
            cells["ex1"].source = f"def square(n): return n * {number}"
        if number == 3:
            cells["ex3"].source = "import os; os._exit(1)"
        path = write(notebook, course.submitted, student)
        if number == 5:
            path.write_text("This is not JSON.")
        if number % 2:
            (path.parent / "timestamp.txt").write_text(f"2024-02-03 10:00:{number:02} UTC")
    return course.submitted


@pytest.fixture(scope="module")
def embedded(course: Course, submitted: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the embedded pool makes of them. Only to be read."""
    output = tmp_path_factory.mktemp("embedded")
    assert len(list(ClassGrading(course, "numbers", submitted, output).run(ThisMachine(2)))) == len(STUDENTS)
    return output


def _grade(course: Course, output: Path, scheduler: str) -> Iterator[tuple[str, Result]]:
    for submission, result in ClassGrading(course, "numbers", output=output).run(DaskCluster(scheduler)):
        assert isinstance(result, Result), result
        yield submission.student, result


def _assert_equal(output: Path, embedded: Path) -> None:
    assert files_of_run(output) == files_of_run(embedded)
    assert rows(output) == rows(embedded)
    pages = [{str(path.relative_to(one)) for path in one.rglob("*.html")} for one in (output, embedded)]
    assert pages[0] == pages[1]


def _recorded(output: Path) -> int:
    return len(list(output.glob("autograded/*/*/results.json")))


def _examinations(worker: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """The processes that a worker started for an examination."""
    found = psutil.Process(worker.pid).children(recursive=True)
    return [one for one in found if "nbproctor.examination.warm_parent_program" in " ".join(_arguments(one))]


def _arguments(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:  # it has ended
        return []


def test_the_results_are_those_of_the_embedded_pool(
    course: Course, embedded: Path, tmp_path: Path, scheduler: str, start_worker: StartWorker
) -> None:
    worker = start_worker("--no-nanny", threads=2)
    output = tmp_path / "graded"
    results = _grade(course, output, scheduler)
    next(results)
    assert _examinations(worker)
    assert len(list(results)) == len(STUDENTS) - 1
    _assert_equal(output, embedded)
    _wait_until(lambda: not _examinations(worker))  # the assignment leaves the worker with the run


def test_a_preview_examines_on_the_workers_and_changes_nothing(
    tmp_path: Path, scheduler: str, start_worker: StartWorker
) -> None:
    course = changed_course(tmp_path / "course")
    grade(course)
    change_tests(course, CHANGED)
    start_worker("--no-nanny", threads=2)
    was = files(course.root)
    changes = ClassPreview(course, "kinds").changes(DaskCluster(scheduler))
    found = {each.student: each.change for each in changes.students}
    assert {student: found[student] for student in CHANGE} == CHANGE
    assert files(course.root) == was


def test_a_worker_that_is_killed_costs_only_a_retry(
    course: Course, embedded: Path, tmp_path: Path, scheduler: str, start_worker: StartWorker
) -> None:
    victim = start_worker()
    results = _grade(course, tmp_path / "graded", scheduler)
    found = [next(results), next(results)]
    start_worker()
    victim.kill()
    found += results
    assert sorted(student for student, _ in found) == STUDENTS
    _assert_equal(tmp_path / "graded", embedded)


def test_a_grader_that_is_interrupted_or_killed_is_started_again_where_it_ended(
    course: Course, embedded: Path, tmp_path: Path, scheduler: str, start_worker: StartWorker
) -> None:
    start_worker()
    output = tmp_path / "graded"
    program = """
        import signal
        from nbproctor.cli import main
        signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may ignore it
        main()
    """
    command = [sys.executable, "-c", dedent(program), "grade", "numbers"]
    command += ["--output", str(output), "--scheduler", scheduler]
    recorded = 0
    for how in (signal.SIGINT, signal.SIGKILL):
        with (tmp_path / "grader.log").open("wb") as log:
            process = subprocess.Popen(command, cwd=course.root, stdout=log, stderr=log)
        _wait_until(lambda before=recorded: _recorded(output) > before)
        process.send_signal(how)
        assert process.wait(300) != 0, (tmp_path / "grader.log").read_text()
        recorded = _recorded(output)
    grading = ClassGrading(course, "numbers", output=output)
    assert len(list(grading.run(DaskCluster(scheduler)))) == len(STUDENTS)
    assert 1 <= grading.kept < len(STUDENTS)
    _assert_equal(output, embedded)


def test_a_submission_that_ends_each_worker_or_meets_a_bug_costs_only_itself(
    course: Course, embedded: Path, tmp_path: Path, scheduler: str, start_worker: StartWorker
) -> None:
    killed = tmp_path / "killed"
    preload = tmp_path / "preload.py"
    preload.write_text(
        dedent(f"""
        import os, signal
        from nbproctor.marking.cluster import packing, worker

        def handed_in_from_bytes(data):
            if b"{STUDENTS[6]}" in data:
                with open({str(killed)!r}, "a") as file:
                    file.write("killed\\n")
                os.kill(os.getpid(), signal.SIGKILL)
            if b"{STUDENTS[8]}" in data:
                raise RuntimeError("a bug of ours")
            return packing.handed_in_from_bytes(data)

        worker.handed_in_from_bytes = handed_in_from_bytes
        """)
    )
    start_worker("--nanny", "--preload", str(preload))
    grading = ClassGrading(course, "numbers", output=tmp_path / "graded")
    found = {submission.student: result for submission, result in grading.run(DaskCluster(scheduler))}
    aside, bug = found.pop(STUDENTS[6]), found.pop(STUDENTS[8])
    assert isinstance(aside, Result) and len(aside.unexamined) == 4 and not aside.submission.refused
    assert isinstance(bug, RuntimeError) and "on tcp://" in str(bug) and "a bug of ours" in str(bug)
    assert "its worker ended on all three attempts" in aside.submission.repairs[0]
    assert killed.read_text() == "killed\n" * 3
    alike, expected = files_of_run(tmp_path / "graded"), files_of_run(embedded)
    different = {name for name in expected if alike.get(name) != expected[name]}
    others = {name for name in different if STUDENTS[6] not in name and STUDENTS[8] not in name}
    assert others == {"reports/numbers/summary.csv"}
    assert len(found) == len(STUDENTS) - 2


def test_a_scheduler_that_goes_away_ends_the_run_with_a_sentence(
    course: Course, tmp_path: Path, start_worker: StartWorker, caplog: pytest.LogCaptureFixture
) -> None:
    process, address = _started_scheduler(tmp_path)
    start_worker("--no-nanny", "--death-timeout", "1", at=address)
    results = _grade(course, tmp_path / "graded", address)
    next(results)
    process.kill()
    process.wait()
    with pytest.raises(GradingError, match=rf"the scheduler {address} has stopped: start it, and grade again"):
        list(results)
    said = [record for record in caplog.records if record.name.startswith("distributed")]
    assert [record.getMessage() for record in said if record.levelno >= logging.WARNING] == []


def test_a_worker_whose_sandbox_is_too_weak_is_refused_by_its_name(
    own_course: Course, hand_in: HandIn, tmp_path: Path, scheduler: str, start_worker: StartWorker
) -> None:
    preload = tmp_path / "preload.py"
    preload.write_text(
        dedent("""
        import errno, pyseccomp

        rules = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
        rules.add_rule(pyseccomp.ERRNO(errno.EPERM), "unshare")
        rules.load()
        """)
    )
    start_worker("--no-nanny", "--preload", str(preload))
    own_course.grading.weakest_tier = "B"
    grading = ClassGrading(own_course, "numbers", hand_in(own_course), tmp_path / "graded")
    with pytest.raises(GradingError, match=r"the worker tcp://127\.0\.0\.1:\d+ cannot grade: .*tier"):
        list(grading.run(DaskCluster(scheduler)))


def test_a_worker_with_another_version_is_refused_by_its_name(
    own_course: Course, hand_in: HandIn, tmp_path: Path, scheduler: str, start_worker: StartWorker
) -> None:
    for package in ("nbproctor", "tester_fw"):
        shutil.copytree(ROOT / package, tmp_path / "other" / package)
    with (tmp_path / "other" / "nbproctor" / "results.py").open("a") as file:
        file.write("# This is another version.\n")
    start_worker(PYTHONPATH=str(tmp_path / "other"))
    grading = ClassGrading(own_course, "numbers", hand_in(own_course), tmp_path / "graded")
    message = r"the worker tcp://\S+ cannot grade: it has nbproctor 0\S+ \(\w+\) instead of 0\S+ \(\w+\): install"
    with pytest.raises(GradingError, match=message):
        list(grading.run(DaskCluster(scheduler)))


def test_the_embedded_pool_does_without_dask_and_a_cluster_says_how_to_get_it(
    own_course: Course, hand_in: HandIn, tmp_path: Path, run: Run
) -> None:
    submitted = hand_in(own_course)
    program = 'import sys; sys.modules["distributed"] = None; from nbproctor.cli import main; main()'
    command = ["python", "-c", program, "grade", "numbers", "--submitted", submitted, "--output", tmp_path / "out"]
    run(*command, cwd=own_course.root)
    done = run(*command, "--regrade", "--scheduler", "tcp://127.0.0.1:1", cwd=own_course.root, code=1)
    assert "distributed is not installed: run pip install 'nbproctor[cluster]'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("tcp://127.0.0.1:1", "no Dask scheduler could be reached at 'tcp://127.0.0.1:1'"),
        ("nonsense://", "no Dask scheduler could be reached at 'nonsense://'"),
        ("tls://127.0.0.1:1", "'tls://127.0.0.1:1' requires a certificate"),
    ],
)
def test_a_scheduler_that_cannot_be_reached_is_named(
    course: Course, tmp_path: Path, address: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nbproctor.marking.cluster.dask_cluster._SECONDS_TO_CONNECT", 1)
    with pytest.raises(GradingError, match=message):
        list(ClassGrading(course, "numbers", output=tmp_path / "graded").run(DaskCluster(address)))
