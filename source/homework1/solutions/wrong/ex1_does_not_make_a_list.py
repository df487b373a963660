# Returns what itertools gives, which is no list.

def five_card_hands(hand: list) -> list:
    return combinations(hand, 5)
