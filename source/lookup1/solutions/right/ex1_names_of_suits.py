# Names of suits, and a dictionary.


def check_flush(hand):
    bits = {"S": 4096, "H": 8192, "D": 16384, "C": 32768}
    suit = hand[0].name[1]
    if all(card.name.endswith(suit) for card in hand):
        return bits[suit]
    return 0
