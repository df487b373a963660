"""The two ways of grading a test cell, each where it is due: apart, and in one kernel."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace

from nbproctor.assignment.notebook import Role
from nbproctor.examination.grader.notebook_sitting import NotebookSitting
from nbproctor.examination.grader.one_kernel import OneKernel
from nbproctor.examination.grader.proctor import Room
from nbproctor.examination.grader.sittings.sitting import Sitting
from nbproctor.examination.grader.sittings.suite_sitting import SuiteSitting
from nbproctor.examination.grader.transcript import TestRecord, Transcript
from nbproctor.intake.paper import Paper


@dataclass
class SittingPlan:
    """What is known of a submission when it sits.

    Args:
        paper: the submission.
        processor: the number of the processor that it runs on; None for any.
        charged: the indices of the cells whose exercises are charged with whatever stops them.
        settled: the verdicts of the examiner that stay, by the `grade_id` of the test cell; a sitting adds its own.
        believed: the verdicts of one kernel that stay, in the same way.
        charged_seconds: what all its sittings were charged for.
        may_give_way: whether it may be broken off, so that others go first.
    """

    paper: Paper
    processor: int | None
    charged: frozenset[int] = frozenset()
    settled: dict[str, TestRecord] = field(default_factory=dict)
    believed: dict[str, TestRecord] = field(default_factory=dict)
    charged_seconds: float = 0.0
    may_give_way: bool = True

    def verdicts(self, not_apart: Container[str]) -> dict[str, TestRecord]:
        """The verdicts that stay; of what is doubtful, none before one kernel has judged it as well.

        Args:
            not_apart: the test cells that one kernel grades, by `grade_id`.
        """
        believed = {name: test for name, test in self.believed.items() if name in not_apart}
        return believed | {
            name: weighed(test, self.believed[name]) if test.is_doubtful else test
            for name, test in self.settled.items()
            if not test.is_doubtful or name in self.believed
        }


@dataclass(frozen=True)
class BothVerdicts:
    """What came of each test cell of a notebook, both ways, by its `grade_id`.

    Args:
        apart: the verdicts of the examiner; none of a test that is not examined apart.
        one_kernel: the verdicts of one kernel.
    """

    apart: dict[str, TestRecord]
    one_kernel: dict[str, TestRecord]


def graded(room: Room, plan: SittingPlan) -> Transcript:
    """Examine apart what is examined apart, and let one kernel grade the rest.

    What is doubtful, one kernel grades too.

    Args:
        room: what the submission is examined with.
        plan: the submission, and what is known of it.

    Raises:
        Disturbed: a cell did not come to its end.
        ChannelClosed: a process of the examination ended.
        DeadlineExpired: a process did not start in time.
    """
    if room.official is not None:
        return _done(NotebookSitting(room, plan.paper, plan.charged, plan.settled), plan)
    cells = [cell for cell in plan.paper.cells if cell.role is Role.TEST]
    believed = [cell for cell in cells if cell.grade_id in room.not_apart]
    if believed and len(believed) == len(cells):
        one_kernel = OneKernel(room, plan.paper, plan.charged, plan.believed)
        # Where nothing is hidden and nothing is examined apart, one run shows all.
        if all(one_kernel.shows(cell.index) for cell in plan.paper.cells):
            return _done(one_kernel, plan)
        if not room.assignment.is_python:
            shown_cells = _done(OneKernel(room, plan.paper, plan.charged, as_released=True), plan).cells
            return replace(_done(one_kernel, plan), cells=shown_cells)
    examined = _apart(room, plan, tells_mistakes=True)
    doubtful = {name for name, test in examined.tests.items() if test.is_doubtful}
    if not believed and not doubtful:
        return examined
    also_doubtful = replace(room, not_apart={cell.grade_id for cell in believed} | doubtful)
    one_kernel = OneKernel(also_doubtful, plan.paper, plan.charged, plan.believed)
    in_one_kernel = _done(one_kernel, plan)
    shown = {cell.index: in_one_kernel.cells[cell.index] for cell in believed if one_kernel.shows(cell.index)}
    verdicts = {cell.grade_id: in_one_kernel.tests[cell.grade_id] for cell in believed}
    both = {name: weighed(examined.tests[name], in_one_kernel.tests[name]) for name in doubtful}
    tests = examined.tests | both | verdicts
    return Transcript(examined.cells | shown, tests, examined.enforced, examined.mistakes)


def _apart(
    room: Room, plan: SittingPlan, tells_mistakes: bool, judged: Mapping[str, TestRecord] | None = None
) -> Transcript:
    """Examine apart: first the student's tests, in candidates of their own, but those judged before; then all else."""
    suites = room.examiners.suites if room.examiners else frozenset()
    judged = {**(judged or {})}
    for suite in (name for name in suites - judged.keys() if name not in room.not_apart):
        judged |= _done(SuiteSitting(room, plan.paper, suite, plan.charged, plan.settled), plan).tests
    sitting = Sitting(room, plan.paper, plan.charged, plan.settled, judged, tells_mistakes)
    return _done(sitting, plan)


def weighed(apart: TestRecord, one_kernel: TestRecord) -> TestRecord:
    """The verdict on what both ways have graded.

    One kernel takes away what only copies made right. If it gives more than isolation, a person is to decide.

    Args:
        apart: the examiner's verdict.
        one_kernel: the verdict of one kernel.
    """
    if apart.shared and one_kernel.earned < apart.earned:
        return one_kernel
    if apart.refused and one_kernel.earned > apart.earned:
        return replace(apart, disputed=f"one kernel gives {one_kernel.earned:g} points ({one_kernel.outcome})")
    return apart


def compared(room: Room, paper: Paper, references_suites: Mapping[str, TestRecord]) -> BothVerdicts:
    """Grade every test cell both ways.

    Args:
        room: what the notebook is examined with.
        paper: the notebook.
        references_suites: the examiner's verdicts, by `grade_id`, on tests that the notebook has from the reference.
            Where one kernel finds of such a suite what this says, it is not judged in candidates of its own again.

    Raises:
        Disturbed: a cell did not come to its end, or the machine was in trouble.
        ChannelClosed: a process of the examination ended.
        DeadlineExpired: a process did not start in time.
    """
    apart, alike = SittingPlan(paper, room.processor), SittingPlan(paper, room.processor)
    tests = {cell.grade_id for cell in paper.cells if cell.role is Role.TEST}
    _done(OneKernel(replace(room, not_apart=tests), paper, settled=alike.believed), alike)
    judged = {
        suite: test
        for suite, test in references_suites.items()
        if suite in alike.believed and alike.believed[suite].is_alike(test)
    }
    _apart(room, apart, tells_mistakes=False, judged=judged)
    return BothVerdicts(judged | apart.settled, alike.believed)


def _done(run: Sitting | OneKernel | NotebookSitting, plan: SittingPlan) -> Transcript:
    """Have a run done to its end, and the submission charged for it."""
    try:
        return run.run()
    finally:
        plan.charged_seconds += run.proctor.charged_time.total
        run.close()
