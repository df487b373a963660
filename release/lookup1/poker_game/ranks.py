"""Shows which ranks the bits of a 13-bit number stand for."""

from __future__ import annotations

from typing import TypedDict

from .bounds import check_bits
from .poker_info import poker_info

RANKS = poker_info["RANKS"]
RANK_COLUMNS = "".join(reversed(RANKS))
"""The ranks in the order of their bits as Python prints them: the ace comes first."""


class RanksInfo(TypedDict):
    """A set of ranks in each of its forms."""

    int_value: int
    """The number as given."""
    binary_representation: str
    """'0b' and 13 digits, leading zeros included."""
    string_representation: str
    """The ranks from weak to strong, with spaces between; empty when there are none."""


def ranks_info(ranks: int) -> RanksInfo:
    """Return the set `ranks` as a number, as bits and as text.

    >>> ranks_info(640)
    {'int_value': 640, 'binary_representation': '0b0001010000000', 'string_representation': '9 J'}
    """
    check_bits("ranks_info", "ranks", ranks, len(RANKS))
    return {
        "int_value": ranks,
        "binary_representation": f"0b{ranks:0{len(RANKS)}b}",
        "string_representation": " ".join(rank for rank, position in RANKS.items() if ranks >> position & 1),
    }


def pprint_ranks(ranks: int) -> None:
    """Print the bits of the set `ranks` under the ranks that they stand for.

    The first line ends in a space.
    """
    check_bits("pprint_ranks", "ranks", ranks, len(RANKS))
    print(f"RANK: {RANK_COLUMNS} ")
    print(f"BITS: {ranks:0{len(RANKS)}b}")
