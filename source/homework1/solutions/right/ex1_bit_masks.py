# Counts through all choices of cards as binary numbers.

def five_card_hands(hand: list) -> list:
    return [
        [card for place, card in enumerate(hand) if mask >> place & 1]
        for mask in range(2 ** len(hand))
        if bin(mask).count('1') == 5
    ]
