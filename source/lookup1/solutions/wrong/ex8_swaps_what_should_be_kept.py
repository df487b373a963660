# Swaps the cards that should be kept.


def swap_cards(deck, keep):
    kept = [card for card in deck[:5] if card.value_i not in keep]
    new = deck[5 : 10 - len(kept)]
    return Hand(kept + new)
