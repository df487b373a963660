# Subtracts the hand from the colour, as sets.

def possible_hands(hand: list) -> list:
    red = {card for card in DECK if card[1] in 'HD'} - set(hand)
    black = set(DECK) - red - set(hand)
    known = [card for card in hand if not card.startswith('?')]
    if '?R' in hand and '?B' in hand:
        return [(*known, one, other) for one in red for other in black]
    if '?R' in hand:
        return [(*known, one) for one in red]
    if '?B' in hand:
        return [(*known, one) for one in black]
    return [tuple(known)]
