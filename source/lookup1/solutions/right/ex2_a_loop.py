# A loop that sets bits.


def get_encoding(hand):
    encoding = 0
    for card in hand:
        encoding |= 1 << card.value_i
    return encoding
