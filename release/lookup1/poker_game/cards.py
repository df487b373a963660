"""Shows which cards the bits of a 52-bit number stand for."""

from __future__ import annotations

from typing import TypedDict

from .bounds import check_bits
from .poker_info import poker_info
from .ranks import RANK_COLUMNS

CARDS = poker_info["CARDS"]
SUITS = poker_info["SUITS"]


class CardsInfo(TypedDict):
    """A set of cards in each of its forms."""

    int_value: int
    """The number as given."""
    binary_representation: str
    """'0b' and 52 digits, leading zeros included."""
    string_representation: str
    """The cards suit by suit, each from weak to strong, with spaces between; empty when there are none."""
    suit_groups: dict[str, int]
    """For each suit, in the order H, S, C, D, the ranks held in it, as a number of 13 bits."""


def cards_info(cards: int) -> CardsInfo:
    """Return the set `cards` as a number, as bits, as text, and parted into its four suits.

    >>> cards_info(351843729281280)['string_representation']
    'TH AH QS 9D JD'
    >>> cards_info(351843729281280)['suit_groups']
    {'H': 4352, 'S': 1024, 'C': 0, 'D': 640}
    """
    check_bits("cards_info", "cards", cards, len(CARDS))
    return {
        "int_value": cards,
        "binary_representation": f"0b{cards:0{len(CARDS)}b}",
        "string_representation": " ".join(card for card, bit in CARDS.items() if cards & bit),
        "suit_groups": _suit_groups(cards),
    }


def pprint_cards(cards: int) -> None:
    """Print the bits of the set `cards`, block by block, under the suits and ranks that they stand for.

    >>> pprint_cards(351843729281280)
    SUIT: DDDDDDDDDDDDD CCCCCCCCCCCCC SSSSSSSSSSSSS HHHHHHHHHHHHH
    RANK: AKQJT98765432 AKQJT98765432 AKQJT98765432 AKQJT98765432
    BITS: 0001010000000 0000000000000 0010000000000 1000100000000
    """
    check_bits("pprint_cards", "cards", cards, len(CARDS))
    width = len(RANK_COLUMNS)
    blocks = list(reversed(_suit_groups(cards).items()))
    print("SUIT:", *(suit * width for suit, _ in blocks))
    print("RANK:", *(RANK_COLUMNS for _ in blocks))
    print("BITS:", *(f"{ranks:0{width}b}" for _, ranks in blocks))


def _suit_groups(cards: int) -> dict[str, int]:
    return {name: (cards & suit["full_block"]) >> suit["start_pos"] for name, suit in SUITS.items()}
