# Takes the five that follow each card round the hand.

def five_card_hands(hand: list) -> list:
    return [(hand + hand)[place:place + 5] for place in range(7)]
