# Takes each pair of cards out of a copy.

def five_card_hands(hand: list) -> list:
    hands = []
    for first in hand:
        for second in hand:
            if first < second:
                five = hand.copy()
                five.remove(first)
                five.remove(second)
                hands.append(five)
    return hands
