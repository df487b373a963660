# Keeps the last of the hands that tie.


def poker(hands):
    winner = hands[0]
    for hand in hands:
        if given_strength(hand) >= given_strength(winner):
            winner = hand
    return [winner]
