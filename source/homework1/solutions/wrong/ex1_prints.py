# Prints the hands and returns nothing.

def five_card_hands(hand: list) -> list:
    for five in combinations(hand, 5):
        print(five)
