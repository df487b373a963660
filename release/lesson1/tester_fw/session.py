"""Notes which cells the kernel of a notebook has run, and how each ended; does nothing where no person sits."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tester_fw.names import DEBUG_VARIABLES


@dataclass
class RunOfCell:
    """One run of a cell.

    Args:
        source: the cell's code, as it was written.
        cell: its id in the notebook; empty if the kernel was not told.
        passed: whether it came to its end without an error; None if that is not known, or not yet.
        points: the value of its last line, if it is a number; nbgrader takes it for the points of a test cell.
        raised: the class of the error that ended it.
    """

    source: str
    cell: str = ""
    passed: bool | None = None
    points: float | None = None
    raised: str = ""

    def end(self, result: Any) -> None:
        """Note how the run ended.

        Args:
            result: what IPython says of it.
        """
        error = result.error_before_exec or result.error_in_exec
        self.passed, self.raised = error is None, "" if error is None else type(error).__name__
        value = result.result
        self.points = float(value) if type(value) in (int, float) and value >= 0 else None


class Session:
    """What the kernel has run since it was started.

    Attributes:
        runs: of cells, the oldest first.
        cap: how many points make 100%, once a cell has said it.
        is_watching: whether runs are noted.
    """

    def __init__(self) -> None:
        self.runs: list[RunOfCell] = []
        self.cap: float | None = None
        self.is_watching = False

    def watch(self) -> None:
        """Note from now on each cell that is run, and of those before what the history holds; once is enough."""
        kernel_shell = shell()
        if self.is_watching or kernel_shell is None or not in_a_persons_notebook():
            return
        self.is_watching = True
        with suppress(Exception):  # whatever a front end has made of IPython: then nothing is noted
            self.runs = [RunOfCell(source) for source in kernel_shell.history_manager.input_hist_raw[1:]]
            kernel_shell.events.register("pre_run_cell", self._begun)
            kernel_shell.events.register("post_run_cell", self._ended)

    def _begun(self, about: Any) -> None:
        with suppress(Exception):
            self.runs.append(RunOfCell(str(about.raw_cell), _id(about)))

    def _ended(self, result: Any) -> None:
        with suppress(Exception):
            source = str(result.info.raw_cell)
            if not self.runs or self.runs[-1].source.rstrip("\n") != source.rstrip("\n"):
                return
            run = self.runs[-1]
            run.source, run.cell = source, run.cell or _id(result.info)
            run.end(result)


def shell() -> Any:
    """Return IPython's shell; None where there is none."""
    if "IPython" not in sys.modules:  # importing it takes long
        return None
    from IPython import get_ipython  # type: ignore[attr-defined, unused-ignore]

    return get_ipython()


def in_a_persons_notebook() -> bool:
    """Return whether a person runs the cells one by one: the shell is a kernel's, and nobody grades or validates."""
    return hasattr(shell(), "kernel") and "NBGRADER_EXECUTION" not in os.environ


def shows_colours() -> bool:
    """Return whether what the shell shows is coloured."""
    colours = getattr(shell(), "colors", "nocolor")
    return str(colours).lower() != "nocolor"


def bound_debug_variables() -> tuple[str, ...]:
    """Return the names of the four dicts of the last case, if the notebook has them and somebody can look at them."""
    here = in_a_persons_notebook() and all(name in shell().user_ns for name in DEBUG_VARIABLES)
    return DEBUG_VARIABLES if here else ()


def _id(about: Any) -> str:
    return str(getattr(about, "cell_id", None) or "")


SESSION = Session()
"""The only one of this kernel."""
