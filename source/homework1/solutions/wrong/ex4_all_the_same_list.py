# Changes one and the same list again and again.

def possible_hands(hand: list) -> list:
    unseen = [card for card in DECK if card not in hand]
    red, black = [card for card in unseen if card[1] in 'HD'], [card for card in unseen if card[1] in 'SC']
    hands, cards = [], list(hand)
    for one in red if '?R' in hand else [None]:
        for other in black if '?B' in hand else [None]:
            if one:
                cards[hand.index('?R')] = one
            if other:
                cards[hand.index('?B')] = other
            hands.append(cards)
    return hands
