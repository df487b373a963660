# Takes the ace for the lowest bit.


def get_encoding(hand):
    encoding = 0
    for card in hand:
        encoding |= 1 << (card.value_i + 1) % 13
    return encoding
