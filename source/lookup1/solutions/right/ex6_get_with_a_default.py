# Names of ranks and suits, and get with a default.

from math import prod


def get_strength(hand):
    ranks = ["23456789TJQKA".index(card.name[0]) for card in hand]
    key = sum(1 << rank for rank in set(ranks))
    if len({card.name[1] for card in hand}) == 1:
        return FLUSH_RANKS[key]
    product = prod(Card.PRIMES[rank] for rank in ranks)
    return DUPE_RANKS.get(product) or UNIQUE_FIVE_RANKS[key]
