# Five nested loops over places.

def five_card_hands(hand: list) -> list:
    hands = []
    for a in range(7):
        for b in range(a + 1, 7):
            for c in range(b + 1, 7):
                for d in range(c + 1, 7):
                    for e in range(d + 1, 7):
                        hands.append((hand[a], hand[b], hand[c], hand[d], hand[e]))
    return hands
