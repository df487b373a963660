"""Runners and judges in processes of their own, started as the grader starts them."""

from __future__ import annotations

import shutil
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from nbproctor.assignment.notebook import Assignment
from nbproctor.config import Course
from nbproctor.examination.grader.exam_processes import JudgeProcess
from nbproctor.examination.grader.examination import Examination
from nbproctor.examination.grader.examination_settings import ExaminationSettings
from nbproctor.examination.grader.warm_parent import Parents
from nbproctor.examination.machine.turns import Turns
from nbproctor.examination.outcomes.outcome import TablesMemory
from nbproctor.examination.sandbox.tiers import hand_over
from nbproctor.examination.wire.channel import Channel, PlainCodec, report_bytes
from nbproctor.examination.wire.messages import (
    CellReport,
    Enforced,
    Judged,
    Message,
    RunCell,
    RunGradedCell,
    RunnerStart,
    RunSuiteCell,
)
from nbproctor.marking.mark_scheme import examination_settings
from tests.patience import HANGS


class Runner:
    """A runner, and the judge of what it writes.

    Args:
        parents: fork them.
        release: what a runner's own folder is copied from, if its sandbox makes none.
        output_bytes: how much output of one cell is kept.

    Attributes:
        process: the number of the runner's process.
    """

    def __init__(self, parents: Parents, release: Path, output_bytes: int) -> None:
        self._ends = ExitStack()
        self._tables = TablesMemory()
        self._ends.callback(self._tables.close)
        ours, theirs = socket.socketpair()
        self._channel = Channel(ours, PlainCodec(max_bytes=report_bytes(output_bytes)))
        self._ends.callback(self._channel.close)
        with theirs:
            child = parents.runners.fork(theirs, self._tables)
        self._ends.callback(child.kill)
        self.process = child.process
        folder = ""
        if not parents.runners.has_own_folders:
            folder = self._ends.enter_context(tempfile.TemporaryDirectory())
            shutil.copytree(release, folder, dirs_exist_ok=True)
            hand_over(Path(folder), parents.runners.owner)
        self._channel.send(RunnerStart(folder, None, {}).parts())
        Enforced.read(self._receive())
        assert parents.judges is not None
        self._judge = JudgeProcess(parents.judges)
        self._ends.callback(self._judge.close)

    def run(self, source: str) -> CellReport:
        return self._asked(RunCell(source))

    def run_graded(self, source: str, makes_calls: bool = True) -> tuple[CellReport, bytes]:
        """Run a test cell with the official inputs; return the tables that it wrote as well."""
        report = self._asked(RunGradedCell(source, makes_calls))
        return report, self._tables.take()

    def run_suite(self, test: str, source: str) -> tuple[CellReport, Judged]:
        """Run a test cell that judges a suite; return what the judge says as well."""
        ours, theirs = socket.socketpair()
        with ours, theirs:
            self._judge.begin_suite(test, ours)
            self._channel.send(RunSuiteCell(source).parts())
            self._channel.send_socket(theirs)
        report = CellReport.read(self._receive())
        return report, self._judge.suite()

    def judged(self, test: str, tables: bytes) -> Judged:
        """What a judge says of the tables of a test cell."""
        return self._judge.tables(test, tables)

    def _asked(self, message: Message) -> CellReport:
        self._channel.send(message.parts())
        return CellReport.read(self._receive())

    def _receive(self) -> object:
        return self._channel.receive(time.monotonic() + HANGS)

    def close(self) -> None:
        self._ends.close()


@dataclass(frozen=True)
class Exam:
    """One assignment's warm parents."""

    parents: Parents
    settings: ExaminationSettings

    def runner(self) -> AbstractContextManager[Runner]:
        """A runner that has run no cell."""
        return closing(Runner(self.parents, self.settings.release_folder, self.settings.limits.output_bytes))


@contextmanager
def exam(course: Course, name: str, seed: str = "a secret seed") -> Iterator[Exam]:
    """The warm parents of an assignment whose release is built, while the context lasts."""
    (assignment,) = Assignment.read_all(course.source / name)
    settings = examination_settings(course, assignment, seed)
    with Examination(settings, Turns(1)) as examination:
        examination.wait_until_ready()
        yield Exam(examination.parents, settings)
