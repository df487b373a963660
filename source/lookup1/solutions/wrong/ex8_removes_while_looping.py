# Removes cards from the list that it loops over.


def swap_cards(deck, keep):
    hand = deck[:5]
    for card in hand:
        if card.value_i not in keep:
            hand.remove(card)
    return Hand(hand + deck[5 : 10 - len(hand)])
