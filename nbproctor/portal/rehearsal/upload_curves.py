"""When the students of a class hand in: evenly, or as on a real day, most of them shortly before the end."""

from __future__ import annotations

import math
from random import Random

RUSH, EVEN = "rush", "even"
CURVES = (RUSH, EVEN)
"""How the uploads of a class lie over an exam."""
_EARLY_SHARE = 0.4
"""Of those who rush, so many hand in at any time before."""
_LAST_PART = 10.0
"""The others come the denser the nearer the end is: e times as dense a tenth of the exam later."""
_SEED = "an exam day"


def moments(students: int, seconds: float, curve: str) -> list[float]:
    """When each student hands in, in seconds after the exam began, in order; always the same times.

    Args:
        curve: one of `CURVES`.
    """
    random = Random(_SEED)
    return sorted(seconds * _part(random, curve) for _ in range(students))


def _part(random: Random, curve: str) -> float:
    """A part of the exam, from 0 to 1."""
    if curve == EVEN or random.random() < _EARLY_SHARE:
        return random.random()
    # The inverse of the distribution whose density grows as exp(_LAST_PART * part).
    return math.log1p(random.random() * math.expm1(_LAST_PART)) / _LAST_PART
