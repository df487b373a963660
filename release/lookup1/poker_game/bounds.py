"""Refuses, in one plain sentence, a value that cannot stand for a set of cards or of ranks."""

from __future__ import annotations

from reprlib import repr as short_repr


def check_bits(function: str, what: str, value: object, bits: int) -> None:
    """Raise unless `value` is an int that fits into `bits` bits.

    `function` and `what` name the function and its argument in the message. A bool is not counted as an
    int here: True would pass for the two of hearts.
    """
    takes = f"{function}({what}) takes an int from 0 to {2**bits - 1}, one bit for each of the {bits} {what}"
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{takes}, but was given {short_repr(value)}, of type {type(value).__name__}.")
    if not 0 <= value < 2**bits:
        raise ValueError(f"{takes}, but was given {_shown(value)}.")


def _shown(value: int) -> str:
    # Python refuses to print an int of thousands of digits.
    return str(value) if value.bit_length() <= 64 else f"one of {value.bit_length()} bits"
