# Takes 5 4 3 2 A of one suit for a flush, so that a joker becomes a king instead of the five.

def best_wild_hand(hand: list) -> tuple:
    def rank(five):
        return (5, (14, 5, 4, 3, 2)) if hand_rank(five) == (8, 5) else hand_rank(five)
    return max((five for seven in possible_hands(hand) for five in combinations(seven, 5)), key=rank)
