# Lets every joker be an ace.

def best_wild_hand(hand: list) -> tuple:
    suits = {'?R': 'HD', '?B': 'SC'}
    choices = [
        [other for other in DECK if other[1] in suits[card] and other not in hand] if card in suits else [card]
        for card in hand
    ]
    aces = [[card for card in each if card[0] == 'A'] or each for each in choices]
    return max((five for seven in product(*aces) for five in combinations(seven, 5)), key=hand_rank)
