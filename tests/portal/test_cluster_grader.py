"""The portal's grader on a Dask cluster: workers and clusters come and go, and each submission has one grade."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.portal.graders.cluster_grader import ClusterGrader
from nbproctor.portal.graders.grader_heartbeats import GraderHeartbeats
from nbproctor.portal.graders.grader_program import grader
from nbproctor.portal.graders.machine_grader import MachineGrader
from nbproctor.portal.portal_folder import PortalFolder
from tests.chaos.workers import WORKERS
from tests.course_copy import Run
from tests.portal.graded_portals import hand_in, results, right_and_wrong, until
from tests.portal.killed_portal import started_cluster

pytestmark = pytest.mark.all


@contextmanager
def _grading(course: Course, folder: PortalFolder) -> Iterator[ClusterGrader]:
    chosen = grader(course, folder, ["numbers"])
    assert isinstance(chosen, ClusterGrader)
    running = threading.Thread(target=chosen.run)
    running.start()
    try:
        yield chosen
    finally:
        chosen.stop()
        running.join()


def test_without_a_scheduler_a_course_is_graded_on_this_machine(own_course: Course) -> None:
    assert isinstance(grader(own_course, PortalFolder(own_course), []), MachineGrader)


def test_a_killed_worker_costs_no_submission_and_no_second_grade(
    own_course: Course, solved: Callable[[Course], NotebookNode], tmp_path: Path
) -> None:
    right, wrong = right_and_wrong(solved(own_course))
    folder = PortalFolder(own_course)
    with started_cluster(tmp_path) as workers:
        own_course.grading.scheduler = workers.address
        with _grading(own_course, folder):
            hand_in(folder, "first", right)
            until(lambda: folder.rows.read("SELECT * FROM grades"))
            until(lambda: list(workers.all_at_work(workers.nannies)))
            assert sum(seen.at_once for seen in GraderHeartbeats(folder.rows).seen()) <= WORKERS
            hand_in(folder, "none", b"this is no notebook")
            hand_in(folder, "wrong", wrong)
            for number in range(6):
                hand_in(folder, f"right{number}", right)
            os.kill(next(workers.all_at_work(workers.nannies)).pid, signal.SIGKILL)
            until(lambda: not folder.rows.read("SELECT * FROM jobs"))
    counts = folder.rows.read("SELECT count(*) AS grades FROM grades GROUP BY submission")
    assert [row["grades"] for row in counts] == [1] * 9
    found = results(folder)
    assert {found[f"right{number}"].score for number in range(6)} == {found["first"].max_score}
    assert found["wrong"].score < found["first"].score
    assert found["none"].submission.refused
    assert not GraderHeartbeats(folder.rows).seen()


def test_a_cluster_that_is_not_there_is_told_and_graded_on_once_there_is_one(
    own_course: Course, solved: Callable[[Course], NotebookNode], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nbproctor.portal.graders.grader._SECONDS_BETWEEN_ATTEMPTS", 0.2)
    right, _ = right_and_wrong(solved(own_course))
    folder = PortalFolder(own_course)
    own_course.grading.scheduler = "tcp://127.0.0.1:1"
    with _grading(own_course, folder):
        hand_in(folder, "student-001", right)
        until(lambda: folder.rows.read("SELECT * FROM unready"))
        assert "no Dask scheduler" in folder.rows.read("SELECT * FROM unready")[0]["trouble"]
        for number in (1, 2):
            with started_cluster(tmp_path / str(number)) as workers:
                own_course.grading.scheduler = workers.address
                until(lambda number=number: len(folder.rows.read("SELECT * FROM grades")) == number)
                assert not folder.rows.read("SELECT * FROM unready")
            until(lambda: folder.rows.read("SELECT * FROM unready"))
            hand_in(folder, f"student-{number + 1:03}", right)
            assert folder.rows.read("SELECT tries FROM jobs")[0]["tries"] == 0


def test_the_portal_says_what_it_needs_for_a_cluster(own_course: Course, run: Run) -> None:
    with (own_course.root / "grading_config.py").open("a") as config:
        config.write('c.Grading.scheduler = "tcp://127.0.0.1:8786"\n')
    absent = "import sys; sys.modules['distributed'] = None; from nbproctor.cli import main; main()"
    told = run(sys.executable, "-c", absent, "serve", "--port", "1", cwd=own_course.root, code=1).stderr
    assert "distributed is not installed: run pip install 'nbproctor[cluster]'" in told
