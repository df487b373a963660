# Lets a joker stand for any card.

def best_wild_hand(hand: list) -> tuple:
    suits = {'?R': 'HD', '?B': 'SC'}
    choices = [
        [other for other in DECK if other not in hand] if card in suits else [card]
        for card in hand
    ]
    return max((five for seven in product(*choices) if len(set(seven)) == 7 for five in combinations(seven, 5)), key=hand_rank)
