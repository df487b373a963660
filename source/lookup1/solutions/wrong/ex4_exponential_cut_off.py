# Cuts the exponential of the sum of logarithms off in place of rounding it.


import math

def get_godel_number(hand: Hand) -> int:
    return int(math.exp(sum(math.log(card.b & 255) for card in hand)))
