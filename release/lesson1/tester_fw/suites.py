"""Judges a suite, a student's function that tests other functions: it is run on right and on wrong ones.

A case holds one judged function as its source, and the verdict that a suite should reach. What a suite is not told is
which function it is, how many there are, and in which order they come.
"""

from __future__ import annotations

import linecache
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

from tester_fw import testers
from tester_fw.conf import CASE_FILE_AND_FUNC, require_keys
from tester_fw.errors import (
    ConfError,
    FlakySuiteError,
    JudgedFunctionError,
    NotAFunctionError,
    NothingCaughtError,
    OutdatedFunctionError,
    TooManyCallsError,
    TooStrictSuiteError,
)
from tester_fw.held_print import holding
from tester_fw.messages import name_of, shown
from tester_fw.stale import outdated_function

PASSES, FAILS = "passes", "fails"
"""The verdicts: what a suite should reach on a right function, and on a wrong one."""
MOST_CALLS = 1000
"""So often a suite may call a judged function before it has to come to its end."""
SECONDS_OF_A_CALL = 1.0
"""So much processor time a judged function may take for one call; then it raises `TimeoutError`."""

_NOTHING = object()


class Suite:
    """A student's tests, to be run on functions that are right and on functions that are wrong.

    The conf is a dict with three keys: `case_file`; `func`, the suite, which is called without arguments; and `judged`,
    the name under which it finds the function that it tests, or a list of such names. A suite fails a function by
    raising an exception, any but a `KeyboardInterrupt`, and passes it by coming to its end.

    Args:
        conf: the conf.
        key: the key of the case file.
        path: the folder of the case file.
    """

    def __init__(self, conf: dict[str, Any], key: bytes | str, path: str = testers.DATA_FOLDER) -> None:
        require_keys(conf, (*CASE_FILE_AND_FUNC, "judged"))
        self._suite, self._judged = conf["func"], _judged_names(conf["judged"])
        if not callable(self._suite):
            raise NotAFunctionError(value=shown(self._suite))
        if name := outdated_function(self._suite):
            raise OutdatedFunctionError(name=name)
        about = {"case_file": conf["case_file"], "func": self.verdict}
        inputs = {"source": {"dtype": "str"}, "about": {"dtype": "str"}}
        outputs = {"output_0": {"index": 0, "dtype": "str"}}
        self._tester = testers.Tester({**about, "inputs": inputs, "outputs": outputs}, key, path)
        self._tester.judged_names = self._judged
        self._names: dict[str, Any] = {}
        self._raised: BaseException | None = None

    def judge(self, points: float, names: dict[str, Any]) -> float:
        """Run the suite on every function, each time in another order; print what came of it; return the points.

        These are shared out over the wrong functions. A test cell has the call as its last line, so that its value is
        what nbgrader takes for the points.

        Args:
            points: what a suite is worth that catches every wrong function.
            names: where the suite finds the function that it tests: the notebook's `globals()`.

        Raises:
            TooStrictSuiteError: the suite fails a right function.
            NotImplementedError: the suite raises it on a right function: it is not written yet.
            FlakySuiteError: it passes a function once and fails it another time.
            NothingCaughtError: it passes every wrong function.
        """
        __tracebackhide__ = True
        self._names = names
        tester = self._tester
        for order in tester.rounds():
            for case in order:
                tester.take_case(case)
                tester.runs += 1
                found, right = tester.call(), case.outputs["output_0"]
                reached = tester.verdicts.setdefault(id(case), set())
                reached.add(found)
                if len(reached) > 1:
                    raise FlakySuiteError(suite=name_of(self._suite))
                if found != right == PASSES:
                    if isinstance(self._raised, NotImplementedError):  # no tests are written yet
                        raise self._raised
                    raise TooStrictSuiteError(suite=name_of(self._suite), error=self._error_in_words())
        return self._earned(points)

    def verdict(self, source: str, about: str) -> str:
        """Run the suite on one function; return `PASSES` or `FAILS`.

        Args:
            source: defines the function under the name that the suite knows.
            about: what a student is told of a wrong function that the suite passes; no matter here.

        Raises:
            JudgedFunctionError: the source does not define what is judged.
        """
        functions = {name: _bounded(name, function) for name, function in _defined(source, self._judged).items()}
        before = {name: self._names.get(name, _NOTHING) for name in functions}
        self._names.update(functions)
        self._raised = None
        try:
            with holding():
                self._suite()
        except (Exception, SystemExit) as error:
            self._raised = error
            return FAILS
        finally:
            self._names.update(before)
            for name in (name for name, value in before.items() if value is _NOTHING):
                del self._names[name]
        return PASSES

    def _error_in_words(self) -> str:
        """What the suite raised last, in one line, and the line of it that raised this, where that is known."""
        error = self._raised
        try:
            text = str(error).strip().partition("\n")[0][:200]
        except Exception:  # a student's own class may do anything
            text = ""
        words = f"{type(error).__name__}: {text}" if text else type(error).__name__
        line = self.line_that_raised(error) if error is not None else ""
        return f"{words}, in the line `{line}`" if line else words

    def line_that_raised(self, error: BaseException) -> str:
        """Return the line of the suite that raised an error; empty if it is not known. A subclass may know it."""
        frame = error.__traceback__ if isinstance(self._suite, FunctionType) else None
        while frame is not None and frame.tb_frame.f_code is not self._suite.__code__:
            frame = frame.tb_next
        return linecache.getline(frame.tb_frame.f_code.co_filename, frame.tb_lineno).strip() if frame else ""

    def _earned(self, points: float) -> float:
        """Print how many wrong functions were caught; return the points for them."""
        __tracebackhide__ = True
        cases = self._tester.cases
        wrong = [case for case in cases if case.outputs["output_0"] == FAILS]
        missed = [case for case in wrong if FAILS not in self._tester.verdicts.get(id(case), {FAILS})]
        if not missed:
            if cases:
                right = len(cases) - len(wrong)
                print(f"Your tests pass all {right} right functions, and catch all {len(wrong)} wrong ones.")
            return points
        topics = Counter(case.inputs["about"] for case in missed)
        hints = ", ".join(f"{topic} ({count})" for topic, count in sorted(topics.items()))
        if len(missed) == len(wrong):
            raise NothingCaughtError(suite=name_of(self._suite), count=len(wrong), hints=hints)
        earned = int(100 * points * (len(wrong) - len(missed)) / len(wrong)) / 100
        print(
            f"Your tests pass all {len(cases) - len(wrong)} right functions, and catch {len(wrong) - len(missed)} of "
            f"{len(wrong)} wrong ones: {earned:g} of {points:g} points."
        )
        print(f"What the others get wrong, and how many of them: {hints}.")
        return earned


