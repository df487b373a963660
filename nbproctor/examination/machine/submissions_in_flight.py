"""Several submissions in flight at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TypeVar

from nbproctor.examination.machine.turns import Turns

Item = TypeVar("Item")
Done = TypeVar("Done")

# So many submissions may be in flight for each turn: one computes, and the others only wait.
_SUBMISSIONS_FOR_A_TURN = 8


def in_parallel(
    work: Callable[[Item], Done], items: Iterable[Item], turns: Turns, abandon: Callable[[], None]
) -> Iterator[tuple[Item, Future[Done]]]:
    """Do the work for every item, each in its turn; yield each item with its finished future.

    Threads suffice: the work is to wait for the processes of the examination. No more items are taken than are in
    flight, so memory does not grow with their number.

    Args:
        turns: the turns to compute; so many items compute at once.
        abandon: breaks off the work that has begun; called if nobody takes the rest, say after Ctrl-C.
    """

    def in_turn(item: Item) -> Done:
        with turns:
            return work(item)

    items = iter(items)
    most = _SUBMISSIONS_FOR_A_TURN * turns.count
    with ThreadPoolExecutor(most, thread_name_prefix="submission") as executor:
        flying = {executor.submit(in_turn, item): item for item in islice(items, most)}
        try:
            while flying:
                done, _ = wait(flying, return_when=FIRST_COMPLETED)
                for future in done:
                    yield flying.pop(future), future
                flying.update({executor.submit(in_turn, item): item for item in islice(items, len(done))})
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            abandon()
            raise
