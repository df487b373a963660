"""Grading on a Dask cluster: submissions go to its workers, what came of them comes back to this one process.

Each submission is sent to one worker, and to no other until that one has answered or is gone: so it is known what ran
where a worker was lost. A few go together, since each message costs time of its own, whatever it holds.
"""

from __future__ import annotations

import itertools
import queue
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from types import TracebackType
from typing import Any, NoReturn

from distributed import CancelledError, Client, Future, KilledWorker, Security

from nbproctor.cluster.transport import handed_in_to_bytes, marked_from_bytes, scheme_to_bytes
from nbproctor.cluster.worker import Site, is_ready, mark, opened
from nbproctor.errors import GradingError
from nbproctor.intake.handed_in import HandedIn
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.mark_scheme import MarkScheme
from nbproctor.marking.marker import Marked, set_aside
from nbproctor.marking.place import Coming, Graded, MarkingJob
from nbproctor.system.garbage import little_to_collect, no_collection

# A worker has so much for each of its threads: what is marked, and what need not be waited for then.
_IN_FLIGHT_FOR_A_THREAD = 2
# So many submissions go together, as long as there are many: one may take long, and the others wait for it.
_MOST_TOGETHER = 3
_CONNECT_SECONDS = 10
_LOOK_SECONDS = 1.0
# How long a cluster may be without workers: one that was ended is started again by its nanny in a few.
_PATIENCE_SECONDS = 60.0
# So many workers may end one after the other before one of them is ready.
_MOST_LOST = 3


# Of a Dask task. Those of one kind have the same name, which the scheduler keeps a count of.
Key = tuple[str, int]


@dataclass
class _Worker:
    """A worker of the cluster.

    Args:
        address: where it is.
        threads: how many submissions it marks at once.
        futures: its site, and that the site is ready.
        is_ready: whether it is.
        flights: the keys of what it was sent.
        has_one_alone: whether that is one submission, which has to be alone.
    """

    address: str
    threads: int
    futures: tuple[Future[Site], Future[bool]]
    is_ready: bool = False
    flights: set[Key] = field(default_factory=set)
    has_one_alone: bool = False

    @property
    def room(self) -> int:
        """How much more it may be sent."""
        return _IN_FLIGHT_FOR_A_THREAD * self.threads - len(self.flights)


@dataclass(frozen=True)
class _Flight:
    """Submissions that went to a worker together."""

    submissions: list[Submission]
    worker: _Worker
    future: Future[list[bytes | str]]
    is_alone: bool


