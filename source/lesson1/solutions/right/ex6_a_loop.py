# One loop that starts a new list whenever something stronger comes.


def poker(hands):
    best, winners = 0, []
    for hand in hands:
        strength = given_strength(hand)
        if strength > best:
            best, winners = strength, []
        if strength == best:
            winners.append(hand)
    return winners
