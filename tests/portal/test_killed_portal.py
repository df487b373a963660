"""Whatever is killed while students hand in: each receipt has its submission, its report and exactly one grade."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from nbproctor.portal.rehearsal.rehearsed_portals import RehearsedPortal
from tests.chaos.small_course import NAME
from tests.portal.killed_portal import Killer, differences, disturbed, prepared, started_cluster
from tests.soak import rest_in_soak

pytestmark = pytest.mark.all

UPLOADS = 40
KILLS = 3


@pytest.mark.parametrize("place", rest_in_soak(["machine", "cluster"], "machine"))
def test_no_kill_takes_a_submission_a_report_or_a_grade(place: str, tmp_path: Path) -> None:
    students = [f"student-{number:03}" for number in range(1, 9)]
    with ExitStack() as opened:
        workers = opened.enter_context(started_cluster(tmp_path)) if place == "cluster" else None
        course, works = prepared(tmp_path, UPLOADS, workers.address if workers else "")
        portal = opened.enter_context(RehearsedPortal(course, NAME, tmp_path / "portal", students))
        killer = Killer(portal, 2, KILLS, 4, workers)
        killed = disturbed(portal, works, killer, pause=4)
        assert list(differences(portal, works, killed)) == []
        assert killer.killed == KILLS
        _damage(portal)
        assert len(list(differences(portal, works, killed))) >= 4


def _damage(portal: RehearsedPortal) -> None:
    """Do what no kill may do: a byte of a file is another, a grade is missing, one is there twice, a job is left."""
    rows = portal.folder.rows
    first = rows.read("SELECT sha256 FROM submissions WHERE number = 1")[0]["sha256"]
    path = portal.folder.uploads.path(first)
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    with rows.transaction() as connection:
        connection.execute("DELETE FROM grades WHERE submission = 2")
        connection.execute(
            "INSERT INTO grades (submission, graded, result, page) "
            "SELECT submission, graded, result, page FROM grades WHERE submission = 3"
        )
        connection.execute("INSERT INTO jobs (submission, kind, not_before, tries, trouble) VALUES (4, 0, 0, 0, '')")
