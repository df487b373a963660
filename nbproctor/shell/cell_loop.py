"""The event loop that cells run in: as in a kernel, it runs already when a cell begins."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from contextvars import Context, copy_context
from typing import Any, TypeVar

Result = TypeVar("Result")

# Tasks that cells have left in the loop continue before the next cell, for about as long as in a kernel: for these
# seconds, or more where the machine is busy, until they have computed for as long or have had the most turns.
_BETWEEN_CELLS_SECONDS = 0.005
_LONGEST_BETWEEN_CELLS_SECONDS = 0.1
_MOST_TURNS_BETWEEN_CELLS = 1000
# A cell that was cancelled, and has not ended after this time, is left alone.
_ENDING_SECONDS = 1.0


class CellLoop:
    """An event loop, made when it is first needed: each process needs its own, and many never run a cell."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._parents: list[asyncio.AbstractEventLoop] = []

    def run(self, steps: Coroutine[Any, Any, Result]) -> Result:
        """Run a coroutine to its end, and keep the context variables that it sets.

        A kernel's cells share one context, which holds the settings of numpy and decimal.
        """
        loop = self._loop or self._begin()
        context = copy_context()
        task = loop.create_task(_stopping(loop, steps), context=context)
        try:
            _finish(loop, task)
            return task.result()
        except BaseException:
            if not task.done():  # a signal's handler raised this while the loop waited
                task.cancel()
                _finish(loop, loop.create_task(_stopping(loop, asyncio.wait([task], timeout=_ENDING_SECONDS))))
            raise
        finally:
            _keep_set(context)

    def _begin(self) -> asyncio.AbstractEventLoop:
        self._loop = loop = asyncio.new_event_loop()
        if threading.current_thread() is threading.main_thread():
            asyncio.set_event_loop(loop)
        return loop

    def forget(self) -> None:
        """In a forked child: leave the parent's loop alone; closing it here would break it there."""
        if self._loop is not None:
            self._parents.append(self._loop)
            self._loop = None

    def close(self) -> None:
        """End the loop, with what cells have left in it; the next coroutine gets another one."""
        if self._loop is not None:
            self._loop.close()
            self._loop = None


async def _stopping(loop: asyncio.AbstractEventLoop, steps: Coroutine[Any, Any, Result]) -> Result:
    """Stop the loop with this coroutine; `run_until_complete` would give other tasks another turn."""
    try:
        return await steps
    finally:
        loop.stop()


def _finish(loop: asyncio.AbstractEventLoop, task: asyncio.Task[Any]) -> None:
    while not task.done():
        loop.run_forever()


def _keep_set(context: Context) -> None:
    for variable, value in context.items():
        if variable.get(None) is not value:
            variable.set(value)


async def let_others_go_on() -> None:
    """Continue the tasks that earlier cells have left in the loop."""
    await asyncio.sleep(0)
    if len(asyncio.all_tasks()) == 1:
        return
    begun, computed = time.monotonic(), time.thread_time()
    for _ in range(_MOST_TURNS_BETWEEN_CELLS):
        await asyncio.sleep(0)
        if time.thread_time() - computed > _BETWEEN_CELLS_SECONDS:
            break
        if time.monotonic() - begun > _LONGEST_BETWEEN_CELLS_SECONDS:
            break
    await asyncio.sleep(begun + _BETWEEN_CELLS_SECONDS - time.monotonic())


@contextmanager
def cancelled_by_interrupt(task: asyncio.Task[Any]) -> Iterator[None]:
    """Meanwhile an interrupt cancels a task instead of raising a `KeyboardInterrupt`, which would end the loop."""
    is_usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not (is_usual and threading.current_thread() is threading.main_thread()):
        yield
        return
    loop = asyncio.get_running_loop()

    def cancel(*_: object) -> None:
        loop.call_soon_threadsafe(task.cancel)

    signal.signal(signal.SIGINT, cancel)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
