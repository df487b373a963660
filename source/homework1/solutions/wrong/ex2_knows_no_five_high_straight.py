# Counts the ace always high in a rank of its own.

def best_hand(hand: list) -> tuple:
    def strength(five):
        rank = hand_rank(five)
        if rank in ((4, 5), (8, 5)):
            values = (14, 5, 4, 3, 2)
            return (0, values) if rank[0] == 4 else (5, values)
        return rank

    return max(combinations(hand, 5), key=strength)
