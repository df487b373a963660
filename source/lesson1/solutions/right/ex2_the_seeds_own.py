# The seed's own code.


def straight(ranks):
    "Return True if the ordered ranks form a 5-card straight."
    return (max(ranks) - min(ranks) == 4) and (len(set(ranks)) == 5)


def flush(hand):
    "Return True if all the cards have the same suit."
    # Note how neat: this only works because all ranks are 1-character long.
    suits = [s for r, s in hand]
    return len(set(suits)) == 1
