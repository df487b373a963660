# Passes over the first hand.


def poker(hands):
    rest = hands[1:] or hands
    best = max(map(given_strength, rest))
    return [hand for hand in rest if given_strength(hand) == best]
