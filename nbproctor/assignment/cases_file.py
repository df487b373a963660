"""An assignment's `cases.py`, in which its author declares samplers and proofs."""

from __future__ import annotations

import runpy
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbproctor.assignment.sampler import Sampler
from nbproctor.errors import GradingError

CASES = "cases.py"

Prove = Callable[[Mapping[str, Any]], Iterable[str]]


@dataclass(frozen=True)
class Proof:
    """A proof about the functions of some exercises, tried with the reference and with each right solution of these.

    Args:
        name: what is proven, as a table shows it.
        prove: gets the names that the notebook binds, with their values; yields a sentence for each thing that is
            wrong.
    """

    name: str
    exercises: tuple[str, ...]
    prove: Prove


def proof(name: str, *exercises: str) -> Callable[[Prove], Proof]:
    """Make a proof of the decorated function.

    For example::

        @proof("scores rise with strength", "ex6")
        def rising(names):
            score = names["score_from_info"]
            if not score("PAIR", 2, 1) < score("PAIR", 4, 1):
                yield "a pair of fours scores less than a pair of threes"
    """
    return lambda prove: Proof(name, exercises, prove)


def read_samplers(path: Path) -> dict[str, Sampler]:
    """The samplers of a `cases.py`, if there is one, by the name of the case file that each fills.

    Raises:
        GradingError: the file does not run.
    """
    return {name: value for name, value in _run(path).items() if isinstance(value, Sampler)}


def read_proofs(path: Path) -> list[Proof]:
    """The proofs that a `cases.py` adds to those of `course check`.

    Raises:
        GradingError: the file does not run.
    """
    return [value for value in _run(path).values() if isinstance(value, Proof)]


def _run(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        return runpy.run_path(str(path))
    except Exception as error:  # whatever the author's code raises
        raise GradingError(f"{path}{_line_in(path, error)}: {type(error).__name__}: {error}") from error


def _line_in(path: Path, error: Exception) -> str:
    """Where in the file an error came from: `, line 12`."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    line = error.lineno if isinstance(error, SyntaxError) else (lines or [None])[-1]
    return f", line {line}" if line else ""
