# Returns a hand that is there twice only once.


def poker(hands):
    best = max(map(given_strength, hands))
    winners = []
    for hand in hands:
        if given_strength(hand) == best and hand not in winners:
            winners.append(hand)
    return winners
