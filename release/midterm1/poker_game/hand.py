"""Playing cards as objects: a card knows its 32-bit integer, a deck can be shuffled, a hand is a list of cards.

The integer of a card holds everything about it, side by side:

    xxxAKQJT98765432♣♢♡♠rrrrxxpppppp

One of the 13 rank bits is 1, and one of the 4 suit bits. `rrrr` is the number of the rank, from 0 for the two to 12 for
the ace; `pppppp` is the prime number of the rank, from 2 for the two to 41 for the ace; `x` is not used.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import ClassVar

from .poker_info import RANKS


@dataclass(frozen=True)
class Card:
    """One card, by its name as in `poker_info["CARDS"]`.

    >>> card = Card("TC")
    >>> print(card)
    10♣
    >>> f"{card.b:032b}"
    '00000001000000001000100000010111'
    >>> card.value_i
    8
    """

    MASK: ClassVar[str] = "xxxAKQJT98765432♣♢♡♠rrrrxxpppppp"
    """What each of the 32 bits stands for."""
    PRIMES: ClassVar[tuple[int, ...]] = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
    """The prime numbers of the ranks, from the two to the ace."""
    SYMBOLS: ClassVar[dict[str, str]] = {"S": "♠", "H": "♡", "D": "♢", "C": "♣"}
    """The signs of the suits, in the order of their bits: that of spades is the lowest."""

    name: str
    b: int = field(init=False, repr=False, compare=False)
    """The integer."""

    def __post_init__(self) -> None:
        rank, suit = _rank_and_suit(self.name)
        value = RANKS[rank]
        suit_bit = 1 << list(self.SYMBOLS).index(suit)
        object.__setattr__(self, "b", 1 << (16 + value) | suit_bit << 12 | value << 8 | self.PRIMES[value])

    @property
    def value_i(self) -> int:
        """The number of the rank: 0 for the two, 12 for the ace."""
        return RANKS[self.name[0]]

    def __str__(self) -> str:
        rank, suit = self.name[0], self.name[1]
        return ("10" if rank == "T" else rank) + self.SYMBOLS[suit]


class Hand(list[Card]):
    """Some cards, in the order in which they were dealt.

    >>> hand = Hand.from_str("TC 8H QS AH 6C")
    >>> print(hand)
    10♣ 8♡ Q♠ A♡ 6♣
    >>> hand[0].b >> 16
    256
    """

    @classmethod
    def from_str(cls, names: str) -> Hand:
        """Make a hand of the cards that `names` names, with spaces between."""
        return cls(Card(name) for name in names.split())

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_str({' '.join(card.name for card in self)!r})"


class Deck(list[Card]):
    """All 52 cards, each once: suit by suit, from the two to the ace.

    >>> deck = Deck()
    >>> hand = Hand(deck.shuffle()[:5])
    >>> len(deck), len(hand), len(set(hand))
    (52, 5, 5)
    """

    def __init__(self) -> None:
        super().__init__(Card(rank + suit) for suit in Card.SYMBOLS for rank in RANKS)

    def shuffle(self, rng: random.Random | None = None) -> Deck:
        """Put the cards into a random order, and return the deck itself; `rng` decides which, if it is given."""
        (rng or random).shuffle(self)
        return self


def _rank_and_suit(name: str) -> tuple[str, str]:
    if isinstance(name, str) and len(name) == 2 and name[0] in RANKS and name[1] in Card.SYMBOLS:
        return name[0], name[1]
    raise ValueError(
        f"Card(name) takes a rank ({''.join(RANKS)}) and a suit ({''.join(Card.SYMBOLS)}), such as 'TC', "
        f"but was given {name!r}."
    )
