# Takes five cards of one rank for the strongest of all.

def best_wild_hand(hand: list) -> tuple:
    suits = {'?R': 'HD', '?B': 'SC'}
    choices = [
        [other for other in DECK if other[1] in suits[card]] if card in suits else [card]
        for card in hand
    ]
    return max(
        (five for seven in product(*choices) for five in combinations(seven, 5)),
        key=lambda five: (9,) if len({card[0] for card in five}) == 1 else hand_rank(five),
    )
