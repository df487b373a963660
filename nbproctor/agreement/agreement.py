"""What comparing both ways of grading showed, and how it is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Progress = Callable[[int, int], object]


def untold(done: int, total: int) -> None:
    """Tell nobody how far the comparison is.

    Args:
        done: how many probes are graded.
        total: how many there are.
    """


@dataclass(frozen=True)
class Agreement:
    """What comparing both ways showed.

    Args:
        not_apart: why a test cell is graded by one kernel, by its `grade_id`; all others are examined apart.
        failures: the cells of the reference that raised, each with its place and what it raised.
        probes: how many notebooks were compared.
        is_disturbed: whether some could not be compared, for a trouble of the machine's.
    """

    not_apart: dict[str, str]
    failures: tuple[str, ...]
    probes: int
    is_disturbed: bool = False


@dataclass(frozen=True)
class ExplainedTest:
    """A test cell and how it is graded.

    Args:
        notebook: the notebook's name.
        test: the cell's `grade_id`.
        points: its points.
        reason: why it is not isolated, and what would change that; empty if it is isolated.
    """

    notebook: str
    test: str
    points: float
    reason: str
