# Takes five times the suit bit of the first card as the sum that only a flush has.


def check_flush(hand: Hand) -> int:
    suits = [card.b & 0b1111000000000000 for card in hand]
    return suits[0] if sum(suits) == 5 * suits[0] else 0
