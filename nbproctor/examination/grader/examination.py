"""An assignment's examination: starts the warm parents, and examines one submission after the other."""

from __future__ import annotations

import json
import logging
import os
import shutil
import tempfile
import time
from collections.abc import Container, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType

import nbformat

from nbproctor.assignment.notebook import grade_id, is_same_process
from nbproctor.examination.grader.examination_settings import ExaminationSettings
from nbproctor.examination.grader.processors import Processors
from nbproctor.examination.grader.sitting import Disturbed, Room, Sitting
from nbproctor.examination.grader.transcript import Transcript
from nbproctor.examination.grader.turns import Turns
from nbproctor.examination.grader.warm_parent import WarmParent
from nbproctor.examination.grader.watchdog import Watchdog
from nbproctor.examination.sandbox.readable_places import readable_beside
from nbproctor.examination.sandbox.tiers import THROW_AWAY_USER, Plan, Tier, hand_over
from nbproctor.examination.wire.channel import ChannelClosed, DeadlineExpired
from nbproctor.examination.wire.process_messages import PrepareCandidates, PrepareExaminers
from nbproctor.intake.paper import Paper, Refused
from nbproctor.system.scratch_folders import Scratch, remove_folder

_log = logging.getLogger(__name__)

# How often a submission is examined whose own processes end. In the last try, or once the tries have taken as long as a
# submission may, every exercise is charged with such an end.
_MOST_TRIES = 4
# How often a warm parent ends during a submission's examination before the submission gets parents of its own.
_MOST_PARENT_DEATHS = 2
# What a sitting raises when one of its processes, or their parent, has ended or did not start.
_PROCESS_ENDED = (Disturbed, ChannelClosed, DeadlineExpired)
_UNEXPLAINED_END = (
    "the submission could not be examined: a process of the examination ended each time it was tried, and neither a "
    "limit nor a cell explains it; the next run tries it again"
)


@dataclass(frozen=True)
class Parents:
    """The two warm parents whose children examine a submission.

    Args:
        candidates: forks the candidates.
        examiners: forks the examiners.
    """

    candidates: WarmParent
    examiners: WarmParent

    def wait_until_ready(self) -> None:
        """Wait until both are warm."""
        self.candidates.wait_until_ready()
        self.examiners.wait_until_ready()

    @property
    def starts(self) -> int:
        """How often the two were started, added up."""
        return self.candidates.starts + self.examiners.starts

    def revived_since(self, starts: int) -> bool:
        """Start a parent again that has ended; say whether one was started since `starts` was this number."""
        self.candidates.revive()
        self.examiners.revive()
        return self.starts != starts


