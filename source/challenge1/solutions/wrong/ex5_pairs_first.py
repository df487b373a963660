# Takes ranks that occur often, then the highest: no straights and flushes.


def best(cards):
    ranks = [CARDS[name].rank for name in cards]
    in_order = sorted(cards, key=lambda name: (-ranks.count(CARDS[name].rank), -CARDS[name].rank))
    return Hand(" ".join(in_order[:5]))
