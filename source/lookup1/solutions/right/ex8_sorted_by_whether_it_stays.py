# Removes what does not stay.


def swap_cards(deck, keep):
    hand = Hand(deck[:5])
    for card in deck[:5]:
        if card.value_i not in keep:
            hand.remove(card)
    hand.extend(deck[5 : 10 - len(hand)])
    return hand
