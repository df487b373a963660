# Lets a joker stand only for a rank that is in the hand.

def best_wild_hand(hand: list) -> tuple:
    suits = {'?R': 'HD', '?B': 'SC'}
    choices = [
        [other for other in DECK if other[1] in suits[card] and other not in hand] if card in suits else [card]
        for card in hand
    ]
    held = {card[0] for card in hand}
    near = [[card for card in each if card[0] in held] or each for each in choices]
    return max((five for seven in product(*near) for five in combinations(seven, 5)), key=hand_rank)
