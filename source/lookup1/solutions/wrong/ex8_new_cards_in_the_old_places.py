# Puts new cards in the places of the old ones.


def swap_cards(deck, keep):
    new = iter(deck[5:])
    return Hand([card if card.value_i in keep else next(new) for card in deck[:5]])
