# Returns a list only if there are several winners.


def poker(hands):
    best = max(map(given_strength, hands))
    winners = [hand for hand in hands if given_strength(hand) == best]
    return winners if len(winners) > 1 else winners[0]
