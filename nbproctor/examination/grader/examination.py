"""An assignment's examination: starts the warm parents, and has each submission sit until its tests have a verdict."""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType

import nbformat

from nbproctor.assignment.made_requirements import remove_made
from nbproctor.assignment.notebook import Role, grade_id, role
from nbproctor.assignment.official_seed import derived_key
from nbproctor.examination.grader.examination_settings import (
    NO_PROCESSES,
    ExaminationSettings,
    KernelProgram,
    judges_preparation,
)
from nbproctor.examination.grader.notebook_sitting import NotebookSitting, SittingPlan
from nbproctor.examination.grader.proctor import Disturbed, Equipment
from nbproctor.examination.grader.transcript import UNEXAMINED_TEST, CellRecord, Transcript
from nbproctor.examination.grader.warm_parent import Official, Parents, WarmParent
from nbproctor.examination.machine.resource_watchdog import Watchdog
from nbproctor.examination.machine.turns import Company, GaveWay, Processors, Turns
from nbproctor.examination.sandbox.tiers import THROW_AWAY_USER, Plan, Tier, hand_over
from nbproctor.examination.wire.channel import ChannelClosed, DeadlineExpired
from nbproctor.examination.wire.messages import Preparation, PrepareKernels, PrepareRunners
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.intake.paper import Paper, PaperCell
from nbproctor.results import Outcome
from nbproctor.system.scratch_folders import Scratch, remove_folder

_log = logging.getLogger(__name__)

_HASHES = b"nbproctor: seed of hashes"
# What a sitting raises that was disturbed, or whose parents have ended.
INTERRUPTED = (Disturbed, ChannelClosed, DeadlineExpired, WireError)


