# A loop that takes new cards one by one.


def swap_cards(deck, keep):
    hand = Hand()
    for card in deck[:5]:
        if card.value_i in keep:
            hand.append(card)
    following = 5
    while len(hand) < 5:
        hand.append(deck[following])
        following += 1
    return hand
