# Sorts the deck by rank, and filters it.

import numpy as np


def replace(card: str) -> list:
    suits = dict(R='HD', B='SC').get(card[1]) if card.startswith('?') else None
    if suits is None:
        return [np.str_(card)]
    return sorted((c for c in DECK if c[1] in suits), key=lambda c: ('23456789TJQKA'.index(c[0]), suits.index(c[1])))
