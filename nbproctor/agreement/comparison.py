"""The comparison of both ways of grading: which test cells are examined apart, and why the others are not.

The truth about a test cell is what one kernel does with it. It is examined apart only if both ways give the same points
for every probe, and both find that it passes, or that it does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from nbproctor.agreement.agreement import Agreement, Progress
from nbproctor.agreement.probes import Probe, Probes
from nbproctor.examination.grader.both_ways import BothVerdicts, weighed
from nbproctor.examination.grader.examination import Examination
from nbproctor.examination.grader.examination_settings import ExaminationSettings
from nbproctor.examination.grader.proctor import Disturbed
from nbproctor.examination.grader.transcript import TestRecord
from nbproctor.examination.machine.submissions_in_flight import in_parallel
from nbproctor.examination.machine.turns import Turns
from nbproctor.examination.wire.channel import ChannelClosed, DeadlineExpired
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.results import Outcome

_MOST_TRIES = 3
# A cell of a probe may take so many times as long as the slowest cell of the reference, and no less than so long.
_REFERENCE_TIMES, _LEAST_CELL_SECONDS = 5.0, 2.0


def find_agreement(examined: ExaminationSettings, probes: Probes, turns: Turns, progress: Progress) -> Agreement:
    """Compare both ways with the probes.

    Args:
        examined: the assignment, with a seed whose cases the release holds: one kernel tests with those.
        probes: what is graded both ways.
        turns: so many probes are graded at once.
        progress: called whenever a probe was graded, with how many were, and of how many.

    Raises:
        GradingError: the assignment or this machine is not fit for it.
    """
    with Examination(examined, turns) as examination:
        examination.wait_until_ready()
        return _Comparison(examination, examined).agreement(probes, turns, progress)


class _Comparison:
    def __init__(self, examination: Examination, examined: ExaminationSettings) -> None:
        self._examination = examination
        self._exercises = [each for each in examined.assignment.exercises if not each.by_hand]
        self._points = {each.test: each.points for each in self._exercises}
        self._references: dict[str, TestRecord] = {}
        self._cell_seconds = examined.limits.cell_seconds
        self._not_apart = dict(examination.not_apart)
        self._compared = 0
        self._is_disturbed = False

    def agreement(self, probes: Probes, turns: Turns, progress: Progress) -> Agreement:
        reference, *others = probes
        if self._points.keys() - self._not_apart.keys():
            with turns:
                self._judge_reference(self._verdicts(reference))
        tests = [test for test in self._points if test not in self._not_apart]
        coming = in_parallel(self._verdicts, others if tests else [], turns, self._examination.abandon)
        for done, (probe, future) in enumerate(coming, start=1):
            self._judge(probe, future.result())
            progress(done, len(others))
        failures = tuple(self._examination.failures)
        return Agreement(self._not_apart, failures, self._compared, self._is_disturbed)

    def _judge_reference(self, verdicts: BothVerdicts | None) -> None:
        """The reference has to pass both ways; how long it takes bounds what follows."""
        if verdicts is None:
            self._is_disturbed = True
        seconds = [0.0]
        self._references = verdicts.apart if verdicts else {}
        for test in self._points.keys() - self._not_apart.keys():
            apart = verdicts and verdicts.apart.get(test)
            one_kernel = verdicts and verdicts.one_kernel.get(test)
            if not apart or not one_kernel:
                self._not_apart[test] = "the machine was in trouble when the reference was graded both ways"
                continue
            seconds += [apart.seconds, one_kernel.seconds]
            if reason := self._difference(apart, one_kernel, test) or _not_passed(apart):
                self._not_apart[test] = f"with the reference, {reason}"
        self._compared += 1
        self._cell_seconds = max(_REFERENCE_TIMES * max(seconds), _LEAST_CELL_SECONDS)

    def _judge(self, probe: Probe, verdicts: BothVerdicts | None) -> None:
        if verdicts is None:
            self._is_disturbed = True
            return
        self._compared += 1
        for test, apart in verdicts.apart.items():
            one_kernel = verdicts.one_kernel[test]
            if test not in self._not_apart and (reason := self._difference(apart, one_kernel, test)):
                self._not_apart[test] = f"with {probe.what}, {reason}"

    def _difference(self, apart: TestRecord, one_kernel: TestRecord, test: str) -> str:
        """How two verdicts differ in a way that counts; empty if they do not.

        What only isolation refuses, an object where data is due, is shown to a person when it happens; what only copies
        made right, one kernel takes away when it happens. A probe that takes too long apart tells nothing.
        """
        apart = weighed(apart, one_kernel)
        if apart.refused or apart.outcome in (Outcome.TIMED_OUT, Outcome.NOT_RUN) or apart.is_alike(one_kernel):
            return ""
        return (
            f"it gives {apart.earned:g} of {self._points[test]:g} points apart ({apart.outcome}) and "
            f"{one_kernel.earned:g} in one kernel ({one_kernel.outcome})"
        )

    def _verdicts(self, probe: Probe) -> BothVerdicts | None:
        """The verdicts of both ways, of all tests; None if something disturbs each try."""
        tests = {cell.grade_id for cell in probe.paper.cells if cell.grade_id in self._points}
        known = {
            each.test: self._references[each.test]
            for each in self._exercises
            if each.test in self._references and probe.changed.isdisjoint(each.solutions)
        }
        for _ in range(_MOST_TRIES):
            parents = self._examination.parents
            starts = parents.starts
            with suppress(Disturbed, ChannelClosed, DeadlineExpired, WireError):
                verdicts = self._examination.compare(probe.paper, self._cell_seconds, known)
                if _is_complete(verdicts, tests, self._not_apart):
                    return verdicts
            parents.revived_since(starts)
        return None


def _is_complete(verdicts: BothVerdicts, tests: set[str], not_apart: Mapping[str, str]) -> bool:
    return tests <= verdicts.one_kernel.keys() and tests - not_apart.keys() <= verdicts.apart.keys() | not_apart.keys()


def _not_passed(apart: TestRecord) -> str:
    return "" if apart.outcome is Outcome.PASSED else f"it ends apart as {apart.outcome}"
