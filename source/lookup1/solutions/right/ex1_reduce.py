# reduce and the operator module.

from functools import reduce
from operator import and_


def check_flush(hand):
    return reduce(and_, (card.b for card in hand), 0xF000)
