# Takes the numbers on the cards for the numbers of the ranks.


def swap_cards(deck, keep):
    kept = [card for card in deck[:5] if card.value_i + 2 in keep]
    new = deck[5 : 10 - len(kept)]
    return Hand(kept + new)
