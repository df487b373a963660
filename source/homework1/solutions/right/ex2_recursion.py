# Takes out one card and asks for the best of the rest.

def best_hand(hand: list) -> tuple:
    if len(hand) == 5:
        return tuple(hand)
    return max((best_hand(hand[:place] + hand[place + 1:]) for place in range(len(hand))), key=hand_rank)
