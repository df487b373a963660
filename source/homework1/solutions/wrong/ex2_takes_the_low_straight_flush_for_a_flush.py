# Knows 5 4 3 2 A as a straight, and takes it for a flush where all suits are the same.

def best_hand(hand: list) -> tuple:
    def rank(five):
        if hand_rank(five) == (8, 5):
            return 5, (14, 5, 4, 3, 2)
        return hand_rank(five)
    return max(combinations(hand, 5), key=rank)
