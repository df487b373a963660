"""A worker's side of a cluster: it lays an assignment out in a folder, and marks submissions."""

from __future__ import annotations

import gc
import threading
import traceback
import weakref
from contextlib import ExitStack
from typing import Any

from distributed import get_worker, rejoin, secede

from nbproctor.errors import GradingError
from nbproctor.examination.machine.turns import Turns
from nbproctor.marking.cluster.packing import handed_in_from_bytes, marked_to_bytes, scheme_from_bytes, versions_in
from nbproctor.marking.marker import Marker
from nbproctor.system.memory import little_to_collect
from nbproctor.system.scratch_folders import Scratch, remove_abandoned
from nbproctor.system.versions import difference, versions


class AssignmentOnWorker:
    """An assignment laid out on this worker: its files in a folder, and the processes of its examination.

    Both last as long as the worker keeps this object.

    Args:
        packed_scheme: as `scheme_to_bytes` makes it.
    """

    def __init__(self, packed_scheme: bytes) -> None:
        self._packed_scheme = packed_scheme
        self._lock = threading.Lock()
        self._marker: Marker | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return AssignmentOnWorker, (self._packed_scheme,)  # on another worker it is laid out anew

    def marker(self) -> Marker:
        """The marker, started by the first call.

        Raises:
            GradingError: this worker is not fit for the assignment.
        """
        with self._lock:
            if self._marker is None:
                self._marker = self._started()
            return self._marker

    def _started(self) -> Marker:
        if differing := difference(versions(), versions_in(self._packed_scheme)):
            raise GradingError(f"it has {differing}: install the same versions there as here")
        gc.collect()  # an exception may still hold the assignment of a run that was killed
        remove_abandoned()
        with ExitStack() as opened:
            scratch = Scratch()
            opened.callback(scratch.remove)
            scheme = scheme_from_bytes(self._packed_scheme, scratch.path / "course")
            marker = opened.enter_context(Marker(scheme, _ThreadsOfWorker()))
            marker.wait_until_ready()
            opened.enter_context(little_to_collect())
            weakref.finalize(self, opened.pop_all().close)
        return marker


class _ThreadsOfWorker(Turns):
    """The threads of a worker as turns: a submission that only waits leaves its thread to another one."""

    def __init__(self) -> None:
        super().__init__(1)

    def take(self) -> None:
        rejoin()

    def give_up(self) -> None:
        secede()


def laid_out(packed_scheme: bytes) -> AssignmentOnWorker:
    """Lay an assignment out on this worker, and wait until it can mark submissions.

    Raises:
        GradingError: this worker, which the sentence names, is not fit for it.
    """
    assignment = AssignmentOnWorker(packed_scheme)
    try:
        assignment.marker()
    except GradingError as error:
        raise GradingError(f"the worker {get_worker().address} cannot grade: {error}") from None
    except Exception:
        raise RuntimeError(traceback.format_exc()) from None  # not every exception can travel between machines
    return assignment


def is_ready(assignment: AssignmentOnWorker) -> bool:
    """Wait until submissions can be marked; an assignment that came from another worker is laid out here first."""
    assignment.marker()
    return True


def mark(assignment: AssignmentOnWorker, *submissions: bytes) -> list[bytes | str]:
    """Mark submissions, one after the other.

    Args:
        submissions: as `handed_in_to_bytes` makes them.

    Returns:
        For each submission what `marked_to_bytes` makes; or a text, the traceback of a bug in this package.

    Raises:
        GradingError: this worker cannot go on.
    """
    return [_mark(assignment.marker(), submission) for submission in submissions]


def _mark(marker: Marker, submission: bytes) -> bytes | str:
    try:
        return marked_to_bytes(marker.mark(handed_in_from_bytes(submission)))
    except GradingError as error:
        raise GradingError(f"the worker {get_worker().address} cannot go on: {error}") from None
    except Exception:  # a bug of ours; the grader writes it down
        return traceback.format_exc()
