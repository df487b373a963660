# Takes hands of six and seven as well.

def five_card_hands(hand: list) -> list:
    return [some for size in (5, 6, 7) for some in combinations(hand, size)]
