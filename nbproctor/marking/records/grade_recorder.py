"""GradeRecorder: writes the gradebook's rows of each submission, and then its `results.json`, which makes it done."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING

from nbproctor.errors import GradingError
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.records.feedback_pages import FeedbackPages
from nbproctor.marking.records.grade_entry import Entry
from nbproctor.marking.records.record_seal import RecordSeal
from nbproctor.results import Result, Sharing
from nbproctor.system import whole_files

if TYPE_CHECKING:
    from nbproctor.gradebook.gradebook_writer import GradebookWriter

_SECONDS_BETWEEN_BATCHES = 0.5  # at least
_SUBMISSIONS_OF_A_BATCH = 200

Recorded = tuple[Submission, Result | Exception]
"""A recorded submission, with its result or with the exception that it met."""


class GradeRecorder:
    """Records entries in batches, in a thread of its own. Use it as a context manager.

    Whenever the process dies, a submission with a `results.json` has its files and its rows. Once the gradebook is
    open, all entries that were put in are recorded when the context ends, even by an exception.

    Args:
        opened: opens the gradebook; called in the caller's thread, since it imports much.
        pages: remakes the pages that decisions in the gradebook change.

    Attributes:
        recorded: how many submissions have been recorded, by this run or an earlier one.
    """

    def __init__(self, opened: Callable[[], GradebookWriter], seal: RecordSeal, pages: FeedbackPages) -> None:
        self._opened = opened
        self._seal = seal
        self._pages = pages
        self._is_open = False
        self._cleanup = ExitStack()
        self._sharing = Sharing()
        self._changed = threading.Condition()
        self._waiting: deque[Entry] = deque()
        self._done: list[Recorded] = []
        self._being_recorded = 0
        self.recorded = 0
        self._hurry = self._closing = False
        self._problem: BaseException | None = None

    def open(self) -> None:
        """Open the gradebook, if it is not open.

        Raises:
            GradingError: it cannot be opened.
        """
        if not self._is_open:
            writer = self._cleanup.enter_context(self._opened())
            self._cleanup.enter_context(self._pages)
            thread = threading.Thread(target=self._run, args=(writer,), name="recorder", daemon=True)
            thread.start()
            self._cleanup.callback(thread.join)
            self._is_open = True

    def record(self, entries: Iterable[Entry]) -> Iterator[Recorded]:
        """Record entries; yield each submission once it is recorded.

        Raises:
            GradingError: the gradebook, or the disk, cannot be written to any more.
        """
        for entry in entries:
            self._put(entry)
            yield from self._recorded_since()
        yield from self._finish()

    def _put(self, entry: Entry) -> None:
        """Hand an entry over; wait while too many wait. A few may wait for the gradebook to be opened."""
        if len(self._waiting) >= _SUBMISSIONS_OF_A_BATCH:
            self.open()
        with self._changed:
            self._changed.wait_for(lambda: self._problem or len(self._waiting) < 2 * _SUBMISSIONS_OF_A_BATCH)
            self._raise_problem()
            self._waiting.append(entry)
            self._changed.notify_all()

    def _recorded_since(self) -> list[Recorded]:
        """The submissions recorded since the last call."""
        with self._changed:
            self._raise_problem()
            done, self._done = self._done, []
        return [
            (submission, self._sharing.shared(outcome) if isinstance(outcome, Result) else outcome)
            for submission, outcome in done
        ]

    def _finish(self) -> list[Recorded]:
        """Wait until everything is recorded; return the rest of it."""
        if self._waiting:
            self.open()
        with self._changed:
            self._hurry = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._problem or not (self._waiting or self._being_recorded))
            self._hurry = False
        return self._recorded_since()

    def _raise_problem(self) -> None:
        if self._problem:
            raise self._problem

    def _run(self, writer: GradebookWriter) -> None:
        try:
            while batch := self._next():
                found = self._record_batch(writer, batch)
                with self._changed:
                    self._done.extend(found)
                    self.recorded += sum(isinstance(outcome, Result) for _, outcome in found)
                    self._being_recorded = 0
                    self._changed.notify_all()
        except BaseException as problem:  # it is raised where the entries come from
            with self._changed:
                self._problem = problem
                self._changed.notify_all()

    def _record_batch(self, writer: GradebookWriter, batch: list[Entry]) -> list[Recorded]:
        """Record a batch; if that fails, record each entry alone."""
        try:
            whole_files.flush(path for entry in batch for path in entry.files)
            rows = [row for entry in batch for row in entry.rows]
            decided = writer.write(rows) if rows else {}
            batch = self._pages.decided(batch, decided)
        except GradingError:
            raise
        except Exception as error:  # one entry may be the cause
            whole_files.raise_if_full(error)
            if len(batch) > 1:
                return [recorded for entry in batch for recorded in self._record_batch(writer, [entry])]
            return [(batch[0].submission, error)]
        return [self._with_results_file(entry) for entry in batch]

    def _with_results_file(self, entry: Entry) -> Recorded:
        if entry.results_file and isinstance(entry.outcome, Result) and not entry.is_recorded:
            try:
                whole_files.write(entry.results_file, self._seal.sealed(entry.outcome))
            except OSError as error:
                whole_files.raise_if_full(error)
                return entry.submission, error
        return entry.submission, entry.outcome

    def _next(self) -> list[Entry]:
        """Wait for the next batch: all that waits; empty if no more will come."""
        earliest = time.monotonic() + _SECONDS_BETWEEN_BATCHES
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closing)
            while (
                not (self._hurry or len(self._waiting) >= _SUBMISSIONS_OF_A_BATCH)
                and (pause := earliest - time.monotonic()) > 0
            ):
                self._changed.wait(pause)
            batch = [self._waiting.popleft() for _ in range(min(_SUBMISSIONS_OF_A_BATCH, len(self._waiting)))]
            self._being_recorded = len(batch)
            self._changed.notify_all()
            return batch

    def __enter__(self) -> GradeRecorder:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        with self._changed:
            self._closing = self._hurry = True
            self._changed.notify_all()
        self._cleanup.close()
