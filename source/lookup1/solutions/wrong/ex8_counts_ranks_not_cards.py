# Takes so many new cards as there are ranks to swap.


def swap_cards(deck, keep):
    kept = [card for card in deck[:5] if card.value_i in keep]
    return Hand(kept + deck[5 : 10 - len(keep)])
