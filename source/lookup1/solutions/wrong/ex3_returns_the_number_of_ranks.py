# Returns how many ranks there are.


def check_unique_five(hand):
    return len({card.value_i for card in hand})
