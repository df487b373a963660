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
_TURN = int(time.time() // 86_400) % _SHARE


def todays(tried: Sequence[Tried]) -> Sequence[Tried]:
    """Those whose turn it is today: one in three, or in as many as SHARE says.

    Args:
        tried: all of them, always in the same order.
    """
    return tried[_TURN::_SHARE]
