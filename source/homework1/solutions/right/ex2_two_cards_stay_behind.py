# Leaves out each pair of cards and compares ranks beside hands.

def best_hand(hand: list) -> tuple:
    ranked = []
    for first in range(6):
        for second in range(first + 1, 7):
            five = [card for place, card in enumerate(hand) if place not in (first, second)]
            ranked.append((hand_rank(five), five))
    return max(ranked)[1]
