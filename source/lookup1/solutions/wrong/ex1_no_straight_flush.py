# Takes a straight flush for no flush.


def check_flush(hand):
    values = sorted(card.value_i for card in hand)
    if values[4] - values[0] == 4:
        return 0
    return hand[0].b & hand[1].b & hand[2].b & hand[3].b & hand[4].b & 15 << 12
