# The seed's own code, as a function, and with the ranks to keep in place of the ace.


def swap_cards(deck, keep):
    hand = Hand(deck[:5])
    cards_to_keep = [card for card in hand if card.value_i in keep]
    new_cards = deck[5:10-len(cards_to_keep)]

    hand = Hand(cards_to_keep + new_cards)
    return hand
