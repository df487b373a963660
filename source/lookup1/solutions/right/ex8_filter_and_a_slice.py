# filter, and a slice that cuts what is too many.


def swap_cards(deck, keep):
    kept = filter(lambda card: card.value_i in keep, deck[:5])
    return Hand([*kept, *deck[5:10]][:5])
