# Keeps cards that are not in the hand.


def swap_cards(deck, keep):
    kept = [card for card in deck if card.value_i in keep]
    new = deck[5 : 10 - len(kept)]
    return Hand((kept + new)[:5])
