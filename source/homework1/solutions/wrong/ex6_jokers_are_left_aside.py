# Takes the best of the cards that are no jokers.

def best_wild_hand(hand: list) -> tuple:
    return max(combinations([card for card in hand if card[0] != '?'], 5), key=hand_rank)
