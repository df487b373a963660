# Looks for names of ranks.


def swap_cards(deck, keep):
    kept = [card for card in deck[:5] if card.name[0] in keep]
    new = deck[5 : 10 - len(kept)]
    return Hand(kept + new)
