# Tries only cards of a rank or of a suit that the hand has: what fills the gap of a straight may have neither.


def best_wild_hand(hand):
    ranks, suits = {card[0] for card in hand}, {card[1] for card in hand}
    choices = [
        [other for other in replace(card) if other[0] in ranks or other[1] in suits or card[0] != "?"] for card in hand
    ]
    hands = {five for seven in product(*choices) if len(set(seven)) == 7 for five in combinations(seven, 5)}
    return max(hands, key=hand_rank)
