"""Playing cards as bits: the constants of poker, and functions that show what a number stands for."""

from .cards import cards_info, pprint_cards
from .hand import Card, Deck, Hand
from .poker_info import poker_info
from .ranks import pprint_ranks, ranks_info

__all__ = ["Card", "Deck", "Hand", "cards_info", "poker_info", "pprint_cards", "pprint_ranks", "ranks_info"]