def _judged_names(given: Any) -> tuple[str, ...]:
    names = (given,) if isinstance(given, str) else tuple(given) if isinstance(given, (list, tuple)) else ()
    if not names or not all(isinstance(name, str) and name.isidentifier() for name in names):
        raise ConfError(place="conf['judged']", value=shown(given), wanted="the name of a function, or a list of names")
    return names


def _defined(source: str, names: tuple[str, ...]) -> dict[str, Callable[..., Any]]:
    """What the source defines under the names that are judged, new objects each time."""
    namespace: dict[str, Any] = {"__name__": "judged"}
    try:
        exec(_compiled(source), namespace)  # noqa: S102 - the instructor's own
    except Exception as error:
        raise JudgedFunctionError(problem=f"raises {type(error).__name__}: {error}", source=shown(source)) from error
    for name in names:
        if not callable(namespace.get(name)):
            raise JudgedFunctionError(problem=f"defines no function {name}", source=shown(source))
    return {name: namespace[name] for name in names}


@lru_cache(maxsize=512)
def _compiled(source: str) -> CodeType:
    return compile(source, "<judged function>", "exec")


def _bounded(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function under its name, so that it ends, and is not called without end."""
    calls = 0

    def judged(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > MOST_CALLS:
            raise TooManyCallsError(name=name, most=f"{MOST_CALLS:,}")
        with _time_limit(name):
            return function(*args, **kwargs)

    judged.__name__ = judged.__qualname__ = name
    return judged


@contextmanager
def _time_limit(name: str) -> Iterator[None]:
    """Raise `TimeoutError` in what runs inside after its processor time is up, and again; not where nothing can."""

    def ring(*_: Any) -> None:
        raise TimeoutError(f"{name} took longer than {SECONDS_OF_A_CALL:g} s")

    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield  # Windows, a browser; only the main thread can be interrupted
        return
    before = signal.signal(signal.SIGVTALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS_OF_A_CALL, 0.1)
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before or signal.SIG_DFL)
