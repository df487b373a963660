"""Proofs that an assignment adds to those of `course check`, in its `cases.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Prove = Callable[[Mapping[str, Any]], Iterable[str]]


@dataclass(frozen=True)
class Proof:
    """A proof about the functions of some exercises.

    Args:
        name: what is proven, as a table shows it.
        exercises: the names of the exercises whose functions it calls: it is tried with the reference, and with each
            right solution of these exercises.
        prove: gets the names that the notebook binds, with their values; yields a sentence for each thing that is
            wrong, and none if the proof holds.
    """

    name: str
    exercises: tuple[str, ...]
    prove: Prove


def proof(name: str, *exercises: str) -> Callable[[Prove], Proof]:
    """Make a proof of the decorated function.

    For example::

        @proof("scores rise with strength", "ex6")
        def rising(names):
            score = names["score_from_info"]
            if not score("PAIR", 2, 1) < score("PAIR", 4, 1):
                yield "a pair of fours scores less than a pair of threes"

    Args:
        name: what is proven.
        exercises: the names of the exercises whose functions it calls.
    """
    return lambda prove: Proof(name, exercises, prove)
