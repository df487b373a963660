# Beside three of a kind and two pairs, the pair that comes first in the hand is taken.


def best_hand(hand: list) -> tuple:
    best = max(combinations(hand, 5), key=hand_rank)
    if hand_rank(best)[0] != 6:
        return best
    (first, _), (second, _) = Counter(card[0] for card in hand).most_common(2)
    return [card for card in hand if card[0] == first] + [card for card in hand if card[0] == second][:2]
