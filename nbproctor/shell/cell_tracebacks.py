"""Exceptions and their tracebacks made short and safe to read, whatever raised them."""

from __future__ import annotations

from types import TracebackType

_FRAMES_AT_EITHER_END = 10


def shortened(frames: TracebackType | None) -> TracebackType | None:
    """A traceback's first and last frames: formatting the thousand of an endless recursion takes seconds."""
    kept: list[TracebackType] = []
    while frames is not None:
        kept.append(frames)
        frames = frames.tb_next
    if len(kept) > 2 * _FRAMES_AT_EITHER_END:
        kept[_FRAMES_AT_EITHER_END:-_FRAMES_AT_EITHER_END] = []
    short: TracebackType | None = None
    for frame in reversed(kept):
        short = TracebackType(short, frame.tb_frame, frame.tb_lasti, frame.tb_lineno)
    return short


def text_of(error: BaseException) -> str:
    """The message of an exception, even of one whose `__str__` raises."""
    try:
        return str.__str__(str(error))  # a subclass of str has ideas of its own
    except BaseException as inner:
        return f"<its message could not be read: {type(inner).__name__}>"
