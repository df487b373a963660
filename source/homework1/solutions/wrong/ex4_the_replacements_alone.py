# Returns what the jokers stand for, without the other cards.

def possible_hands(hand: list) -> list:
    unseen = [card for card in DECK if card not in hand]
    red, black = [card for card in unseen if card[1] in 'HD'], [card for card in unseen if card[1] in 'SC']
    choices = {'?R': red, '?B': black}
    return list(product(*(choices[card] for card in hand if card in choices)))
