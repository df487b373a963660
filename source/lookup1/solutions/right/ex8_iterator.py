# An iterator over the deck.

from itertools import islice


def swap_cards(deck, keep):
    cards = iter(deck)
    kept = [card for card in islice(cards, 5) if card.value_i in keep]
    return Hand(kept + list(islice(cards, 5 - len(kept))))
