# Takes a mask of eight bits, so the bits of the rank number that all cards share stay in the result.


def check_flush(hand: Hand) -> int:
    result = 0xFF00
    for card in hand:
        result &= card.b
    return result
