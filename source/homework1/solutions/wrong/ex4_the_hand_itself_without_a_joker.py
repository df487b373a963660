# Returns a hand without a joker as it is, not in a list.

def possible_hands(hand: list) -> list:
    unseen = [card for card in DECK if card not in hand]
    red, black = [card for card in unseen if card[1] in 'HD'], [card for card in unseen if card[1] in 'SC']
    if '?R' not in hand and '?B' not in hand:
        return list(hand)
    choices = {'?R': red, '?B': black}
    return list(product(*(choices.get(card, [card]) for card in hand)))
