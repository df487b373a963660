# Lets the two that stay behind come in both orders.

def five_card_hands(hand: list) -> list:
    return [
        [card for card in hand if card not in (first, second)]
        for first in hand
        for second in hand
        if first != second
    ]
