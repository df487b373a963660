"""What a cell prints and displays, collected as a notebook holds it."""

from __future__ import annotations

import io
from base64 import b64encode
from contextvars import ContextVar
from typing import Any, cast

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher

from nbproctor.shell.cell_outputs import CellOutput

_CUT = "\n[the rest of this output was cut off]\n"
_LEFT_OUT = "\n[an output that is too large was left out here]\n"
# The outputs of the cell whose code runs: tasks have those of the cell that made them, threads have none.
_of_this_cell: ContextVar[list[CellOutput] | None] = ContextVar("outputs of this cell", default=None)


class Collector:
    """Outputs in order, joined where a notebook joins them, up to a size.

    Args:
        limit: the size of all outputs of one cell, in characters of printed text and of the `repr` of other outputs.
        is_cells: whether to drop the outputs of tasks whose cell has ended, as nbgrader does.
    """

    def __init__(self, limit: int, is_cells: bool = False) -> None:
        self.limit = limit
        self._is_cells = is_cells
        self.restart()

    def restart(self) -> list[CellOutput]:
        """Start with no outputs; return the list that fills from now on."""
        self.used = 0
        self.outputs: list[CellOutput] = []
        self._stream = ""
        self._printed: list[str] = []  # on that stream, since the last output: joined once, not at every print
        self._is_cut = False
        self._clears_next = False
        self._by_display_id: dict[object, list[CellOutput]] = {}
        return self.outputs

    def begin_cell(self) -> list[CellOutput]:
        """`restart` for a cell that this context is going to run."""
        outputs = self.restart()
        _of_this_cell.set(outputs)
        return outputs

    def end_cell(self) -> None:
        """Take no more for the cell that has run."""
        self.finish()
        self.outputs = []

    def _is_late(self) -> bool:
        return self._is_cells and (outputs := _of_this_cell.get()) is not None and outputs is not self.outputs

    def is_untouched(self) -> bool:
        """Whether nothing has come since `restart`."""
        return not (self.used or self.outputs or self._printed or self._clears_next or self._is_cut)

    def write(self, stream: str, text: str) -> None:
        """Add printed text."""
        if self._is_late():
            return
        if self._clears_next:
            self.clear()
        if self._is_cut:
            return
        room = self.limit - self.used
        self.used += len(text)
        if len(text) > room:
            self._is_cut = True
            text = text[:room] + _CUT
        if stream != self._stream:
            self.finish()
            self._stream = stream
        self._printed.append(text)

    def add(self, output: CellOutput, display_id: object = None) -> None:
        """Add a displayed value or an error; `update` finds it by its `display_id`."""
        if self._is_late():
            return
        if self._clears_next:
            self.clear()
        size = len(repr(output))
        if output["output_type"] != "error" and self.used + size > self.limit:
            self.write("stdout", _LEFT_OUT)
            return
        self.finish()
        self.used += size
        self.outputs.append(_with_short_error(output, self.limit))
        if display_id is not None:
            self._by_display_id.setdefault(display_id, []).append(self.outputs[-1])

    def update(self, output: CellOutput, display_id: object) -> None:
        """Replace everything that was displayed under an id."""
        for displayed in self._by_display_id.get(display_id, ()):
            growth = len(repr(output)) - len(repr(displayed))
            if self.used + growth <= self.limit:
                self.used += growth
                displayed.update(output)

    def clear(self, wait: bool = False) -> None:
        """Forget what was collected, at once or with the next output, as `clear_output`."""
        self._clears_next = wait
        if not wait:
            self._printed.clear()
            self.outputs.clear()

    def finish(self) -> None:
        """Make an output of what was printed last."""
        if self._printed:
            self.outputs.append({"output_type": "stream", "name": self._stream, "text": "".join(self._printed)})
            self._printed = []


def _with_short_error(output: CellOutput, limit: int) -> CellOutput:
    if output["output_type"] != "error":
        return output
    evalue, traceback = output["evalue"], output["traceback"]
    if len(evalue) > limit:
        evalue = evalue[:limit] + _CUT
    if sum(map(len, traceback)) > limit:
        traceback = [*traceback[:5], _CUT]
        traceback = [line[: limit // 5] for line in traceback]
    return {**output, "evalue": evalue, "traceback": traceback}


class CollectingStream(io.TextIOBase):
    """Standard output or standard error of a cell."""

    encoding = "UTF-8"

    def __init__(self, name: str, collector: Collector) -> None:
        self.name = name
        self._collector = collector

    def is_as_made(self) -> bool:
        """Whether it is open, with its own methods."""
        return not self.closed and len(self.__dict__) == 2  # its name and its collector

    def write(self, text: str) -> int:
        """Collect printed text."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if self.closed:
            raise ValueError("I/O operation on closed file")
        if text:
            self._collector.write(self.name, text)
        return len(text)

    def writable(self) -> bool:
        """It is."""
        return True

    def fileno(self) -> int:
        """The process's own stream, for what bypasses Python: a child process, or faulthandler."""
        return 1 if self.name == "stdout" else 2


# Code that asks whether it prints into a notebook looks at these names.
CollectingStream.__name__ = CollectingStream.__qualname__ = "OutStream"
CollectingStream.__module__ = "ipykernel.iostream"


class CollectingPublisher(DisplayPublisher):
    """What `display` shows."""

    collector: Collector

    def publish(
        self,
        data: Any,
        metadata: Any = None,
        *args: Any,
        transient: Any = None,
        update: bool = False,
        **kwargs: Any,
    ) -> None:
        """Collect a displayed value."""
        output = {"output_type": "display_data", "data": _bundle(data), "metadata": dict(metadata or {})}
        collect = self.collector.update if update else self.collector.add
        collect(output, (transient or {}).get("display_id"))

    def clear_output(self, wait: bool = False) -> None:
        """Forget what was collected, at once or with the next output."""
        self.collector.clear(wait)


class CollectingHook(DisplayHook):
    """The values of the last lines of cells."""

    collector: Collector

    def quiet(self) -> bool:
        """Whether a final semicolon hides the cell's value; IPython parses every cell to see that."""
        cells = cast(Any, self.shell).history_manager.input_hist_parsed
        return bool(cells) and ";" in cells[-1] and bool(super().quiet())  # type: ignore[no-untyped-call]

    def start_displayhook(self) -> None:
        """Nothing has to be prepared."""

    def write_output_prompt(self) -> None:
        """The number stands in the output itself."""

    def write_format_data(self, format_dict: Any, md_dict: Any = None) -> None:
        """Collect a value."""
        output = {
            "output_type": "execute_result",
            "execution_count": self.prompt_count,
            "data": _bundle(format_dict),
            "metadata": dict(md_dict or {}),
        }
        self.collector.add(output)

    def finish_displayhook(self) -> None:
        """Nothing has to be sent."""


def _bundle(data: Any) -> dict[str, Any]:
    """The forms of a value by mime type, with images as base64, as a notebook holds them."""
    return {str(mime): b64encode(value).decode() if isinstance(value, bytes) else value for mime, value in data.items()}
