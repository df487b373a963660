# Loops that leave at the first that does not fit.


def straight(ranks):
    for place in range(4):
        if ranks[place] != ranks[place + 1] + 1:
            return False
    return True


def flush(hand):
    found = set()
    for card in hand:
        found.add(card[-1])
        if len(found) > 1:
            return False
    return True
