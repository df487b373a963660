"""The constants of the game, in one dictionary called `poker_info`.

A rank is a bit position from 0 ('2') to 12 ('A'), and a suit is a block of 13 such positions. A set of
ranks is therefore a number of 13 bits, and a set of cards a number of 52 bits:

    DDDDDDDDDDDDD CCCCCCCCCCCCC SSSSSSSSSSSSS HHHHHHHHHHHHH
    AKQJT98765432 AKQJT98765432 AKQJT98765432 AKQJT98765432

The file stands on its own: `from poker_info import poker_info` works wherever a copy of it lies.
"""

from __future__ import annotations

from typing import TypedDict


class Suit(TypedDict):
    """Where the block of a suit lies among the 52 bits."""

    index: int
    """Number of the block, counted from the right."""
    symbol: str
    """The sign printed on the cards."""
    start_pos: int
    """Position of the suit's lowest bit, which is its '2'."""
    end_pos: int
    """Position just after the suit's highest bit, which is its 'A'."""
    full_block: int
    """All 13 cards of the suit."""


class PokerInfo(TypedDict):
    """What `poker_info` holds under each of its keys."""

    RANKS: dict[str, int]
    """Each rank's bit position, which is its strength as well."""
    SUITS: dict[str, Suit]
    """Each suit's block of bits."""
    CARDS: dict[str, int]
    """Each card's number: one of the 52 bits."""
    HAND_TYPES: dict[str, int]
    """Each hand type's strength: the rarer, the stronger."""
    FIVE_HIGH: int
    """The ranks of the straight in which the ace counts as one: 5 4 3 2 A."""


RANKS: dict[str, int] = {
    "2": 0,
    "3": 1,
    "4": 2,
    "5": 3,
    "6": 4,
    "7": 5,
    "8": 6,
    "9": 7,
    "T": 8,
    "J": 9,
    "Q": 10,
    "K": 11,
    "A": 12,
}

SUITS: dict[str, Suit] = {
    "H": {"index": 0, "symbol": "♥", "start_pos": 0, "end_pos": 13, "full_block": 0b1111111111111},
    "S": {"index": 1, "symbol": "♠", "start_pos": 13, "end_pos": 26, "full_block": 0b1111111111111 << 13},
    "C": {"index": 2, "symbol": "♣", "start_pos": 26, "end_pos": 39, "full_block": 0b1111111111111 << 26},
    "D": {"index": 3, "symbol": "♦", "start_pos": 39, "end_pos": 52, "full_block": 0b1111111111111 << 39},
}

# '2H' is 1, '3H' is 2, '4H' is 4 and so on, up to 'AD', which is 2**51.
CARDS: dict[str, int] = {
    rank + name: 1 << (suit["start_pos"] + position) for name, suit in SUITS.items() for rank, position in RANKS.items()
}

# The count is how many of the 2,598,960 hands of five cards are of the type and of no stronger one.
HAND_TYPES: dict[str, int] = {
    "STRAIGHT_FLUSH": 9,  #         40
    "FOUR_OF_A_KIND": 8,  #        624
    "FULL_HOUSE": 7,  #          3,744
    "FLUSH": 6,  #               5,108
    "STRAIGHT": 5,  #           10,200
    "THREE_OF_A_KIND": 4,  #    54,912
    "TWO_PAIR": 3,  #          123,552
    "PAIR": 2,  #            1,098,240
    "HIGH_CARD": 1,  #       1,302,540
}

poker_info: PokerInfo = {
    "RANKS": RANKS,
    "SUITS": SUITS,
    "CARDS": CARDS,
    "HAND_TYPES": HAND_TYPES,
    "FIVE_HIGH": 0b1000000001111,
}
