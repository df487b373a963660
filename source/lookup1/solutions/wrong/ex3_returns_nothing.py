# Prints instead of returning.


def check_unique_five(hand):
    print(len({card.value_i for card in hand}) == 5)
