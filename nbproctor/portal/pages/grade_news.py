"""Tells pages that are open when a submission is graded: one look at the database for all of them."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict

from starlette.concurrency import run_in_threadpool

from nbproctor.portal.portal_rows import PortalRows

_PAUSE_SECONDS = 0.3


class GradeNews:
    """Waits for grades. Its methods are called in one event loop."""

    def __init__(self, rows: PortalRows) -> None:
        self._rows = rows
        self._waiting: defaultdict[int, set[asyncio.Future[None]]] = defaultdict(set)
        self._looking: asyncio.Task[None] | None = None

    async def is_graded(self, submission: int, seconds: float) -> bool:
        """Wait for a grade; whether there is one."""
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[submission].add(told)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            await asyncio.wait_for(told, seconds)
        except TimeoutError:
            return False
        finally:
            self._waiting[submission].discard(told)
            if not self._waiting[submission]:
                del self._waiting[submission]
        return True

    async def _look(self) -> None:
        while self._waiting:
            found = await run_in_threadpool(
                self._rows.read,
                "SELECT DISTINCT submission FROM grades WHERE submission IN (SELECT value FROM json_each(?))",
                json.dumps(list(self._waiting)),
            )
            for row in found:
                for told in self._waiting.get(row["submission"], ()):
                    if not told.done():
                        told.set_result(None)
            await asyncio.sleep(_PAUSE_SECONDS)
