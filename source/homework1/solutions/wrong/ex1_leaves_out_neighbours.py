# Leaves out two neighbours only.

def five_card_hands(hand: list) -> list:
    return [hand[:place] + hand[place + 2:] for place in range(6)]
