# Lets a pair pass: four ranks are enough.


def check_unique_five(hand):
    return len({card.value_i for card in hand}) >= 4
