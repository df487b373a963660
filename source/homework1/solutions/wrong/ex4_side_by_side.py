# Pairs the cards for the two jokers instead of combining each with each.

def possible_hands(hand: list) -> list:
    unseen = [card for card in DECK if card not in hand]
    red, black = [card for card in unseen if card[1] in 'HD'], [card for card in unseen if card[1] in 'SC']
    known = [card for card in hand if card[0] != '?']
    if '?R' in hand and '?B' in hand:
        return [known + [one, other] for one, other in zip(red, black)]
    if '?R' in hand:
        return [known + [one] for one in red]
    if '?B' in hand:
        return [known + [one] for one in black]
    return [known]
