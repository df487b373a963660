"""Objects that a given cell has made and that the candidate may have changed: what a test tells them.

A test that asks `deck.holds(expected)` hands the student's process what it expects, and believes the reply. Of an
object of a class that the student was to write, that is the point; of one that was given, nothing is believed but data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

from nbproctor.examination.examiner.candidate_link import Link
from nbproctor.examination.examiner.proxies import Proxy, origin_of
from nbproctor.examination.examiner.rehearsal.reference_uses import step_of

# Their operands are names and places in what they are applied to, no answers.
_NAMING = frozenset({"getattr", "getitem", "round", "format"})
_KEYS = (int, str, slice)
_NAME = re.compile(r"\w+")

# Called with the step by which a test tells something, in words: `deck.holds()`.
Told = Callable[[str], None]


class GuardedLink(Link):
    """A link that sees what a test cell tells the objects of given names.

    Args:
        names: the given names that the reference's solution cells change in place.
        told: called before data of the test's own goes to such an object, or to one that came from it; without it,
            that is refused.
        args: what `Link` needs.
    """

    def __init__(self, names: Collection[str], told: Told | None, *args: Any) -> None:
        self._names = names
        self._told = told or self._refuse_to_tell
        super().__init__(*args)

    def apply(self, operation: str, /, *args: Any, **kwargs: Any) -> Any:
        """Let the candidate apply an operation, once it was looked at what that tells.

        Args:
            operation: its name.
            args: the operands; a proxy is the first.
            kwargs: keyword arguments of a call.

        Raises:
            NotPlainDataError: it tells what the test does not tell the reference.
        """
        __tracebackhide__ = True
        if isinstance(args[0], Proxy) and _tells(operation, [*args[1:], *kwargs.values()]):
            origin = origin_of(args[0])
            if any(_root(place) in self._names for place in origin.places):
                self._told(f"{origin.words}{step_of(operation, args)}")
        return super().apply(operation, *args, **kwargs)

    def _refuse_to_tell(self, words: str) -> None:
        raise self._refuse(f"{words} would be told data of the test's, as it is not with the solution")


def _tells(operation: str, operands: list[Any]) -> bool:
    if operation in _NAMING and all(isinstance(operand, _KEYS) for operand in operands):
        return False
    return not all(isinstance(operand, Proxy) or operand is None for operand in operands)


def _root(place: str) -> str:
    """The name that a place begins with."""
    name = _NAME.match(place)
    return name[0] if name else ""
