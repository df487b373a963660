# Returns the rank and not the hand.

def best_wild_hand(hand: list) -> tuple:
    suits = {'?R': 'HD', '?B': 'SC'}
    choices = [
        [other for other in DECK if other[1] in suits[card] and other not in hand] if card in suits else [card]
        for card in hand
    ]
    return max(hand_rank(five) for seven in product(*choices) for five in combinations(seven, 5))
