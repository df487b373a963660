# Compares the first card with the others only.


def check_unique_five(hand):
    return all(card.value_i != hand[0].value_i for card in hand[1:])
