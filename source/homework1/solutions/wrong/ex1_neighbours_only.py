# Slices five neighbours out of the list.

def five_card_hands(hand: list) -> list:
    return [hand[start:start + 5] for start in range(3)]
