"""The test cell's own functions, which the student's code may call while the test waits for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nbproctor.examination.examiner.arrived_values import Arrivals
from nbproctor.examination.examiner.rehearsal.reference_uses import CALLED_BACK
from nbproctor.examination.examiner.rehearsal.refusals import CandidateGone
from nbproctor.examination.examiner.sent_objects import harmless
from nbproctor.examination.wire.changed_arguments import ArgumentSnapshot
from nbproctor.examination.wire.messages.exam_messages import RAISED, RETURNED, CallBack
from nbproctor.examination.wire.wire_bounds import WireError

MAX_DEPTH_OF_CALLBACKS = 50
MAX_CALLBACKS = 200_000  # in one test cell


class Callbacks:
    """Calls what the test cell passed, for the candidate.

    Args:
        arrivals: reads the arguments.
        take: notes the arguments; raises where an object is among them and the reference gave data.
        encode: turns an answer into bytes.
    """

    def __init__(
        self,
        arrivals: Arrivals,
        take: Callable[[list[Any]], None],
        encode: Callable[[list[Any]], bytes],
    ) -> None:
        self._arrivals = arrivals
        self._take = take
        self._encode = encode
        self._calls = self._depth = 0

    def begin(self) -> None:
        """Begin a test cell."""
        self._calls = self._depth = 0

    def answer(self, request: CallBack) -> bytes:
        """Call a function; return its result, or what it raised, as bytes.

        Raises:
            CandidateGone: the candidate ended meanwhile.
            WireError: what the candidate sent as arguments are none.
        """
        origin = self._arrivals.origin
        try:
            function = self._arrivals.passed[request.number]
            self._require_callbacks()
            args, kwargs = self._arguments(request.arguments)
            snapshot = ArgumentSnapshot(self._arrivals.codec, [*args, *kwargs.values()])
        except (LookupError, RecursionError, TypeError) as error:
            return self._encoded(RAISED, self._error_data(error), {})
        self._depth += 1
        try:
            with self._arrivals.by(origin, CALLED_BACK):
                status, result = RETURNED, _called(function, args, kwargs)
        except CandidateGone:
            raise
        except BaseException as error:
            status, result = RAISED, self._error_data(error)
        finally:
            self._depth -= 1
        return self._encoded(status, result, snapshot.changes())

    def _arguments(self, content: bytes) -> tuple[list[Any], dict[str, Any]]:
        """The arguments that the student's code calls the test's function with.

        Raises:
            NotPlainDataError: one of them is an object where the reference gave data.
        """
        match self._arrivals.decoded(content, self._arrivals.origin, CALLED_BACK):
            case [list(args), dict(kwargs)] if all(type(name) is str for name in kwargs):
                self._take([*args, *kwargs.values()])
                return args, kwargs
        raise WireError("a callback does not have the arguments that it should have")

    def _require_callbacks(self) -> None:
        self._calls += 1
        if self._depth >= MAX_DEPTH_OF_CALLBACKS:
            raise RecursionError("the test's functions and yours call each other too deep")
        if self._calls > MAX_CALLBACKS:
            raise RecursionError(f"the test's functions are called more than {MAX_CALLBACKS:,} times")

    def _error_data(self, error: BaseException) -> list[Any]:
        """An exception of the test's for the candidate, with the number under which it comes back as itself."""
        return [harmless(error), self._arrivals.passed.number(error)]

    def _encoded(self, *parts: Any) -> bytes:
        try:
            return self._encode(list(parts))
        except TypeError as error:
            return self._encode([RAISED, self._error_data(error), {}])


def _called(function: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
    return next(function) if not callable(function) else function(*args, **kwargs)
