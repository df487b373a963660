# Takes the end of a range for its last number.

def five_card_hands(hand: list) -> list:
    return [
        (hand[a], hand[b], hand[c], hand[d], hand[e])
        for a in range(6)
        for b in range(a + 1, 6)
        for c in range(b + 1, 6)
        for d in range(c + 1, 6)
        for e in range(d + 1, 6)
    ]
