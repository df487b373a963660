"""The sittings of a submission: one, and more where it was disturbed, until each of its tests has a verdict."""

from __future__ import annotations

from nbproctor.assignment.notebook import Role
from nbproctor.examination.grader.examination import INTERRUPTED, Examination
from nbproctor.examination.grader.notebook_sitting import SittingPlan
from nbproctor.examination.grader.parents import Parents
from nbproctor.examination.grader.transcript import UNEXAMINED_TEST, CellRecord, Transcript
from nbproctor.examination.machine.turns import GaveWay
from nbproctor.intake.paper import Paper

# How often a disturbed submission is examined again, alone.
_MOST_TRIES_AGAIN = 2
# How often a warm parent ends during a submission's examination before the submission gets parents of its own.
_MOST_PARENT_DEATHS = 2


def examine(examination: Examination, paper: Paper) -> Transcript:
    """Examine one submission, in as many sittings as it takes.

    A verdict that was reached undisturbed stays. If something disturbs a sitting that the submission may not have
    done itself, the submission is examined again, alone, at most twice, and not once it was charged for as long as
    a submission may take: else one that disturbs itself would keep all others waiting. After that the reference
    sits the same examination: if that is not disturbed, the submission is charged with what happens; if it
    is, what is not settled is `unexamined`.

    A submission that computes for long may be broken off once, so that others go first; then it is examined again,
    and what was settled stays.

    If a warm parent ends, any of the submissions under examination may be the cause, so each of them is
    examined again; a submission that this happens to a second time gets parents of its own.

    Raises:
        GradingError: a warm parent cannot be started any more.
    """
    with examination.processors.take() as processor:
        return _Sittings(examination, paper, processor).until_settled()


class _Sittings:
    """The sittings of one submission."""

    def __init__(self, examination: Examination, paper: Paper, processor: int | None) -> None:
        self._examination = examination
        self._paper = paper
        self._plan = SittingPlan(paper, processor)
        self._last: Transcript | None = None

    def until_settled(self) -> Transcript:
        parent_deaths = 0
        tries = 0
        while tries <= _MOST_TRIES_AGAIN and not self._examination.is_too_long(self._plan):
            parents = self._examination.parents
            starts = parents.starts
            try:
                self._last = self._examination.sit(self._plan, alone=tries > 0)
                if self._last.tests.keys() <= self._plan.settled.keys():
                    return self._last
            except GaveWay:
                self._plan.may_give_way = False
                self._examination.turns.stand_back()
                continue
            except INTERRUPTED:
                if parents.revived_since(starts):
                    parent_deaths += 1
                    if parent_deaths == _MOST_PARENT_DEATHS:
                        with self._examination.parents_of_its_own() as parents:
                            return self._charged(parents)
                    continue
            tries += 1
        if not self._examination.reference_comes_through(self._plan.processor):
            return self._unexamined()
        return self._charged()

    def _charged(self, parents: Parents | None = None) -> Transcript:
        """The transcript of a last sitting, in which the submission is charged with whatever happens."""
        self._plan.charged = frozenset(cell.index for cell in self._paper.cells)
        try:
            return self._examination.sit(self._plan, parents, alone=True)
        except INTERRUPTED:
            return self._unexamined()

    def _unexamined(self) -> Transcript:
        """A transcript of what is settled, and of nothing else."""
        cells = self._last.cells if self._last else {}
        tests = [cell.grade_id for cell in self._paper.cells if cell.role is Role.TEST]
        settled = self._plan.settled
        return Transcript(
            cells={cell.index: cells.get(cell.index, CellRecord()) for cell in self._paper.cells},
            tests={name: settled.get(name, UNEXAMINED_TEST) for name in tests},
            enforced=self._last.enforced if self._last else (),
        )
