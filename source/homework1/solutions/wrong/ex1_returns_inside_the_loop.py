# Returns at the end of the first round of the loop.

def five_card_hands(hand: list) -> list:
    hands = []
    for five in combinations(hand, 5):
        hands.append(five)
        return hands
