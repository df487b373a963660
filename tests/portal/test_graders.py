"""A real grader grades what was handed in; one that is killed costs a lease, no submission and no second grade."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from nbformat import NotebookNode

from nbproctor.config import Course
from nbproctor.portal.graders.embedded_graders import EmbeddedGrader
from nbproctor.portal.graders.machine_grader import MachineGrader
from nbproctor.portal.portal_folder import PortalFolder
from nbproctor.results import Outcome
from tests.portal.graded_portals import change, hand_in, results, right_and_wrong, until

pytestmark = pytest.mark.all


@pytest.fixture(scope="module")
def graded(
    course_copy: Callable[[Path], Course],
    solved: Callable[[Course], NotebookNode],
    tmp_path_factory: pytest.TempPathFactory,
) -> PortalFolder:
    """A portal whose grader was killed once in the middle, and in the end has graded all."""
    course = course_copy(tmp_path_factory.mktemp("portal") / "course")
    right, wrong = right_and_wrong(solved(course))
    folder = PortalFolder(course)
    hand_in(folder, "none", b"this is no notebook")
    with EmbeddedGrader(course, ["numbers"]) as grader:
        until(lambda: folder.rows.read("SELECT * FROM grades"))
        for number in range(6):
            hand_in(folder, f"right{number}", right)
        hand_in(folder, "wrong", wrong)
        until(lambda: folder.rows.read("SELECT * FROM jobs WHERE token NOTNULL"))
        assert grader.pid
        os.kill(grader.pid, signal.SIGKILL)
        # As if the time of a lease had passed.
        change(folder.rows, "UPDATE jobs SET leased = leased - ? WHERE leased NOTNULL", 10**9)
        until(lambda: not folder.rows.read("SELECT * FROM jobs"))
    assert grader.pid is None
    return folder


def test_each_has_a_page_and_exactly_one_grade_and_right_work_all_points(graded: PortalFolder) -> None:
    counts = graded.rows.read("SELECT count(*) AS grades FROM grades GROUP BY submission")
    assert [row["grades"] for row in counts] == [1] * 8
    found = results(graded)
    assert {found[f"right{number}"].score for number in range(6)} == {found["right0"].max_score}
    assert found["wrong"].exercises[0].outcome is Outcome.FAILED
    assert found["none"].submission.refused
    assert found["right0"].submission.received
    for row in graded.rows.read("SELECT page FROM grades"):
        assert b"Grade report" in graded.pages.path(row["page"]).read_bytes()


def test_an_assignment_that_cannot_get_ready_is_told_and_graded_once_it_is_repaired(
    own_course: Course, solved: Callable[[Course], NotebookNode], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nbproctor.portal.graders.grader._SECONDS_BETWEEN_ATTEMPTS", 0.2)
    folder = PortalFolder(own_course)
    hand_in(folder, "right", right_and_wrong(solved(own_course))[0])
    release, aside = own_course.release / "numbers", own_course.root / "aside"
    release.rename(aside)
    grader = MachineGrader(own_course, folder, ["numbers"])
    running = threading.Thread(target=grader.run)
    running.start()
    try:
        until(lambda: folder.rows.read("SELECT * FROM unready"))
        (told,) = folder.rows.read("SELECT * FROM unready")
        assert (told["assignment"], "numbers" in told["trouble"]) == ("numbers", True)
        aside.rename(release)
        until(lambda: folder.rows.read("SELECT * FROM grades"))
        assert not folder.rows.read("SELECT * FROM unready")
    finally:
        grader.stop()
        running.join()
