# Gets its own cards again.


def swap_cards(deck, keep):
    kept = [card for card in deck[:5] if card.value_i in keep]
    new = deck[: 5 - len(kept)]
    return Hand(kept + new)
