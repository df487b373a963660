# Returns all seven cards of the best.

def best_wild_hand(hand: list) -> tuple:
    suits = {'?R': 'HD', '?B': 'SC'}
    choices = [
        [other for other in DECK if other[1] in suits[card] and other not in hand] if card in suits else [card]
        for card in hand
    ]
    return max(product(*choices), key=lambda seven: max(map(hand_rank, combinations(seven, 5))))
