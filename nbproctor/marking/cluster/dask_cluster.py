"""Grading on a Dask cluster: submissions go to its workers, and their marks come back to this process.

A submission is sent to another worker only when the first is gone, so it is known which submissions a lost worker had.
A few submissions go together, since each message costs time, whatever it holds.
"""

from __future__ import annotations

import itertools
import logging
import queue
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from types import TracebackType
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from distributed import CancelledError, Client, Future, KilledWorker, Security

from nbproctor.errors import GradingError
from nbproctor.intake.handed_in import HandedIn
from nbproctor.intake.submission_folders import Submission
from nbproctor.marking.cluster.packing import handed_in_to_bytes, marked_from_bytes, scheme_to_bytes
from nbproctor.marking.cluster.worker import AssignmentOnWorker, is_ready, laid_out, mark
from nbproctor.marking.mark_scheme import MarkScheme
from nbproctor.marking.marker import Marked, set_aside
from nbproctor.marking.marking_place import Coming, MarkingJob
from nbproctor.system.memory import little_to_collect, no_collection

_MESSAGES_FOR_A_THREAD = 2  # one is marked, and the next one is there when that is done
_SUBMISSIONS_IN_A_MESSAGE = 3  # at most: if the first takes long, the others have to wait
_SECONDS_TO_CONNECT = 10
_SECONDS_BETWEEN_LOOKS = 1.0  # at the list of workers
_SECONDS_WITHOUT_WORKERS = 60.0  # a nanny needs a few seconds to start an ended worker again
_WORKERS_LOST_BEFORE_READY = 3  # one after the other: then the run ends
_ATTEMPTS_ALONE = 2  # a submission is set aside after that; one worker may end for a cause of its own

# The key of a Dask task: the name of its kind, and a number.
TaskKey = tuple[str, int]
# What is marked: something that stands for a submission.
WorkT = TypeVar("WorkT")


class Waiting(Protocol[WorkT]):
    """The submissions that wait to be marked.

    Attributes:
        pause_seconds: how long to wait for the workers' answers before `next_few` is called again.
    """

    pause_seconds: float

    @property
    def is_over(self) -> bool:
        """Whether no more will come."""

    def next_few(self, threads: int) -> list[WorkT]:
        """Take the submissions of the next message; none if none waits now.

        Args:
            threads: how many submissions all workers mark at once.
        """


@dataclass
class _Worker:
    """A worker of the cluster.

    Args:
        assignment: the assignment laid out there, and whether it is ready.
        messages: the keys of the messages that it has not answered.
        has_suspect: whether it has a submission that must be alone.
    """

    address: str
    threads: int
    assignment: tuple[Future[AssignmentOnWorker], Future[bool]]
    is_ready: bool = False
    messages: set[TaskKey] = field(default_factory=set)
    has_suspect: bool = False

    @property
    def room(self) -> int:
        """How many more messages it may be sent."""
        return _MESSAGES_FOR_A_THREAD * self.threads - len(self.messages)


@dataclass(frozen=True)
class _Message(Generic[WorkT]):
    """Submissions that went to a worker together.

    Args:
        attempt: the number of this attempt on a worker that had nothing else; 0 for the first one, among others.
    """

    submissions: list[WorkT]
    worker: _Worker
    future: Future[list[bytes | str]]
    attempt: int


