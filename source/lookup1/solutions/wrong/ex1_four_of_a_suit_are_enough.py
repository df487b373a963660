# Takes four cards of one suit for a flush.


def check_flush(hand):
    for bit in (4096, 8192, 16384, 32768):
        if sum(bool(card.b & bit) for card in hand) >= 4:
            return bit
    return 0
