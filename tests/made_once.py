"""What many tests look at is made once, whether that succeeds or fails."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache, wraps
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


def made_once(make: Callable[[Key], Made]) -> Callable[[Key], Made]:
    """Keep what a function returns for a key, and also what it raises: the same exception, which is reported once."""

    @cache
    def outcome(key: Key) -> tuple[Made | None, BaseException | None]:
        try:
            return make(key), None
        except BaseException as failure:
            return None, failure

    @wraps(make)
    def made(key: Key) -> Made:
        found, failure = outcome(key)
        if failure is not None:
            raise failure
        return found  # type: ignore[return-value]

    return made