class Cluster(Generic[WorkT]):
    """The cluster as a place where the submissions of one notebook are marked. Use it as a context manager.

    A submission may be why its worker was lost. So what a lost worker had is sent again, each submission alone to a
    worker that has no other. If that worker is lost as well, and one more, the submission is set aside.

    Args:
        address: the scheduler's.
        scheme: is sent to each worker once.
        take: takes a submission from its file; it is called again when a submission is sent again.

    Raises:
        GradingError: there is no scheduler.
    """

    def __init__(self, address: str, scheme: MarkScheme, take: Callable[[WorkT], HandedIn]) -> None:
        self._address = address
        self._scheme = scheme
        self._packed_scheme = scheme_to_bytes(scheme)
        self._take = take
        self._workers: dict[str, _Worker] = {}
        self._preparing: dict[TaskKey, _Worker] = {}
        self._messages: dict[TaskKey, _Message[WorkT]] = {}
        self._suspects: deque[tuple[WorkT, int]] = deque()
        self._set_aside: deque[WorkT] = deque()
        self._answers: queue.SimpleQueue[tuple[TaskKey, object]] = queue.SimpleQueue()
        self._numbers = itertools.count()
        self._lost_before_ready = 0
        self._client = _connected(address)
        self._last_look, self._last_staffed = -_SECONDS_BETWEEN_LOOKS, time.monotonic()

    def wait_until_ready(self) -> None:
        """Wait until a worker can mark.

        Raises:
            GradingError: there is no worker, a worker is not fit for it, or the scheduler is gone.
        """
        while not any(worker.is_ready for worker in self._workers.values()):
            self._look()
            self._next_answer(_SECONDS_BETWEEN_LOOKS)

    @property
    def at_once(self) -> int:
        """How many submissions are marked at once, by the workers that are ready."""
        return sum(worker.threads for worker in list(self._workers.values()) if worker.is_ready)

    def marked(self, waiting: Waiting[WorkT]) -> Iterator[tuple[WorkT, Callable[[], Marked]]]:
        """Have submissions marked; yield each, as it comes, with a function that returns the marked one or raises.

        They are taken from their files when a worker has room for them, so memory does not grow with their number.

        Raises:
            GradingError: there is no worker, a worker is not fit for it, or the scheduler is gone.
        """
        while not waiting.is_over or self._suspects or self._set_aside or self._messages:
            self._look()
            while self._set_aside:
                submission = self._set_aside.popleft()
                yield submission, partial(set_aside, self._scheme, self._take(submission))
            self._send(waiting)
            yield from self._next_answer(waiting.pause_seconds)

    # Workers.

    def _look(self) -> None:
        """See, now and then, which workers came and which are gone."""
        now = time.monotonic()
        if now < self._last_look + _SECONDS_BETWEEN_LOOKS:
            return
        there = self._there()
        self._last_look = now
        for address in self._workers.keys() - there.keys():
            self._lose(self._workers.pop(address))
        for address in there.keys() - self._workers.keys():
            self._workers[address] = self._added(address, there[address])
        if self._workers:
            self._last_staffed = now
        elif now > self._last_staffed + _SECONDS_WITHOUT_WORKERS:
            raise GradingError(
                f"the scheduler {self._address} has had no workers for {_SECONDS_WITHOUT_WORKERS:g} seconds: start "
                "some, and grade again; finished grades are kept"
            )

    def _there(self) -> dict[str, int]:
        """How many threads each worker has, by its address."""
        if self._client.status == "running":
            with suppress(OSError):
                workers = self._client.scheduler_info(n_workers=-1)["workers"]
                return {address: worker["nthreads"] for address, worker in workers.items()}
        raise GradingError(
            f"the scheduler {self._address} has stopped: start it, and grade again; finished grades are kept"
        )

    def _added(self, address: str, threads: int) -> _Worker:
        """Have the assignment laid out on a new worker."""
        _, assignment = self._submit(address, "assignment", laid_out, self._packed_scheme)
        key, ready = self._submit(address, "ready", is_ready, assignment)
        self._preparing[key] = worker = _Worker(address, threads, (assignment, ready))
        self._follow(key, ready)
        return worker

    def _lose(self, worker: _Worker) -> None:
        """Take back what a lost worker had."""
        self._client.cancel([*worker.assignment, *(self._messages[key].future for key in worker.messages)], force=True)
        if not worker.is_ready:
            self._lost_before_ready += 1
            if self._lost_before_ready == _WORKERS_LOST_BEFORE_READY:
                raise GradingError(
                    f"{_WORKERS_LOST_BEFORE_READY} workers ended while preparing the assignment, the last at "
                    f"{worker.address}: see its log; it may need more memory"
                )
        for key in worker.messages:
            self._doubt(self._messages.pop(key))

    def _doubt(self, message: _Message[WorkT]) -> None:
        """Keep a lost worker's submissions for an attempt alone, or set aside the one that has had them all."""
        if message.attempt == _ATTEMPTS_ALONE:
            self._set_aside.extend(message.submissions)
        else:
            self._suspects.extend((submission, message.attempt + 1) for submission in message.submissions)

    # Submissions.

    def _send(self, waiting: Waiting[WorkT]) -> None:
        """Send as many submissions as the workers have room for; a suspect only to a worker that has nothing else."""
        ready = [worker for worker in self._workers.values() if worker.is_ready]
        for_suspects, for_others = self._shared_out(ready)
        for worker in for_suspects:
            if not worker.messages:
                worker.has_suspect = True
                suspect, attempt = self._suspects.popleft()
                self._send_message([suspect], worker, attempt)
        threads = self.at_once
        for worker in for_others:
            while worker.room and (few := waiting.next_few(threads)):
                self._send_message(few, worker)

    def _shared_out(self, ready: list[_Worker]) -> tuple[list[_Worker], list[_Worker]]:
        """The workers that get a suspect, at most half of all but at least one; and those that get other submissions.

        A worker that has a suspect gets nothing more.
        """
        free = sorted((worker for worker in ready if not worker.has_suspect), key=lambda worker: len(worker.messages))
        most = max(1, len(ready) // 2) - (len(ready) - len(free))
        wanted = max(0, min(len(self._suspects), most))
        return free[:wanted], free[wanted:]

    def _send_message(self, submissions: list[WorkT], worker: _Worker, attempt: int = 0) -> None:
        packed = [handed_in_to_bytes(self._take(submission)) for submission in submissions]
        key, future = self._submit(worker.address, "submission", mark, worker.assignment[0], *packed)
        self._messages[key] = _Message(submissions, worker, future, attempt)
        worker.messages.add(key)
        self._follow(key, future)

    def _next_answer(self, seconds: float) -> list[tuple[WorkT, Callable[[], Marked]]]:
        """Wait so long for an answer; return its submissions, as `marked` yields them."""
        try:
            key, answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            return []
        if worker := self._preparing.pop(key, None):
            self._prepared(worker, answer)
        elif message := self._messages.pop(key, None):
            message.worker.messages.remove(key)
            message.worker.has_suspect = False
            return list(self._answered(message, answer))
        return []  # the answer of a worker that is gone

    def _prepared(self, worker: _Worker, answer: object) -> None:
        match answer:
            case True:
                worker.is_ready, self._lost_before_ready = True, 0
            case GradingError():
                raise answer
            case CancelledError() | KilledWorker():
                pass  # this worker is gone, or all workers are
            case ImportError() | AttributeError() | RuntimeError():  # Dask could not read what it was sent
                raise GradingError(
                    f"the worker {worker.address} cannot grade: {type(answer).__name__}: {answer}: install the same "
                    "versions there, and on the scheduler's machine, as here"
                ) from answer
            case _:
                _raise(answer)

    def _answered(self, message: _Message[WorkT], answer: object) -> Iterator[tuple[WorkT, Callable[[], Marked]]]:
        match answer:
            case list():
                for submission, marks in zip(message.submissions, answer, strict=True):
                    yield submission, partial(_marked, marks, message.worker.address)
            case CancelledError() | KilledWorker():
                self._doubt(message)
                self._last_look = -_SECONDS_BETWEEN_LOOKS
            case _:
                for submission in message.submissions:
                    yield submission, partial(_raise, answer)

    def _follow(self, key: TaskKey, future: Future[Any]) -> None:
        """Have an answer put into the queue when it comes; this returns at once."""

        async def follow() -> None:
            try:
                answer = await self._client.gather(future, asynchronous=True)
            except BaseException as error:
                answer = error
            self._answers.put((key, answer))

        loop = self._client.loop
        assert loop is not None
        loop.add_callback(follow)

    def _submit(self, address: str, kind: str, function: Callable[..., Any], *given: object) -> tuple[TaskKey, Any]:
        key = f"course-{kind}-{self._client.id}", next(self._numbers)
        return key, self._client.submit(function, *given, key=key, workers=[address], pure=False)

    def close(self) -> None:
        """Leave the cluster; a thread that waits for answers gets the error that the scheduler has stopped."""
        self._client.close()

    def __enter__(self) -> Cluster[WorkT]:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        # The scheduler forgets what nobody waits for any more, and so the workers give up the assignment.
        self.close()


class _WholeClass:
    """All submissions of a class, which wait from the beginning."""

    pause_seconds = _SECONDS_BETWEEN_LOOKS

    def __init__(self, submissions: Iterable[Submission]) -> None:
        self._left = deque(submissions)

    @property
    def is_over(self) -> bool:
        return not self._left

    def next_few(self, threads: int) -> list[Submission]:
        """Take the submissions of the next message: towards the end one each, so that all threads end together."""
        share = len(self._left) // (2 * _MESSAGES_FOR_A_THREAD * threads)
        count = min(max(share, 1), _SUBMISSIONS_IN_A_MESSAGE, len(self._left))
        return [self._left.popleft() for _ in range(count)]


class DaskCluster:
    """The workers of a Dask cluster as a place where submissions are marked."""

    waits_for = "workers of the cluster"

    def __init__(self, address: str) -> None:
        self._address = address
        self.reference_failures: list[str] = []  # workers do not report them

    def marked(self, job: MarkingJob) -> Coming:
        """Have the workers mark the submissions; yield each as it comes.

        Raises:
            GradingError: there is no scheduler, or no worker that is fit for it.
        """
        with no_collection():
            job.meanwhile()
        with Cluster(self._address, job.scheme, job.take) as cluster:
            cluster.wait_until_ready()
            with little_to_collect():
                yield from cluster.marked(_WholeClass(job.submissions))


def _connected(address: str) -> Client:
    if address.startswith("tls:") and not Security().get_connection_args("client").get("ssl_context"):
        raise GradingError(
            f"{address!r} requires a certificate, but Dask's configuration here names none: see docs/scaling.md"
        )
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # a lost scheduler has a message of ours
    try:
        return Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        said = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise GradingError(
            f"no Dask scheduler could be reached at {address!r} ({said}): check that it is running, and that the "
            "address has the form tcp://host:8786"
        ) from None


def _marked(answer: bytes | str, address: str) -> Marked:
    if isinstance(answer, str):
        raise RuntimeError(f"on {address}:\n{answer}")
    return marked_from_bytes(answer)


def _raise(error: object) -> NoReturn:
    raise error if isinstance(error, BaseException) else TypeError(f"a worker answered {type(error).__name__}")
