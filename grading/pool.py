"""Several submissions in flight at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_parallel(
    work: Callable[[Item], Result], items: Iterable[Item], workers: int
) -> Iterator[tuple[Item, Future[Result]]]:
    """Do the work for every item, so many at once; yield each item with its finished future.

    Threads suffice: the work is waiting for the processes of the examination. No more items are taken
    than are in flight, so memory does not grow with their number.
    """
    items = iter(items)
    with ThreadPoolExecutor(workers, thread_name_prefix="submission") as executor:
        flying = {executor.submit(work, item): item for item in islice(items, 2 * workers)}
        while flying:
            done, _ = wait(flying, return_when=FIRST_COMPLETED)
            for future in done:
                yield flying.pop(future), future
            flying.update({executor.submit(work, item): item for item in islice(items, len(done))})