class Examination:
    """The examination of one assignment: two warm parents that submissions are forked from.

    Use it as a context manager. The parents warm up while the caller does other things; `examine`, which
    may be called from several threads, comes after `wait_until_ready`.

    Args:
        examined: the assignment, with its files, the secret seed and the limits.
        turns: the turns of the submissions; whoever calls `examine` holds one.
    """

    def __init__(self, examined: ExaminationSettings, turns: Turns) -> None:
        assignment, release, limits = examined.assignment, examined.release_folder, examined.limits
        self._assignment = assignment
        self._limits = limits
        self._turns = turns
        self._processors = Processors()
        self._cleanup = ExitStack()
        self._watchdog = Watchdog(limits.bounds)
        self._cleanup.callback(self._watchdog.close)
        scratch = Scratch()
        self._scratch = scratch.path
        self._cleanup.callback(scratch.remove)
        self._scratch.chmod(0o711)  # a candidate of another user must get to its folder
        self._release = self._copy(release, "release")
        if os.geteuid() == 0:
            # A candidate may write over what was released, in a copy of its own that costs nothing until then.
            with suppress(PermissionError):
                hand_over(self._release, THROW_AWAY_USER)
        weakest, strongest = examined.tiers
        readable = readable_beside(examined.course_root, self._scratch)
        self._plan = Plan(weakest, strongest, readable, str(self._release), "", limits.bounds)
        notebook = nbformat.read(release / assignment.path.name, as_version=4)
        sources = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
        self._for_candidates = PrepareCandidates(sources, limits.output_bytes)
        self._for_examiners = PrepareExaminers(
            name=assignment.name,
            path=str(assignment.path),
            notebook=json.dumps(assignment.notebook),
            release=str(self._copy(release, "examiner")),
            samplers=str(examined.samplers),
            seed=examined.seed,
            output_bytes=limits.output_bytes,
            memory_bytes=2 * limits.bounds.memory_bytes,
            cell_seconds=limits.cell_seconds,
        )
        try:
            self._parents = self._start_parents(self._cleanup)
        except BaseException:
            self._cleanup.close()
            raise

    def wait_until_ready(self) -> None:
        """Wait until both parents are warm.

        Raises:
            GradingError: the reference fails, or a sampler does; or no tier of the sandbox works that will do.
        """
        self._parents.wait_until_ready()
        not_apart = self._parents.examiners.not_apart
        tagged = {grade_id(cell) for cell in self._assignment.notebook.cells if is_same_process(cell)}
        if untagged := [name for name in not_apart if name not in tagged]:
            _log.warning(
                "%s: run where the student's code runs, as if tagged same-process, since files do not travel: %s (%s)",
                self._assignment.path.name,
                ", ".join(untagged),
                not_apart[untagged[0]],
            )

    @property
    def tier(self) -> Tier:
        """The tier of the sandbox, once the parents are ready."""
        return self._parents.candidates.tier

    def examine(self, paper: Paper) -> Transcript:
        """Examine one submission, in a folder and in processes of its own.

        If one of these processes ends, and neither a limit nor a test explains it, the submission is examined again:
        the system may have ended the process, or a person. If the submitted code did, the process ends again at the
        same cell, and that cell is charged with it. If a warm parent ends, any of the submissions under examination
        may be the cause, so each of them is examined again; a submission that this happens to a second time gets
        parents of its own.

        Raises:
            Refused: a process of its examination ended in every try.
            GradingError: a warm parent cannot be started any more.
        """
        with self._processors.take() as processor:
            ends = time.monotonic() + self._limits.submission_seconds
            charged: set[int] = set()
            tries = parent_deaths = 0
            while tries < _MOST_TRIES and parent_deaths < _MOST_PARENT_DEATHS:
                starts = self._parents.starts
                try:
                    return self._sit(paper, self._parents, processor, charged)
                except _PROCESS_ENDED as end:
                    if self._parents.revived_since(starts):
                        parent_deaths += 1
                        continue
                    tries += 1
                    if isinstance(end, Disturbed):
                        may_go_on = tries < _MOST_TRIES - 1 and time.monotonic() < ends
                        charged |= {end.cell} if may_go_on else _all_cells(paper)
            if parent_deaths < _MOST_PARENT_DEATHS:
                raise Refused(_UNEXPLAINED_END, paper.sha256)
            return self._alone(paper, processor)

    def _alone(self, paper: Paper, processor: int | None) -> Transcript:
        """Examine a submission that may be what ends the parents, with parents that no other submission needs."""
        with ExitStack() as opened:
            parents = self._start_parents(opened)
            parents.wait_until_ready()
            try:
                return self._sit(paper, parents, processor, _all_cells(paper))
            except _PROCESS_ENDED:
                raise Refused(_UNEXPLAINED_END, paper.sha256) from None

    def _sit(self, paper: Paper, parents: Parents, processor: int | None, charged: Container[int]) -> Transcript:
        with self._fresh_folder() as folder:
            room = Room(
                assignment=self._assignment,
                limits=self._limits,
                candidates=parents.candidates,
                examiners=parents.examiners,
                folder=folder,
                processor=processor,
                watchdog=self._watchdog,
                turns=self._turns,
            )
            sitting = Sitting(room, paper, charged)
            try:
                return sitting.run()
            finally:
                sitting.close()

    @contextmanager
    def _fresh_folder(self) -> Iterator[str]:
        """A copy of the release for one submission, unless its sandbox makes one."""
        candidates = self._parents.candidates
        if candidates.has_own_folders:
            yield ""
            return
        folder = tempfile.mkdtemp(prefix="candidate-", dir=self._scratch)
        try:
            shutil.copytree(self._release, folder, dirs_exist_ok=True)
            hand_over(Path(folder), candidates.owner)
            yield folder
        finally:
            remove_folder(folder)

    def _start_parents(self, opened: ExitStack) -> Parents:
        """Start two parents, which end when `opened` is closed; do not wait for them."""
        # The examiners' first: it takes longer to get ready.
        examiners = WarmParent(self._for_examiners, self._make_home("examiner"))
        opened.callback(examiners.close)
        home = self._make_home("candidate")
        candidates = WarmParent(self._for_candidates, home, replace(self._plan, home=str(home)))
        opened.callback(candidates.close)
        return Parents(candidates, examiners)

    def _make_home(self, kind: str) -> Path:
        home = Path(tempfile.mkdtemp(prefix=f"{kind}-home-", dir=self._scratch))
        home.chmod(0o755)
        return home

    def _copy(self, release: Path, name: str) -> Path:
        copy = Path(shutil.copytree(release, self._scratch / name))
        for path in (copy, *copy.rglob("*")):
            path.chmod(path.stat().st_mode | (0o755 if path.is_dir() else 0o644))
        return copy

    def __enter__(self) -> Examination:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._cleanup.close()


def _all_cells(paper: Paper) -> set[int]:
    return {cell.index for cell in paper.cells}
