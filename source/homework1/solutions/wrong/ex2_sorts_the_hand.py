# Sorts the hand itself.

def best_hand(hand: list) -> tuple:
    hand.sort(key=lambda card: RANKS.index(card[0]), reverse=True)
    return max(combinations(hand, 5), key=hand_rank)
