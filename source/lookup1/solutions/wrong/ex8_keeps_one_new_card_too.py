# Keeps the first of the new cards as well.


def swap_cards(deck, keep):
    kept = filter(lambda card: card.value_i in keep, deck[:6])
    return Hand([*kept, *deck[5:10]][:5])
