# Returns a set of texts of numpy.

import numpy as np


def best_replacements(hand: list) -> set:
    red = '?R' in hand
    known = [card for card in hand if card not in ('?R', '?B')]
    free = np.array([card for card in DECK if (card[1] in 'HD') == red and card not in known])
    values = [max(hand_rank(five) for five in combinations(known + [str(card)], 5)) for card in free]
    return {card for card, value in zip(free, values) if value == max(values)}
