"""The way in: an assignment's examination, ready to examine one submission after the other."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import nbformat

from grading.examination.removal import remove
from grading.examination.sandbox.tiers import Plan, Tier, hand_over, readable_beside
from grading.examination.sitting import Limits, Room, Sitting
from grading.examination.transcript import Transcript
from grading.examination.warm import WarmParent
from grading.examination.watchdog import Watchdog
from grading.notebook import Assignment
from grading.pool import Turns
from grading.scratch import Scratch
from grading.submission import Paper


class Examination:
    """The examination of one assignment: two warm parents that submissions are forked from.

    Use it as a context manager. The parents warm up while the caller does other things; `examine`, which
    may be called from several threads, comes after `wait_until_ready`.

    Args:
        assignment: what is examined.
        release: its release folder.
        course: the course's folder.
        samplers: the path of its `cases.py`.
        seed: the secret seed of the official cases.
        limits: for each submission.
        tiers: the weakest tier of the sandbox that will do, and the strongest to try.
        turns: those of the submissions; `examine` is called in one.
    """

    def __init__(
        self,
        assignment: Assignment,
        release: Path,
        course: Path,
        samplers: Path,
        seed: str,
        limits: Limits,
        tiers: tuple[Tier, Tier],
        turns: Turns,
    ) -> None:
        self._assignment = assignment
        self._limits = limits
        self._turns = turns
        self._processors = _Processors()
        self._cleanup = ExitStack()
        self._watchdog = Watchdog(limits.bounds)
        self._cleanup.callback(self._watchdog.close)
        scratch = Scratch()
        self._scratch = scratch.path
        self._cleanup.callback(scratch.remove)
        self._scratch.chmod(0o711)  # a candidate of another user must get to its folder
        self._release = self._copy(release, "release")
        weakest, strongest = tiers
        home = self._scratch / "candidate-home"
        plan = Plan(weakest, strongest, readable_beside(course), str(self._release), str(home), limits.bounds)
        notebook = nbformat.read(release / assignment.path.name, as_version=4)
        try:
            self._candidates = self._parent(
                "candidate",
                plan,
                sources=[cell.source for cell in notebook.cells if cell.cell_type == "code"],
                output_bytes=limits.output_bytes,
            )
            self._examiners = self._parent(
                "examiner",
                name=assignment.name,
                path=str(assignment.path),
                notebook=json.dumps(assignment.notebook),
                release=str(self._copy(release, "examiner")),
                samplers=str(samplers),
                seed=seed,
                output_bytes=limits.output_bytes,
                memory_bytes=2 * limits.bounds.memory_bytes,
                cell_seconds=limits.cell_seconds,
            )
        except BaseException:
            self._cleanup.close()
            raise

    def wait_until_ready(self) -> None:
        """Wait until both parents are warm.

        Raises:
            GradingError: the reference fails, or a sampler does; or no tier of the sandbox works that will do.
        """
        self._candidates.wait_until_ready()
        self._examiners.wait_until_ready()

    @property
    def tier(self) -> Tier:
        """The tier of the sandbox, once the parents are ready."""
        return self._candidates.tier

    def examine(self, paper: Paper) -> Transcript:
        """Examine one submission, in a folder and in processes of its own."""
        with self._processors.take() as processor, self._fresh_folder() as folder:
            room = Room(
                assignment=self._assignment,
                limits=self._limits,
                candidates=self._candidates,
                examiners=self._examiners,
                folder=folder,
                processor=processor,
                watchdog=self._watchdog,
                turns=self._turns,
            )
            sitting = Sitting(room, paper)
            try:
                return sitting.run()
            finally:
                sitting.close()

    @contextmanager
    def _fresh_folder(self) -> Iterator[str]:
        """A copy of the release for one submission, unless its sandbox makes one."""
        if self._candidates.has_own_folders:
            yield ""
            return
        folder = tempfile.mkdtemp(prefix="candidate-", dir=self._scratch)
        try:
            shutil.copytree(self._release, folder, dirs_exist_ok=True)
            hand_over(Path(folder), self._candidates.owner)
            yield folder
        finally:
            remove(folder)

    def _parent(self, kind: str, plan: Plan | None = None, **arguments: Any) -> WarmParent:
        home = self._scratch / f"{kind}-home"
        home.mkdir()
        parent = WarmParent(kind, home, plan, **arguments)
        self._cleanup.callback(parent.close)
        return parent

    def _copy(self, release: Path, name: str) -> Path:
        copy = Path(shutil.copytree(release, self._scratch / name))
        for path in (copy, *copy.rglob("*")):
            path.chmod(path.stat().st_mode | (0o755 if path.is_dir() else 0o644))
        return copy

    def __enter__(self) -> Examination:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._cleanup.close()


def _available() -> list[int | None]:
    """The processors that this process may run on; one that is not named, where the system does not tell."""
    return [*sorted(os.sched_getaffinity(0))] if hasattr(os, "sched_getaffinity") else [None]


class _Processors:
    """Which processor a submission runs on: the one with the fewest.

    Candidate and examiner take turns, so they share one: waking another costs more than a call.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._in_flight = dict.fromkeys(_available(), 0)

    @contextmanager
    def take(self) -> Iterator[int | None]:
        with self._lock:
            processor = min(self._in_flight, key=self._in_flight.__getitem__)
            self._in_flight[processor] += 1
        try:
            yield processor
        finally:
            with self._lock:
                self._in_flight[processor] -= 1
