# Takes five bits for the prime number, in which the king's 37 and the four's 5 are equal.


def check_unique_five(hand: Hand) -> bool:
    """Return whether no rank occurs more than once."""
    return len({card.b & 0b11111 for card in hand}) == 5
