# Lets a joker stand for a card that is in the hand.

def best_wild_hand(hand: list) -> tuple:
    suits = {'?R': 'HD', '?B': 'SC'}
    choices = [
        [other for other in DECK if other[1] in suits[card]] if card in suits else [card]
        for card in hand
    ]
    return max((five for seven in product(*choices) for five in combinations(seven, 5)), key=hand_rank)
