# Takes the last card for the joker.

def possible_hands(hand: list) -> list:
    unseen = [card for card in DECK if card not in hand]
    red, black = [card for card in unseen if card[1] in 'HD'], [card for card in unseen if card[1] in 'SC']
    if hand[-1] == '?R':
        return [hand[:-1] + [card] for card in red]
    if hand[-1] == '?B':
        return [hand[:-1] + [card] for card in black]
    return [hand]
