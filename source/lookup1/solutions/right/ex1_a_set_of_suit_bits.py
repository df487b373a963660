# A set of the suit bits.


def check_flush(hand):
    suits = {card.b & 0xF000 for card in hand}
    return suits.pop() if len(suits) == 1 else 0
