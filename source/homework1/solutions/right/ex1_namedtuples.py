# Each hand is a namedtuple.

from collections import namedtuple

Five = namedtuple('Five', 'first second third fourth fifth')


def five_card_hands(hand: list) -> list:
    return [Five(*five) for five in combinations(sorted(hand), 5)]
