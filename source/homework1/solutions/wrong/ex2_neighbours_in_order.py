# Sorts the cards by rank and looks at five neighbours only.

def best_hand(hand: list) -> tuple:
    cards = sorted(hand, key=lambda card: RANKS.index(card[0]))
    return max((cards[start:start + 5] for start in range(3)), key=hand_rank)
