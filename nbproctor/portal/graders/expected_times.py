"""ExpectedTimes: within how many seconds a report is expected, after what the last submissions took.

The graders together are taken for one server with a queue: from when the reports before it came, and from when each
submission was received, follows how long each kept the others waiting (Lindley's recursion, read backwards).
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from nbproctor.portal.portal_rows import PortalRows

EXPECTED_SHARE = 0.9
"""Of so many submissions the report is expected within the time that is told."""
_QUANTILE = 1.2816  # of the normal distribution, for that share
_LAST = 200
_FEW = 5
_SECONDS_KEPT = 1.0
_TIMES = """
SELECT received, begun, graded FROM grades JOIN submissions ON submissions.number = submission
WHERE begun NOTNULL ORDER BY grades.number DESC LIMIT ?
"""


@dataclass(frozen=True)
class QueuePace:
    """How fast a queue moves.

    Args:
        pause: the mean time between two reports while submissions wait, in seconds.
        deviation: the standard deviation of that time.
        known: from how many such times the two are known.
        examination: so long an examination takes at most, of `EXPECTED_SHARE` of them, in seconds.
    """

    pause: float
    deviation: float
    known: int
    examination: float

    @classmethod
    def of(cls, times: Sequence[tuple[float, float, float]]) -> QueuePace | None:
        """The pace that some submissions show; None if there is none.

        Args:
            times: of each: when it was received, its examination began, and its report was there, in seconds.
        """
        if not times:
            return None
        examinations = [graded - begun for _, begun, graded in times]
        in_order = sorted(times, key=lambda each: each[2])
        pauses = [
            later[2] - max(later[0], earlier[2])
            for earlier, later in pairwise(in_order)
            if later[0] < earlier[2]  # it waited: the graders had something to do all the time
        ]
        if len(pauses) < _FEW:
            pauses = examinations  # as if one were examined after the other: it takes no longer
        return cls(
            float(np.mean(pauses)), float(np.std(pauses)), len(pauses), float(np.quantile(examinations, EXPECTED_SHARE))
        )

    def seconds(self, ahead: int) -> float:
        """Within how many seconds the report is expected of a submission that has so many before it."""
        # Each pause varies, and the mean of a few pauses is not quite that of all.
        spread = self.deviation * math.sqrt(ahead + ahead**2 / self.known)
        return ahead * self.pause + _QUANTILE * spread + self.examination


class ExpectedTimes:
    """What is told to those who wait; threads may share it."""

    def __init__(self, rows: PortalRows) -> None:
        self._rows = rows
        self._lock = threading.Lock()
        self._looked = -math.inf
        self._pace: QueuePace | None = None

    def seconds(self, ahead: int) -> int | None:
        """Within how many seconds a report is expected; None while nothing is known.

        Args:
            ahead: how many submissions come before it.
        """
        with self._lock:
            if not self._pace or time.monotonic() > self._looked + _SECONDS_KEPT:
                rows = self._rows.read(_TIMES, _LAST)
                self._pace = QueuePace.of([tuple(moment / 1e6 for moment in row) for row in rows])
                self._looked = time.monotonic()
            return max(math.ceil(self._pace.seconds(ahead)), 1) if self._pace else None
