"""When the students of a class hand in: evenly, or as on a real day, most of them shortly before the end."""

from __future__ import annotations

import math
from enum import StrEnum
from random import Random

_EARLY_SHARE = 0.4
"""Of those who rush, so many hand in at any time before."""

_LAST_PART = 10.0
"""The others come the denser the nearer the end is: e times as dense a tenth of the exam later."""

_UPLOADS_SEED = "an exam day"


class Curve(StrEnum):
    """How the uploads of a class are spread over an exam."""

    RUSH = "rush"
    EVEN = "even"


def moments(students: int, seconds: float, curve: Curve) -> list[float]:
    """When each student hands in, in seconds after the exam began, in order; always the same times."""
    random = Random(_UPLOADS_SEED)
    return sorted(seconds * _part(random, curve) for _ in range(students))


def _part(random: Random, curve: Curve) -> float:
    """A part of the exam, from 0 to 1."""
    if curve is Curve.EVEN or random.random() < _EARLY_SHARE:
        return random.random()
    # The inverse of the distribution whose density grows as exp(_LAST_PART * part).
    return math.log1p(random.random() * math.expm1(_LAST_PART)) / _LAST_PART
