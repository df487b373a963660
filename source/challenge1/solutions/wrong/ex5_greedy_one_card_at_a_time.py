# Replaces only one card at a time while the hand gets stronger, which may stop before the best choice.


def best(cards: list) -> Hand:
    hand, rest = list(cards[:5]), list(cards[5:])
    better = True
    while better:
        better = False
        for i in range(5):
            for j in range(2):
                trial = hand[:i] + [rest[j]] + hand[i + 1:]
                if strength(trial) > strength(hand):
                    hand[i], rest[j] = rest[j], hand[i]
                    better = True
    return Hand(' '.join(hand))
