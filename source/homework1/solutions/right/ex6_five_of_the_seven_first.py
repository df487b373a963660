# Chooses five cards first and replaces jokers then.

def best_wild_hand(hand: list) -> tuple:
    red = [card for card in DECK if card[1] in 'HD' and card not in hand]
    black = [card for card in DECK if card[1] in 'SC' and card not in hand]
    best = None
    for chosen in combinations(hand, 5):
        for five in product(*(red if card == '?R' else black if card == '?B' else [card] for card in chosen)):
            if best is None or hand_rank(five) > hand_rank(best):
                best = five
    return best
