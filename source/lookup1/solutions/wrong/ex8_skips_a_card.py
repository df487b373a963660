# Burns a card first.


def swap_cards(deck, keep):
    kept = [card for card in deck[:5] if card.value_i in keep]
    new = deck[6 : 11 - len(kept)]
    return Hand(kept + new)
