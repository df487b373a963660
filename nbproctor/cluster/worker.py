"""A worker's side of a cluster: an assignment laid out in a folder there, ready to mark what is sent."""

from __future__ import annotations

import gc
import threading
import traceback
import weakref
from contextlib import ExitStack
from typing import Any

from distributed import get_worker, rejoin, secede

from nbproctor.cluster.transport import handed_in_from_bytes, marked_to_bytes, scheme_from_bytes, versions_in
from nbproctor.errors import GradingError
from nbproctor.examination.grader.turns import Turns
from nbproctor.marking.marker import Marker
from nbproctor.system.garbage import little_to_collect
from nbproctor.system.scratch_folders import Scratch, remove_abandoned
from nbproctor.system.versions import difference, versions


class Site:
    """One assignment on this worker. It lasts while the worker keeps it; its processes and its folder end with it.

    Args:
        parcel: the mark scheme, packed.
    """

    def __init__(self, parcel: bytes) -> None:
        self._parcel = parcel
        self._lock = threading.Lock()
        self._marker: Marker | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Site, (self._parcel,)  # on another worker it is another one

    def marker(self) -> Marker:
        """The marker, started when it is first asked for.

        Raises:
            GradingError: this worker is not fit for the assignment.
        """
        with self._lock:
            if self._marker is None:
                self._marker = self._started()
            return self._marker

    def _started(self) -> Marker:
        if differing := difference(versions(), versions_in(self._parcel)):
            raise GradingError(f"it has {differing}: install the same there as here")
        gc.collect()  # an exception may keep the site of a run that was killed
        remove_abandoned()
        with ExitStack() as opened:
            scratch = Scratch()
            opened.callback(scratch.remove)
            scheme = scheme_from_bytes(self._parcel, scratch.path / "course")
            marker = opened.enter_context(Marker(scheme, _ThreadsOfWorker()))
            marker.wait_until_ready()
            opened.enter_context(little_to_collect())
            weakref.finalize(self, opened.pop_all().close)
        return marker


class _ThreadsOfWorker(Turns):
    """A worker's threads are the turns: a submission that only waits leaves its thread to another."""

    def __init__(self) -> None:
        super().__init__(1)

    def take(self) -> None:
        rejoin()

    def give_up(self) -> None:
        secede()


def opened(parcel: bytes) -> Site:
    """A site that is ready.

    Raises:
        GradingError: this worker is not fit for it; the sentence names the worker.
    """
    site = Site(parcel)
    try:
        site.marker()
    except GradingError as error:
        raise GradingError(f"the worker {get_worker().address} cannot grade: {error}") from None
    except Exception:
        raise RuntimeError(traceback.format_exc()) from None  # there are exceptions that cannot travel
    return site


def is_ready(site: Site) -> bool:
    """Whether a site can mark: it starts, if it came from another worker."""
    site.marker()
    return True


def mark(site: Site, *handed_in: bytes) -> list[bytes | str]:
    """Mark submissions, one after the other; what is a text is the traceback of a bug of ours.

    Raises:
        GradingError: this worker cannot go on.
    """
    return [_mark(site.marker(), each) for each in handed_in]


def _mark(marker: Marker, handed_in: bytes) -> bytes | str:
    try:
        return marked_to_bytes(marker.mark(handed_in_from_bytes(handed_in)))
    except GradingError as error:
        raise GradingError(f"the worker {get_worker().address} cannot go on: {error}") from None
    except Exception:
        return traceback.format_exc()
