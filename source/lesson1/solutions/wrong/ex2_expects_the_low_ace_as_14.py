# Expects the low ace as 14, though exercise 1 has made it 1.


def straight(ranks):
    if ranks == [14, 5, 4, 3, 2]:
        return True
    return all(a == b + 1 for a, b in zip(ranks, ranks[1:])) and ranks[-1] != 1


def flush(hand):
    return len({s for r, s in hand}) == 1
