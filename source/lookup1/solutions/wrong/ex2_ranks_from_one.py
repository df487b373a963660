# Counts ranks from one.


def get_encoding(hand):
    encoding = 0
    for card in hand:
        encoding |= 1 << card.value_i + 1
    return encoding
