# Replaces one joker and leaves the other.

def possible_hands(hand: list) -> list:
    unseen = [card for card in DECK if card not in hand]
    red, black = [card for card in unseen if card[1] in 'HD'], [card for card in unseen if card[1] in 'SC']
    for joker, cards in (('?R', red), ('?B', black)):
        if joker in hand:
            return [[other if card == joker else card for card in hand] for other in cards]
    return [hand]
