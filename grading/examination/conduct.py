"""The way in: an assignment's examination, ready to examine one submission after the other."""

from __future__ import annotations

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

from grading.examination.sitting import Limits, Room, Sitting
from grading.examination.transcript import Transcript
from grading.examination.warm import WarmParent
from grading.notebook import Assignment
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
    """

    def __init__(
        self, assignment: Assignment, release: Path, course: Path, samplers: Path, seed: str, limits: Limits
    ) -> None:
        self._assignment = assignment
        self._limits = limits
        self._processors = _Processors()
        self._cleanup = ExitStack()
        self._scratch = Path(self._cleanup.enter_context(tempfile.TemporaryDirectory(prefix="course-")))
        self._release = self._copy(release, "release")
        notebook = nbformat.read(release / assignment.path.name, as_version=4)
        try:
            self._candidates = self._parent(
                "candidate",
                course=str(course),
                release=str(self._release),
                sources=[cell.source for cell in notebook.cells if cell.cell_type == "code"],
                output_bytes=limits.output_bytes,
            )
            self._examiners = self._parent(
                "examiner",
                name=assignment.name,
                path=str(assignment.path),
                notebook=nbformat.writes(assignment.notebook),
                release=str(self._copy(release, "examiner")),
                samplers=str(samplers),
                seed=seed,
                output_bytes=limits.output_bytes,
            )
        except BaseException:
            self._cleanup.close()
            raise

    def wait_until_ready(self) -> None:
        """Wait until both parents are warm.

        Raises:
            GradingError: the reference fails, or a sampler does.
        """
        self._candidates.wait_until_ready()
        self._examiners.wait_until_ready()

    def examine(self, paper: Paper) -> Transcript:
        """Examine one submission, in a folder and in processes of its own."""
        with self._processors.take() as processor, self._fresh_folder() as folder:
            room = Room(
                assignment=self._assignment,
                limits=self._limits,
                candidates=self._candidates,
                examiners=self._examiners,
                folder=folder,
                readable=[str(self._release)],
                processor=processor,
            )
            sitting = Sitting(room, paper)
            try:
                return sitting.run()
            finally:
                sitting.close()

    @contextmanager
    def _fresh_folder(self) -> Iterator[str]:
        with tempfile.TemporaryDirectory(prefix="candidate-", dir=self._scratch, ignore_cleanup_errors=True) as folder:
            shutil.copytree(self._release, folder, dirs_exist_ok=True)
            yield folder

    def _parent(self, kind: str, **arguments: Any) -> WarmParent:
        home = self._scratch / f"{kind}-home"
        home.mkdir()
        parent = WarmParent(kind, home, **arguments)
        self._cleanup.callback(parent.close)
        return parent

    def _copy(self, release: Path, name: str) -> Path:
        return Path(shutil.copytree(release, self._scratch / name))

    def __enter__(self) -> Examination:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._cleanup.close()


class _Processors:
    """Which processor a submission runs on: the one with the fewest.

    Candidate and examiner take turns, so they share one: waking another costs more than a call.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._in_flight = dict.fromkeys(sorted(os.sched_getaffinity(0)), 0)

    @contextmanager
    def take(self) -> Iterator[int]:
        with self._lock:
            processor = min(self._in_flight, key=self._in_flight.__getitem__)
            self._in_flight[processor] += 1
        try:
            yield processor
        finally:
            with self._lock:
                self._in_flight[processor] -= 1