class Cluster:
    """The cluster as a place where the submissions of one notebook are marked. Use it as a context manager.

    A submission whose worker was lost may have been the reason. So it is sent again when a worker can have it alone; if
    that worker is lost as well, it is set aside.

    Args:
        address: the scheduler's.
        scheme: what they are marked by; it travels to each worker once.
        take: takes a submission from its file; called again when it has to be sent again.

    Raises:
        GradingError: there is no scheduler.
    """

    def __init__(self, address: str, scheme: MarkScheme, take: Callable[[Submission], HandedIn]) -> None:
        self._address = address
        self._scheme = scheme
        self._parcel = scheme_to_bytes(scheme)
        self._take = take
        self._workers: dict[str, _Worker] = {}
        self._opening: dict[Key, _Worker] = {}
        self._flights: dict[Key, _Flight] = {}
        self._suspects: deque[Submission] = deque()
        self._set_aside: deque[Submission] = deque()
        self._answers: queue.SimpleQueue[tuple[Key, object]] = queue.SimpleQueue()
        self._numbers = itertools.count()
        self._lost_before_ready = 0
        self._client = _connected(address)
        self._looked, self._staffed = -_LOOK_SECONDS, time.monotonic()

    def wait_until_ready(self) -> None:
        """Wait until there is a worker that can mark.

        Raises:
            GradingError: there is none, or one is not fit for it, or the scheduler is gone.
        """
        while not any(worker.is_ready for worker in self._workers.values()):
            self._look()
            self._next_answer()

    def marked(self, submissions: Iterable[Submission]) -> Iterator[tuple[Submission, Callable[[], Marked]]]:
        """Have these submissions marked; yield each, as it comes, with what returns what came of it.

        No more are taken from their files than the workers have room for, so memory does not grow with their number.

        Raises:
            GradingError: a worker is not fit for it, there is none, or the scheduler is gone.
        """
        waiting = deque(submissions)
        while waiting or self._suspects or self._set_aside or self._flights:
            self._look()
            while self._set_aside:
                submission = self._set_aside.popleft()
                yield submission, partial(set_aside, self._scheme, self._take(submission))
            self._send(waiting)
            yield from self._next_answer()

    # Workers.

    def _look(self) -> None:
        """See which workers came and which are gone, once in a while."""
        now = time.monotonic()
        if now < self._looked + _LOOK_SECONDS:
            return
        there = self._there()
        self._looked = now
        for address in self._workers.keys() - there.keys():
            self._lose(self._workers.pop(address))
        for address in there.keys() - self._workers.keys():
            self._workers[address] = self._opened(address, there[address])
        if self._workers:
            self._staffed = now
        elif now > self._staffed + _PATIENCE_SECONDS:
            raise GradingError(
                f"the scheduler {self._address} has had no workers for {_PATIENCE_SECONDS:g} seconds: start some, and "
                "grade again; what was graded is kept"
            )

    def _there(self) -> dict[str, int]:
        """The threads of each worker that the scheduler knows, by its address."""
        if self._client.status == "running":
            with suppress(OSError):
                workers = self._client.scheduler_info(n_workers=-1)["workers"]
                return {address: worker["nthreads"] for address, worker in workers.items()}
        raise GradingError(f"the scheduler {self._address} is gone: start it, and grade again; what was graded is kept")

    def _opened(self, address: str, threads: int) -> _Worker:
        there = {"workers": [address], "pure": False}
        site = self._client.submit(opened, self._parcel, key=self._key("site"), **there)
        ready = self._client.submit(is_ready, site, key=(key := self._key("ready")), **there)
        self._opening[key] = worker = _Worker(address, threads, (site, ready))
        self._follow(key, ready)
        return worker

    def _lose(self, worker: _Worker) -> None:
        """Take back what a worker had that is gone."""
        self._client.cancel([*worker.futures, *(self._flights[key].future for key in worker.flights)], force=True)
        if not worker.is_ready:
            self._lost_before_ready += 1
            if self._lost_before_ready == _MOST_LOST:
                raise GradingError(
                    f"{_MOST_LOST} workers ended while they prepared the assignment, {worker.address} last: its log "
                    "says why; it may want more memory"
                )
        for key in worker.flights:
            self._doubt(self._flights.pop(key))

    def _doubt(self, flight: _Flight) -> None:
        """What to do with submissions that did not come back: one of them may have been the reason."""
        (self._set_aside if flight.is_alone else self._suspects).extend(flight.submissions)

    # Submissions.

    def _send(self, waiting: deque[Submission]) -> None:
        """Send as many as the workers have room for; a suspect only to a worker that has nothing else."""
        ready = [worker for worker in self._workers.values() if worker.is_ready]
        for_suspects, for_others = self._shared_out(ready)
        for worker in for_suspects:
            if not worker.flights:
                worker.has_one_alone = True
                self._fly([self._suspects.popleft()], worker)
        threads = sum(worker.threads for worker in ready)
        for worker in for_others:
            while waiting and worker.room:
                self._fly(_next_few(waiting, threads), worker)

    def _shared_out(self, ready: list[_Worker]) -> tuple[list[_Worker], list[_Worker]]:
        """The workers for suspects, half of all at most and one at least, and those for others; none that is busy."""
        free = sorted((one for one in ready if not one.has_one_alone), key=lambda worker: len(worker.flights))
        most = max(1, len(ready) // 2) - (len(ready) - len(free))
        wanted = max(0, min(len(self._suspects), most))
        return free[:wanted], free[wanted:]

    def _fly(self, submissions: list[Submission], worker: _Worker) -> None:
        key = self._key("submission")
        parcels = [handed_in_to_bytes(self._take(submission)) for submission in submissions]
        there = {"workers": [worker.address], "pure": False}
        future = self._client.submit(mark, worker.futures[0], *parcels, key=key, **there)
        self._flights[key] = _Flight(submissions, worker, future, worker.has_one_alone)
        worker.flights.add(key)
        self._follow(key, future)

    def _next_answer(self) -> list[tuple[Submission, Callable[[], Marked]]]:
        """Wait a while for an answer; return the submissions that it is about, with what returns their marks."""
        try:
            key, answer = self._answers.get(timeout=_LOOK_SECONDS)
        except queue.Empty:
            return []
        if worker := self._opening.pop(key, None):
            self._open(worker, answer)
        elif flight := self._flights.pop(key, None):
            flight.worker.flights.remove(key)
            flight.worker.has_one_alone = False
            return list(self._landed(flight, answer))
        return []  # it is of a worker that is ready now, or gone

    def _open(self, worker: _Worker, answer: object) -> None:
        match answer:
            case True:
                worker.is_ready, self._lost_before_ready = True, 0
            case GradingError():
                raise answer
            case CancelledError() | KilledWorker():
                pass  # it is gone, or all are
            case ImportError() | AttributeError() | RuntimeError():  # Dask could not read what it was sent
                raise GradingError(
                    f"the worker {worker.address} cannot grade: {type(answer).__name__}: {answer}: install the same "
                    "there, and where the scheduler runs, as here"
                ) from answer
            case _:
                _raise(answer)

    def _landed(self, flight: _Flight, answer: object) -> Iterator[tuple[Submission, Callable[[], Marked]]]:
        match answer:
            case list():
                for submission, one in zip(flight.submissions, answer, strict=True):
                    yield submission, partial(_marked, one, flight.worker.address)
            case CancelledError() | KilledWorker():
                self._doubt(flight)
                self._looked = -_LOOK_SECONDS
            case _:
                for submission in flight.submissions:
                    yield submission, partial(_raise, answer)

    def _follow(self, key: Key, future: Future[Any]) -> None:
        """Let an answer be put into the queue when it is there; nothing is waited for."""

        async def follow() -> None:
            try:
                answer = await self._client.gather(future, asynchronous=True)
            except BaseException as error:
                answer = error
            self._answers.put((key, answer))

        loop = self._client.loop
        assert loop is not None
        loop.add_callback(follow)

    def _key(self, kind: str) -> Key:
        return f"course-{kind}-{self._client.id}", next(self._numbers)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        # The scheduler forgets what nobody waits for any more, and the workers end their sites.
        self._client.close()


class DaskCluster:
    """The workers of a Dask cluster as a place where submissions are marked.

    Args:
        address: the scheduler's.
    """

    def __init__(self, address: str) -> None:
        self._address = address

    def graded(self, job: MarkingJob) -> Coming:
        """Have the submissions marked by the workers, and written here; yield each, as it comes.

        Raises:
            GradingError: there is no scheduler, or no worker that is fit for it.
        """
        with no_collection():
            job.prepare()
        with Cluster(self._address, job.scheme, job.take) as cluster:
            cluster.wait_until_ready()
            with little_to_collect():
                for submission, marked in cluster.marked(job.submissions):
                    yield submission, partial(_written, job, submission, marked)


def _written(job: MarkingJob, submission: Submission, marked: Callable[[], Marked]) -> Graded:
    return job.write(submission, marked())


def _connected(address: str) -> Client:
    if address.startswith("tls:") and not Security().get_connection_args("client").get("ssl_context"):
        raise GradingError(
            f"{address!r} wants a certificate, and Dask's configuration here names none: docs/scaling.md"
        )
    try:
        return Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        said = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise GradingError(
            f"no Dask scheduler could be reached at {address!r} ({said}): is it started, and the address of the form "
            "tcp://host:8786?"
        ) from None


def _next_few(waiting: deque[Submission], threads: int) -> list[Submission]:
    """Take those that go together: towards the end each goes alone, so that all threads are done at about one time."""
    share = len(waiting) // (2 * _IN_FLIGHT_FOR_A_THREAD * threads)
    return [waiting.popleft() for _ in range(min(max(share, 1), _MOST_TOGETHER))]


def _marked(answer: bytes | str, address: str) -> Marked:
    if isinstance(answer, str):
        raise RuntimeError(f"on {address}:\n{answer}")
    return marked_from_bytes(answer)


def _raise(error: object) -> NoReturn:
    raise error if isinstance(error, BaseException) else TypeError(f"a worker answered {type(error).__name__}")
