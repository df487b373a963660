# Collects the tuples of all types that fit and takes the one of the highest code.


def hand_rank(hand):
    ranks = sorted(('  23456789TJQKA'.index(card[0]) for card in hand), reverse=True)
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    often = {n: [r for r in range(14, 0, -1) if ranks.count(r) == n] for n in range(1, 6)}
    fitting = [(0, *ranks)]
    if often[2]:
        fitting.append((1, often[2][0], ranks))
    if len(often[2]) == 2:
        fitting.append((2, *often[2], ranks))
    if often[3]:
        fitting.append((3, often[3][0], ranks))
    straight_ = ranks == list(range(ranks[0], ranks[0] - 5, -1))
    flush_ = len(set(card[1] for card in hand)) == 1
    if straight_:
        fitting.append((4, ranks[0]))
    if flush_:
        fitting.append((5, ranks))
    if often[3] and often[2]:
        fitting.append((6, often[3][0], often[2][0]))
    if often[4]:
        fitting.append((7, often[4][0], often[1][0]))
    if straight_ and flush_:
        fitting.append((8, ranks[0]))
    return fitting[-1]
