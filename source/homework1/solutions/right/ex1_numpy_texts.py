# Chooses by numpy, and returns the texts of numpy.

import numpy as np


def five_card_hands(hand: list) -> list:
    cards = np.array(hand)
    return [list(cards[np.array(places)]) for places in combinations(range(7), 5)]
