"""The state of random generators that a test cell seeds: the candidate gets it, and never sends one back."""

from __future__ import annotations

import functools
import random
import sys
from collections.abc import Callable
from typing import Any

# The functions that give a library's own generator a state.
_SEEDING = {"random": ("seed", "setstate"), "numpy.random": ("seed", "set_state")}


class Seeds:
    """Tells which generators a test cell has seeded since the last question."""

    def __init__(self) -> None:
        self._counts_before = dict(_seed_counts)

    def has_news(self) -> bool:
        """Whether there is something to tell."""
        return _seed_counts != self._counts_before

    def news(self) -> dict[str, Any]:
        """The states of the generators that were seeded, by module."""
        if _seed_counts == self._counts_before:
            return {}
        seeded = [module for module, count in _seed_counts.items() if count != self._counts_before.get(module, 0)]
        self._counts_before = dict(_seed_counts)
        return {module: _STATES[module]() for module in seeded}


_seed_counts: dict[str, int] = {}  # how often each module's generator was seeded


def watch() -> None:
    """Notice from now on when a generator is seeded."""
    for module, names in _SEEDING.items():
        if module in sys.modules:
            for name in names:
                _watch(module, name)


def _watch(module: str, name: str) -> None:
    function = getattr(sys.modules[module], name)
    if not hasattr(function, "__wrapped__"):
        setattr(sys.modules[module], name, _counting(module, function))


def _counting(module: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def seed(*args: Any, **kwargs: Any) -> Any:
        _seed_counts[module] = _seed_counts.get(module, 0) + 1
        return function(*args, **kwargs)

    return seed


def restore(states: dict[str, Any]) -> None:
    """Give this process's generators these states."""
    for module, state in states.items():
        if module == "random":
            version, numbers, gauss = state
            random.setstate((version, tuple(numbers), gauss))
        else:
            _numpy().set_state(state)


def _numpy() -> Any:
    import numpy.random

    return numpy.random


_STATES: dict[str, Callable[[], Any]] = {
    "random": random.getstate,
    "numpy.random": lambda: _numpy().get_state(),
}
