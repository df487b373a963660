# math.prod and the tuple of prime numbers.

from math import prod


def get_godel_number(hand):
    return prod(Card.PRIMES[card.value_i] for card in hand)
