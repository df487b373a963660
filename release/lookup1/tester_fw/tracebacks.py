"""Shows the traceback of a failed test in a notebook without the framework's own lines, which help nobody."""

from __future__ import annotations

from functools import partial
from types import TracebackType


class ShownWithoutFramework:
    """An exception whose traceback ends, in a notebook, at the test cell."""

    def _render_traceback_(self) -> list[str]:
        """Return the traceback's lines; IPython looks for a method of this name."""
        assert isinstance(self, BaseException)
        return rendered(self)


def hide_framework(error: BaseException) -> None:
    """Make an error of any class show its traceback in a notebook without the frames of this package."""
    vars(error)["_render_traceback_"] = partial(rendered, error)


def rendered(error: BaseException) -> list[str]:
    """Return the lines of `error`'s traceback as IPython shows them, less the frames of this package.

    `__tracebackhide__` is not enough here: IPython shows the last frame even if it is hidden.
    """
    from IPython import get_ipython  # type: ignore[attr-defined, unused-ignore]

    lines: list[str] = get_ipython().InteractiveTB.structured_traceback(
        type(error), error, _without_framework(error.__traceback__), tb_offset=1
    )
    return lines


def _without_framework(traceback: TracebackType | None) -> TracebackType | None:
    if traceback is None:
        return None
    rest = _without_framework(traceback.tb_next)
    if traceback.tb_frame.f_globals.get("__package__") == __package__:
        return rest
    return TracebackType(rest, traceback.tb_frame, traceback.tb_lasti, traceback.tb_lineno)
