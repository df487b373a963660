# Takes hearts and diamonds for black.

def possible_hands(hand: list) -> list:
    unseen = [card for card in DECK if card not in hand]
    red, black = [card for card in unseen if card[1] in 'HD'], [card for card in unseen if card[1] in 'SC']
    choices = {'?R': black, '?B': red}
    return list(product(*(choices.get(card, [card]) for card in hand)))
