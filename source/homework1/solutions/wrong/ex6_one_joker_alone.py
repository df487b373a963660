# Uses one of two jokers.

def best_wild_hand(hand: list) -> tuple:
    suits = {'?R': 'HD', '?B': 'SC'}
    for joker in suits:
        if joker in hand:
            known = [card for card in hand if card not in suits]
            others = [card for card in DECK if card[1] in suits[joker] and card not in known]
            return max((five for other in others for five in combinations([*known, other], 5)), key=hand_rank)
    return max(combinations(hand, 5), key=hand_rank)
