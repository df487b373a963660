# Compares hands two by two.

def best_hand(hand: list) -> tuple:
    hands = list(combinations(reversed(hand), 5))
    while len(hands) > 1:
        one, other = hands.pop(), hands.pop(0)
        hands.append(one if hand_rank(one) >= hand_rank(other) else other)
    return [*hands[0]]
