"""The choice of the place where submissions are marked."""

from __future__ import annotations

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.marking.marking_place import MarkingPlace, ThisMachine


def marking_place(course: Course, workers: int | None = None, scheduler: str | None = None) -> MarkingPlace:
    """Choose where submissions are marked.

    Args:
        workers: how many submissions compute at once on this machine; None for the configured number.
        scheduler: the address of a Dask cluster's scheduler; None for the configured one, empty for this machine.

    Raises:
        GradingError: Dask is needed, and is not installed.
    """
    address = course.grading.scheduler if scheduler is None else scheduler
    if not address:
        return ThisMachine(workers or course.grading.workers)
    require_dask()
    from nbproctor.marking.cluster.dask_cluster import DaskCluster  # needs Dask

    return DaskCluster(address)


def require_dask() -> None:
    """Raise a GradingError if Dask is not installed."""
    try:
        import distributed  # noqa: F401 - optional: one machine does not need it
    except ModuleNotFoundError as missing:
        raise GradingError(
            f"grading on a cluster needs Dask, but {missing.name} is not installed: run pip install "
            "'nbproctor[cluster]'"
        ) from missing
