# Counts ranks from one.


def swap_cards(deck, keep):
    kept = [card for card in deck[:5] if card.value_i + 1 in keep]
    new = deck[5 : 10 - len(kept)]
    return Hand(kept + new)
