# Takes the five cards of the highest ranks.

def best_hand(hand: list) -> tuple:
    return sorted(hand, key=lambda card: RANKS.index(card[0]))[-5:]
