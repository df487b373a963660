# Begins with the best four, and adds the best fifth.

def best_hand(hand: list) -> tuple:
    ranks = {rank: value for value, rank in enumerate('23456789TJQKA')}
    four = sorted(hand, key=lambda card: (sum(card[0] == other[0] for other in hand), ranks[card[0]]))[-4:]
    rest = [card for card in hand if card not in four]
    return max(((*four, card) for card in rest), key=hand_rank)
