"""What ends a test cell that asked the candidate: this has ended, or gave an object where data is due."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nbproctor.examination.examiner.rehearsal.reference_uses import Origin


class CandidateGone(BaseException):
    """The candidate ended, or sent what is not data.

    Not an `Exception`, so that a test cell which expects exceptions does not take it for one.
    """


class NotPlainDataError(TypeError):
    """The student's code gave an object where a test needs plain data."""


class Refusing:
    """Stands in for the link of a proxy whose name should stand for data, and stands for an object.

    Args:
        refuse: makes the exception to raise from a sentence.
        sentence: the sentence for the student.
    """

    is_closed = True
    is_reading = False

    def __init__(self, refuse: Callable[[str], NotPlainDataError], sentence: str) -> None:
        self._refuse = refuse
        self._sentence = sentence

    def apply(self, operation: str, /, *args: Any, **kwargs: Any) -> Any:
        """Refuse every operation.

        Args:
            operation: its name.
            args: its operands.
            kwargs: keyword arguments of a call.

        Raises:
            NotPlainDataError: always.
        """
        raise self._refuse(self._sentence)

    def allows(self, origin: Origin, step: str) -> bool:
        """Allow nothing.

        Args:
            origin: how the test came by what the step begins at.
            step: the step.
        """
        return False

    def keep_back(self) -> None:
        """Note that the object is refused: a comparison with data is one of the operations."""
        self._refuse(self._sentence)

    def may_swallow(self, origin: Origin, error: BaseException) -> bool:
        """Let nothing be swallowed.

        Args:
            origin: how the test came by the context manager.
            error: what the test raised.
        """
        return False
