# Throws away the card whose loss costs least, and again.

def best_hand(hand: list) -> tuple:
    cards = list(hand)
    while len(cards) > 5:
        cards.remove(min(cards, key=lambda card: (sum(card[0] == other[0] for other in cards), RANKS.index(card[0]))))
    return tuple(cards)
