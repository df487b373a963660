"""What a run of the tests takes of something that is long to try: a part, on the next day another one; or fewer times.

`make all-shares` sets TESTS_SHARE to 1, and so takes all; TESTS_DAY says which day's share is taken, if not today's.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import TypeVar

Tried = TypeVar("Tried")

_SHARE = int(os.environ.get("TESTS_SHARE", "5"))
# All processes of a run take the same day, also at midnight: the first that asks tells those that it starts.
_DAY = int(os.environ.setdefault("TESTS_DAY", str(int(time.time() // 86_400))))


def about_today() -> str:
    """Which share a run takes, and how to take the same again, or all."""
    if _SHARE == 1:
        return "of what is long to try, all was taken"
    shares = f"one in {_SHARE} was taken, or one half"
    return f"of what is long to try, {shares}: TESTS_DAY={_DAY} takes the same, `make all-shares` all"


def todays(tried: Sequence[Tried], slowness: int = 1, of_its_own: bool = True) -> Sequence[Tried]:
    """Those whose turn it is today: one in five, or in as many as TESTS_SHARE says.

    Args:
        tried: all of them, always in the same order.
        slowness: so many times fewer of what takes very long, unless TESTS_SHARE is 1.
        of_its_own: whether they are tried each day; else they belong to something whose turn it is on one day in
            TESTS_SHARE, and the days between do not count: so each of them has its turn in the end.
    """
    share = _SHARE * slowness if _SHARE > 1 else 1
    day = _DAY if of_its_own else _DAY // _SHARE
    return tried[day % share :: share]


def in_turn(tried: Sequence[Tried]) -> Sequence[Tried]:
    """One of a few, tomorrow the next; all, if TESTS_SHARE is 1.

    Args:
        tried: all of them.
    """
    return tried[_DAY % len(tried) :][:1] if _SHARE > 1 else tried


def half(tried: Sequence[Tried]) -> Sequence[Tried]:
    """Every second one for two days, for the next two the others; all, if TESTS_SHARE is 1, or if there is one alone.

    Two days, so that each of them also meets both of what changes every day (`in_turn`).

    Args:
        tried: all of them, always in the same order.
    """
    return tried[_DAY // 2 % 2 :: 2] if _SHARE > 1 and len(tried) > 1 else tried


def times(few: int, many: int) -> int:
    """How often something is tried that chance has a part in: a few times, or many if TESTS_SHARE is 1.

    Args:
        few: what shows that it works.
        many: what shows how rarely it does not.
    """
    return few if _SHARE > 1 else many


def todays_one(tried: Sequence[Tried], slowness: int = 1) -> Tried:
    """One of today's share, another one each time that this share comes round.

    Args:
        tried: all, as for `todays`.
        slowness: as for `todays`.
    """
    share = todays(tried, slowness)
    return share[_DAY // (_SHARE * slowness) % len(share)]
