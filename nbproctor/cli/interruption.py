"""Ctrl-C stops a command in good order, and a second one ends it at once."""

from __future__ import annotations

import signal
import sys
import threading
from types import FrameType
from typing import NoReturn

_SECONDS = 0.05  # until an interruption that was dropped is raised again


class _Interruption(KeyboardInterrupt):
    """What Ctrl-C raises in the main thread."""


def stop_at_ctrl_c() -> None:
    """Raise a KeyboardInterrupt in the main thread at Ctrl-C, unless whoever started this program wants it ignored.

    It may come while a finalizer or a callback of the garbage collector runs, whose exceptions Python shows and
    drops (https://docs.python.org/3/library/sys.html#sys.unraisablehook): then it is raised again a moment later.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)
        sys.unraisablehook = _raise_again


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the second one
    raise _Interruption


def _raise_again(dropped: sys.UnraisableHookArgs) -> None:
    if not issubclass(dropped.exc_type, _Interruption):
        sys.__unraisablehook__(dropped)
        return
    signal.signal(signal.SIGINT, _stop)
    # To the main thread itself: it wakes up what waits there.
    again = threading.Timer(_SECONDS, signal.pthread_kill, (threading.get_ident(), signal.SIGINT))
    again.daemon = True
    again.start()
