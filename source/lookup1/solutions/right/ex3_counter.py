# A Counter.

from collections import Counter


def check_unique_five(hand):
    return max(Counter(card.b >> 16 for card in hand).values()) == 1