class Examination:
    """The examination of one assignment: warm parents that submissions are forked from.

    Use it as a context manager. The parents warm up while the caller does other things; `sit`, which may be called from
    several threads by callers that hold a turn each, comes after `wait_until_ready`.

    Attributes:
        parents: those that all submissions share.
    """

    def __init__(self, examined: ExaminationSettings, turns: Turns) -> None:
        assignment, release, limits = examined.assignment, examined.release_folder, examined.limits
        self._assignment = assignment
        self._limits = limits
        kernel = KernelProgram.of(assignment)
        self.turns = turns
        self.processors = Processors()
        self._company = Company()
        self._cleanup = ExitStack()
        self._watchdog = Watchdog(limits.bounds)
        self._cleanup.callback(self._watchdog.close)
        scratch = Scratch()
        self._scratch = scratch.path
        self._cleanup.callback(scratch.remove)
        self._scratch.chmod(0o711)  # a runner of another user must get to its folder
        self._release = self._copy(release, "release")
        # Where a student's own file counts, the reference alone has the instructor's.
        self._references_files = _taken_out(self._release, examined.students_files)
        if os.geteuid() == 0:
            # A runner may write over what was released, in a copy of its own that costs nothing until then.
            with suppress(PermissionError):
                hand_over(self._release, THROW_AWAY_USER)
        weakest, strongest = examined.tiers
        private = (str(examined.course_root), str(self._scratch))
        kernel_files = kernel.files(examined.kernel_files) if kernel else None
        self._plan = Plan(weakest, strongest, private, str(self._release), "", limits.bounds, kernel_files)
        notebook = nbformat.read(release / assignment.path.name, as_version=4)
        # What a runner runs of a test cell is what was released.
        self._released = {grade_id(cell): cell.source for cell in notebook.cells if role(cell) is Role.TEST}
        tests = [cell for cell in assignment.notebook.cells if role(cell) is Role.TEST]
        self._hides = any(self._released.get(grade_id(cell), cell.source) != cell.source for cell in tests)
        # The same work has the same verdict tomorrow, also where that depends on the order of a set.
        self._hash_seed = int.from_bytes(derived_key(examined.seed, _HASHES)[:4], "big")
        self._for_runners: Preparation
        self._for_judges: Preparation | None = None
        if kernel:
            self._for_runners = PrepareKernels(kernel.name, kernel.specification, limits.output_bytes)
        else:
            sources = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
            self._for_runners = PrepareRunners(sources, limits.output_bytes)
            self._for_judges = judges_preparation(examined, self._copy(release, "reference"), private)
        try:
            self.parents = self._start_parents(self._cleanup)
        except BaseException:
            self._cleanup.close()
            raise

    def wait_until_ready(self) -> None:
        """Wait until both parents are warm.

        Raises:
            GradingError: a sampler fails; or no tier of the sandbox works that will do.
        """
        self.parents.wait_until_ready()
        if self.tier > Tier.B:
            refusals = self.parents.runners.refusals or ["the configuration allows no stronger one"]
            _log.warning("submissions run in tier %s of the sandbox: %s", self.tier, "; ".join(refusals))

    @property
    def official(self) -> Official:
        """Once the parents are ready: what is known of the official cases."""
        return self.parents.official

    @property
    def failures(self) -> list[str]:
        """Once the parents are ready: the cells of the reference that raised, each with what it raised."""
        return self.parents.judges.failures if self.parents.judges else []

    @property
    def impediment(self) -> str:
        """Once the parents are ready: why no notebook can be examined here; empty if they can."""
        return NO_PROCESSES if self.parents.judges is None and self.tier is Tier.C else ""

    @property
    def tier(self) -> Tier:
        """The tier of the sandbox, once the parents are ready."""
        return self.parents.runners.tier

    def sit(self, plan: SittingPlan, parents: Parents | None = None, alone: bool = False) -> Transcript:
        """Have a sitting done, in processes of the shared parents or of the given ones.

        Raises:
            Disturbed: a cell did not end.
            ChannelClosed: a process of the examination ended.
            DeadlineExpired: a process did not start in time.
            GaveWay: others are to go first.
        """
        parents = parents or self.parents
        company = self._company.alone(self.turns) if alone else self._company.beside_others(self.turns)
        with company as turns:
            equipment = Equipment(
                assignment=self._assignment,
                limits=self._limits,
                runners=parents.runners,
                judges=parents.judges,
                official=parents.official,
                fresh_folder=self._fresh_folder,
                processor=plan.processor,
                watchdog=self._watchdog,
                turns=turns,
                files={**plan.paper.files, self._assignment.path.name: plan.paper.text.encode()},
                may_give_way=plan.may_give_way and not alone,
                is_alone=alone,
            )
            sitting = NotebookSitting(equipment, plan)
            try:
                return sitting.run()
            finally:
                plan.charged_seconds += sitting.proctor.charged_time.total
                sitting.close()

    def is_too_long(self, plan: SittingPlan) -> bool:
        """Whether a submission was charged for all the time it may take: then it gets no further sitting."""
        runs = 1 + self._hides + 2 * len(self.official.suites)  # beside the one that shows outputs
        return plan.charged_seconds >= runs * self._limits.submission_seconds

    def abandon(self) -> None:
        """End every sitting with a `ParentEnded`, for good."""
        self.parents.abandon()

    @contextmanager
    def parents_of_its_own(self) -> Iterator[Parents]:
        """Parents for a submission that may be what ends the parents; a `GradingError` if they cannot be started."""
        with ExitStack() as opened:
            parents = self._start_parents(opened)
            parents.wait_until_ready()
            yield parents

    def reference_comes_through(self, processor: int | None) -> bool:
        """Whether the reference, alone, ends undisturbed within the limits of a submission."""
        plan = SittingPlan(self._reference_paper(), processor)
        began = time.monotonic()
        try:
            transcript = self.sit(plan, alone=True)
        except INTERRUPTED:
            return False
        late = (Outcome.TIMED_OUT, Outcome.NOT_RUN)
        return self._watchdog.trouble_at < began and not any(
            name not in plan.settled or test.outcome in late for name, test in transcript.tests.items()
        )

    def _reference_paper(self) -> Paper:
        """The reference as a submission: the instructor's cells, with the solutions."""
        notebook = self._assignment.notebook
        cells = (
            PaperCell(index, role(cell), grade_id(cell), self._released.get(grade_id(cell), cell.source))
            for index, cell in enumerate(notebook.cells)
            if cell.cell_type == "code"
        )
        return Paper(notebook, tuple(cells), (), self._references_files)

    @contextmanager
    def _fresh_folder(self) -> Iterator[str]:
        """A copy of the release for one runner, unless its sandbox makes one."""
        parent = self.parents.runners
        if parent.has_own_folders:
            yield ""
            return
        folder = tempfile.mkdtemp(prefix="own-", dir=self._scratch)
        try:
            shutil.copytree(self._release, folder, dirs_exist_ok=True)
            hand_over(Path(folder), parent.owner)
            yield folder
        finally:
            remove_folder(folder)

    def _start_parents(self, opened: ExitStack) -> Parents:
        """Start the parents, which end when `opened` is closed; do not wait for them."""
        # The judges' first: it takes longer to get ready.
        judges = None
        if self._for_judges is not None:
            judges = WarmParent(self._for_judges, self._make_home("judge"), hash_seed=self._hash_seed)
            opened.callback(judges.close)
        home = self._make_home("runner")
        runners = WarmParent(self._for_runners, home, replace(self._plan, home=str(home)), self._hash_seed)
        opened.callback(runners.close)
        return Parents(runners, judges)

    def _make_home(self, kind: str) -> Path:
        home = Path(tempfile.mkdtemp(prefix=f"{kind}-home-", dir=self._scratch))
        home.chmod(0o755)
        return home

    def _copy(self, release: Path, name: str) -> Path:
        copy = Path(shutil.copytree(release, self._scratch / name))
        remove_made(copy)
        for path in (copy, *copy.rglob("*")):
            path.chmod(path.stat().st_mode | (0o755 if path.is_dir() else 0o644))
        return copy

    def __enter__(self) -> Examination:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._cleanup.close()


def _taken_out(folder: Path, names: Collection[str]) -> dict[str, bytes]:
    """Remove files from a folder; return the bytes of each, by its path there."""
    paths = {name: path for path in folder.rglob("*") if (name := path.relative_to(folder).as_posix()) in names}
    contents = {name: path.read_bytes() for name, path in paths.items() if path.is_file()}
    for name in contents:
        paths[name].unlink()
    return contents


# How often a disturbed submission is examined again, alone.
_MOST_TRIES_AGAIN = 2
# How often a warm parent ends during a submission's examination before the submission gets parents of its own.
_MOST_PARENT_DEATHS = 2


def examine(examination: Examination, paper: Paper) -> Transcript:
    """Examine one submission, in as many sittings as it takes.

    A verdict that was reached undisturbed stays. After a disturbance that the submission may not have caused, it is
    examined again, alone, at most twice, and only until it has been charged for all the time it may take: else one
    that disturbs itself would keep all others waiting. Then the reference sits the same examination: if it is
    undisturbed, the submission is charged with what happens; if not, what is not settled is `unexamined`.

    A submission that computes for long may be interrupted once, so that others go first. It is examined again, and what
    was settled stays.

    If a warm parent ends, any submission under examination may be the cause, so each of them is examined again; one
    that this happens to a second time gets parents of its own.

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
