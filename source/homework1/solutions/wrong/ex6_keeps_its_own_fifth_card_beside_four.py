# Beside four of a kind, keeps a fifth card of the hand's own.

def best_wild_hand(hand: list) -> tuple:
    choices = {'?R': [c for c in DECK if c[1] in 'HD'], '?B': [c for c in DECK if c[1] in 'SC']}
    hands = {five for seven in product(*(choices.get(card, [card]) for card in hand))
             for five in combinations(seven, 5) if len(set(five)) == 5}
    return max(hands, key=lambda five: (hand_rank(five)[0] == 7 and len(set(five) & set(hand)) == 5, hand_rank(five)))
