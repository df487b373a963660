# Collects all different hands of five before it ranks them.

def best_wild_hand(hand: list) -> tuple:
    cards = {card for card in hand if '?' not in card}
    red = [card for card in DECK if card[1] in 'HD' and card not in cards] if '?R' in hand else []
    black = [card for card in DECK if card[1] in 'SC' and card not in cards] if '?B' in hand else []
    fives = set(combinations(sorted(cards), 5))
    for four in combinations(sorted(cards), 4):
        fives |= {(*four, card) for card in red + black}
    for three in combinations(sorted(cards), 3):
        fives |= {(*three, one, other) for one in red for other in black}
    best = fives.pop()
    for five in fives:
        if hand_rank(five) > hand_rank(best):
            best = five
    return list(best)
