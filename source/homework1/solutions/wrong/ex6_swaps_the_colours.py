# Takes hearts and diamonds for black.

def best_wild_hand(hand: list) -> tuple:
    suits = {'?R': 'SC', '?B': 'HD'}
    choices = [
        [other for other in DECK if other[1] in suits[card] and other not in hand] if card in suits else [card]
        for card in hand
    ]
    return max((five for seven in product(*choices) for five in combinations(seven, 5)), key=hand_rank)
