"""Graders say that they are there, and what they can grade."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Collection
from dataclasses import dataclass

from nbproctor.portal.portal_rows import PortalRows

HEARTBEAT_SECONDS = 4.0
"""How often a grader says that it is there."""

_SILENT = 30_000_000  # microseconds


@dataclass(frozen=True)
class SeenGrader:
    """A grader, by its machine and process id, that reported so many seconds ago what it can grade."""

    name: str
    seconds: float
    at_once: int
    ready: tuple[str, ...]


class GraderHeartbeats:
    """What graders report of themselves."""

    def __init__(self, rows: PortalRows) -> None:
        self._rows = rows
        self._name = f"{socket.gethostname()}:{os.getpid()}"

    def tell(self, at_once: int, ready: Collection[str]) -> None:
        """Report that this process is there."""
        with self._rows.transaction() as connection:
            now = time.time_ns() // 1000
            connection.execute("DELETE FROM graders WHERE name = ? OR seen < ?", (self._name, now - _SILENT))
            values = (self._name, now, at_once, json.dumps(sorted(ready)))
            connection.execute("INSERT INTO graders VALUES (?, ?, ?, ?)", values)

    def withdraw(self) -> None:
        """Report that this process ends."""
        with self._rows.transaction() as connection:
            connection.execute("DELETE FROM graders WHERE name = ?", (self._name,))

    def seen(self) -> list[SeenGrader]:
        """The graders that are there."""
        now = time.time_ns() // 1000
        rows = self._rows.read("SELECT * FROM graders WHERE seen > ? ORDER BY name", now - _SILENT)
        return [
            SeenGrader(row["name"], max(now - row["seen"], 0) / 1e6, row["at_once"], tuple(json.loads(row["ready"])))
            for row in rows
        ]
