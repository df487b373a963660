# Returns the joker in the place of what it stands for.

def best_wild_hand(hand: list) -> tuple:
    suits = {'?R': 'HD', '?B': 'SC'}
    choices = [
        [other for other in DECK if other[1] in suits[card] and other not in hand] if card in suits else [card]
        for card in hand
    ]
    best = max((five for seven in product(*choices) for five in combinations(seven, 5)), key=hand_rank)
    red, black = ('?R' if '?R' in hand else None), ('?B' if '?B' in hand else None)
    return [card if card in hand else (red if card[1] in 'HD' else black) for card in best]
