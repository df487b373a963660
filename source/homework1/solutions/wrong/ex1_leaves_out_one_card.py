# Leaves out one card, and so returns hands of six.

def five_card_hands(hand: list) -> list:
    return [hand[:place] + hand[place + 1:] for place in range(7)]
