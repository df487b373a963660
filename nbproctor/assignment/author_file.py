"""The file `cases.py` of an assignment, in which its author declares samplers and proofs."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from nbproctor.assignment.author_proof import Proof
from nbproctor.assignment.sampler import Sampler
from nbproctor.errors import GradingError


def read_samplers(path: Path) -> dict[str, Sampler]:
    """The samplers of a `cases.py`, by the name of the case file that each fills.

    Args:
        path: the file; an assignment without one has no samplers.

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
    except Exception as error:
        raise GradingError(f"{path}: {type(error).__name__}: {error}") from error
