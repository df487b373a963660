"""A job is graded once, whatever becomes of those who grade it, and in the order of who waits."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from nbproctor.portal.intake_desk import Arrival, IntakeDesk, Rule
from nbproctor.portal.jobs import LIVE, MOST_TRIES, REGRADE, SET_ASIDE, Job, JobQueue, queue, try_again
from nbproctor.portal.portal_rows import PortalRows
from nbproctor.portal.receipts import Signer
from tests.portal.graded_portals import change


@pytest.fixture
def rows(tmp_path: Path) -> PortalRows:
    rows = PortalRows(tmp_path / "portal.db")
    desk = IntakeDesk(rows, Signer(tmp_path / "signing.key"), "poker")
    for number in (1, 2, 3):
        desk.receipt_for(Arrival("owner", "midterm1", f"key-{number:08}", f"{number:064}", 10, number), Rule())
    return rows


def _leased(jobs: JobQueue) -> Job:
    job = jobs.lease(["midterm1"])
    assert job
    return job


def test_live_before_retries_before_regrades(rows: PortalRows) -> None:
    jobs = JobQueue(rows, lease_seconds=0)
    with rows.transaction() as connection:
        connection.execute("DELETE FROM jobs")
        for submission, kind in ((1, REGRADE), (2, LIVE), (3, LIVE)):
            queue(connection, submission, kind)
            queue(connection, submission, LIVE)  # what is queued stays as it is
    assert [jobs.ahead_of(submission) for submission in (1, 2, 3, 4)] == [2, 0, 1, None]
    order = []
    for _ in range(4):
        order.append(_leased(jobs).submission)
        time.sleep(0.001)  # the lease runs out: its grader has vanished
    assert order == [2, 3, 2, 3]


def test_only_the_newest_lease_counts(rows: PortalRows) -> None:
    jobs = JobQueue(rows, lease_seconds=0)
    late = _leased(jobs)
    for _ in range(3):
        time.sleep(0.001)
        newest = _leased(jobs)
    assert newest.submission == late.submission
    assert not jobs.keep(late)
    assert not jobs.finish(late, "{}", "late")
    assert not jobs.give_back(late, "trouble")
    assert jobs.finish(newest, "{}", "page")
    assert not jobs.finish(newest, "{}", "twice")
    assert [row["page"] for row in rows.read("SELECT page FROM grades")] == ["page"]


def test_a_job_waits_for_a_grader_that_can_do_it(rows: PortalRows) -> None:
    jobs = JobQueue(rows)
    assert jobs.assignments() == ["midterm1"]
    assert jobs.lease(["lesson1"]) is None
    assert jobs.lease([]) is None
    assert jobs.lease(["lesson1", "midterm1"])


def test_a_heartbeat_keeps_a_job(rows: PortalRows) -> None:
    jobs = JobQueue(rows)
    mine = _leased(jobs)
    assert jobs.keep(mine)
    assert {_leased(jobs).submission, _leased(jobs).submission} == {2, 3}


def test_what_could_not_be_examined_is_tried_again_later(rows: PortalRows) -> None:
    jobs = JobQueue(rows)
    assert jobs.give_back(_leased(jobs), "the machine had no memory left")
    assert [_leased(jobs).submission, _leased(jobs).submission, jobs.lease(["midterm1"])] == [2, 3, None]
    (row,) = rows.read("SELECT * FROM jobs WHERE submission = 1")
    assert row["trouble"] == "the machine had no memory left"
    assert row["not_before"] > time.time_ns() // 1000


def _all_leases_run_out(rows: PortalRows) -> None:
    change(rows, "UPDATE jobs SET leased = 1 WHERE leased NOTNULL")


def test_what_ends_its_grader_is_set_aside_and_its_neighbours_are_not(rows: PortalRows) -> None:
    jobs = JobQueue(rows)
    order = []
    for _ in range(100):
        held = []
        while job := jobs.lease(["midterm1"]):
            held.append(job)
        order.append([job.submission for job in held])
        if 2 in order[-1]:
            _all_leases_run_out(rows)
        else:
            assert all(jobs.finish(job, "{}", "page") for job in held)
        if not rows.read("SELECT 1 FROM jobs WHERE kind < ?", SET_ASIDE):
            break
    assert order[:3] == [[1, 2, 3], [1, 2, 3], [1]]
    assert sum(2 in each for each in order) == MOST_TRIES
    (left,) = rows.read("SELECT * FROM jobs")
    assert (left["submission"], left["kind"], left["token"]) == (2, SET_ASIDE, None)
    assert "the grader crashed" in left["trouble"]
    assert [row["submission"] for row in rows.read("SELECT submission FROM grades")] == [1, 3]


def test_what_cannot_be_examined_is_set_aside_in_the_end_and_tried_again_when_asked(rows: PortalRows) -> None:
    jobs = JobQueue(rows)
    with rows.transaction() as connection:
        connection.execute("DELETE FROM jobs WHERE submission > 1")
        assert not try_again(connection, 1)
    for _ in range(MOST_TRIES):
        assert jobs.give_back(_leased(jobs), "no memory was left")
        change(rows, "UPDATE jobs SET not_before = 0")
    assert jobs.lease(["midterm1"]) is None
    with rows.transaction() as connection:
        assert try_again(connection, 1)
    assert jobs.finish(_leased(jobs), "{}", "page")


def test_a_grader_that_ends_in_good_order_costs_no_try(rows: PortalRows) -> None:
    jobs = JobQueue(rows)
    for _ in range(3 * MOST_TRIES):
        job = _leased(jobs)
        assert job.submission == 1
        assert jobs.let_go(job)
        assert not jobs.let_go(job)


def test_an_assignment_is_unready_until_it_is_ready(rows: PortalRows) -> None:
    jobs = JobQueue(rows)
    for trouble in ("its reference fails", "its release is missing"):
        jobs.tell_readiness("midterm1", trouble)
        assert [row["trouble"] for row in rows.read("SELECT * FROM unready")] == [trouble]
    jobs.tell_readiness("midterm1", "")
    assert not rows.read("SELECT * FROM unready")


@pytest.mark.parametrize("column", ["not_before", "leased"])
def test_a_clock_that_was_set_back_keeps_no_job_waiting(rows: PortalRows, column: str) -> None:
    jobs = JobQueue(rows)
    _leased(jobs)
    state = "token = 'x'" if column == "leased" else "token = NULL, kind = 0"
    change(rows, f"UPDATE jobs SET {state}, leased = NULL")
    change(rows, f"UPDATE jobs SET {column} = {2**60}")
    assert jobs.lease(["midterm1"])


class Graders(RuleBasedStateMachine):
    """Graders lease, vanish, come back late and finish, in any order: nothing is graded twice or lost."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = PortalRows(Path(":memory:"))
        with self.rows.transaction() as connection:
            for number in range(1, 5):
                values = "(?, 'owner', 'midterm1', ?, 'a', 1, 1, 1, x'')"
                connection.execute(f"INSERT INTO submissions VALUES {values}", (number, str(number)))
                queue(connection, number, LIVE)
        self.jobs = JobQueue(self.rows)
        self.held: list[Job] = []
        self.current: dict[int, str] = {}
        self.graded: set[int] = set()
        self.tries = dict.fromkeys(range(1, 5), 0)

    def _free(self) -> list[int]:
        """Those that may be leased: of those that were tried twice in vain, one at a time."""
        is_taken = any(self.tries[number] > 2 for number in self.current)
        left = [number for number in self.tries if number not in self.current and number not in self.graded]
        return [number for number in left if self.tries[number] < (2 if is_taken else MOST_TRIES)]

    @rule()
    def lease(self) -> None:
        free = self._free()
        job = self.jobs.lease(["midterm1"])
        assert (job is None) == (not free)
        if job:
            assert job.submission in free
            self.tries[job.submission] += 1
            self.held.append(job)
            self.current[job.submission] = job.token

    @rule()
    def all_leases_run_out(self) -> None:
        _all_leases_run_out(self.rows)
        self.current = {}

    @precondition(lambda self: self.held)
    @rule(data=st.data())
    def finish(self, data: st.DataObject) -> None:
        job = data.draw(st.sampled_from(self.held))
        newest = self.rows.read("SELECT token FROM jobs WHERE submission = ?", job.submission)
        is_ours = bool(newest) and newest[0]["token"] == job.token
        assert self.jobs.finish(job, "{}", "page") == is_ours
        if is_ours:
            self.current.pop(job.submission, None)
            self.graded.add(job.submission)

    @invariant()
    def each_is_queued_or_graded_once(self) -> None:
        queued = [row["submission"] for row in self.rows.read("SELECT submission FROM jobs")]
        graded = [row["submission"] for row in self.rows.read("SELECT submission FROM grades")]
        assert sorted(queued + graded) == [1, 2, 3, 4]
        assert set(graded) == self.graded

    def teardown(self) -> None:
        self.rows.close()


TestGraders = Graders.TestCase
