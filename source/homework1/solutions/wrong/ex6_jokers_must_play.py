# Asks for a hand of five with all jokers in it.

def best_wild_hand(hand: list) -> tuple:
    suits = {'?R': 'HD', '?B': 'SC'}
    choices = [
        [other for other in DECK if other[1] in suits[card] and other not in hand] if card in suits else [card]
        for card in hand
    ]
    known = [[card] for card in hand if card not in suits]
    wild = [each for each in choices if len(each) > 1]
    return max(
        (five for some in combinations(known, 5 - len(wild)) for five in product(*some, *wild)), key=hand_rank
    )
