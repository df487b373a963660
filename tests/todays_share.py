"""What a run of the tests takes of something that is long to try: a part, on the next day another one.

`make both-ways` sets SHARE to 1, and so takes all.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import TypeVar

Tried = TypeVar("Tried")

_SHARE = int(os.environ.get("SHARE", "3"))
_DAY = int(time.time() // 86_400)


def todays(tried: Sequence[Tried], slowness: int = 1) -> Sequence[Tried]:
    """Those whose turn it is today: one in three, or in as many as SHARE says.

    Args:
        tried: all of them, always in the same order.
        slowness: so many times fewer of what takes very long, unless SHARE is 1.
    """
    share = _SHARE * slowness if _SHARE > 1 else 1
    return tried[_DAY % share :: share]


def todays_one(tried: Sequence[Tried], slowness: int = 1) -> Tried:
    """One of today's share, another one each time that this share comes round.

    Args:
        tried: all, as for `todays`.
        slowness: as for `todays`.
    """
    share = todays(tried, slowness)
    return share[_DAY // (_SHARE * slowness) % len(share)]
