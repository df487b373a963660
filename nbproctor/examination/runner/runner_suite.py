"""The student's own tests in a runner: run on what the judge names by a number, which is called there."""

from __future__ import annotations

import io
import linecache
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from types import FunctionType
from typing import Any

from nbproctor.examination.outcomes.suite_messages import (
    CALL,
    END,
    FAILS,
    PASSES,
    RAISED,
    RETURNED,
    VERDICT,
    exception_named,
)
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.shell.cell_tracebacks import text_of

_NOTHING = object()
_CHANGEABLE: dict[type, Callable[[Any, Any], object]] = {
    list: lambda value, now: value.__setitem__(slice(None), now),
    dict: lambda value, now: (value.clear(), value.update(now)),
    set: lambda value, now: (value.clear(), value.update(now)),
    bytearray: lambda value, now: value.__setitem__(slice(None), now),
}


class AskedSuite:
    """A suite, run as often as the judge asks.

    Args:
        judged: the names under which it finds the functions that it tests.
    """

    def __init__(self, suite: Callable[[], object], judged: tuple[str, ...]) -> None:
        self._suite, self._judged = suite, judged

    def answer(self, channel: Channel, names: dict[str, Any]) -> None:
        """Run the suite on each function that the judge has; say what it finds.

        Args:
            names: where the suite finds what it tests.
        """
        while channel.receive()[0] != END:
            channel.send([VERDICT, *self._verdict(channel, names)])

    def _verdict(self, channel: Channel, names: dict[str, Any]) -> list[str]:
        functions = {name: _judged_function(channel, name) for name in self._judged}
        before = {name: names.get(name, _NOTHING) for name in functions}
        names.update(functions)
        printed = io.StringIO()
        try:
            with redirect_stdout(printed), redirect_stderr(printed):
                self._suite()
        except (Exception, SystemExit) as error:
            name = str(type.__getattribute__(type(error), "__name__"))
            return [FAILS, name, text_of(error).strip().partition("\n")[0][:200], self._line(error)]
        finally:
            names.update(before)
            for name in (name for name, value in before.items() if value is _NOTHING):
                del names[name]
        return [PASSES, "", "", ""]

    def _line(self, error: BaseException) -> str:
        """The line of the suite that raised an error, where that is known."""
        frame = error.__traceback__ if isinstance(self._suite, FunctionType) else None
        while frame is not None and frame.tb_frame.f_code is not self._suite.__code__:
            frame = frame.tb_next
        return linecache.getline(frame.tb_frame.f_code.co_filename, frame.tb_lineno).strip() if frame else ""


def _judged_function(channel: Channel, name: str) -> Callable[..., Any]:
    def judged(*args: Any, **kwargs: Any) -> Any:
        try:
            channel.send([CALL, name, list(args), kwargs])
        except WireError as problem:
            raise TypeError(f"{name} can be called with plain data: {problem}") from None
        kind, *content = channel.receive()
        if kind == RAISED:
            raised, text = content
            raise exception_named(raised)(text)
        assert kind == RETURNED
        returned, changed = content
        for position, now in changed:
            given = args[position] if isinstance(position, int) else kwargs[position]
            _CHANGEABLE[type(given)](given, now)
        return returned

    judged.__name__ = judged.__qualname__ = name
    return judged
