# Remembers the places of the best choice for the ranks of the cards, whatever their suits are.


_known = {}

def best(cards: list) -> Hand:
    ranks = tuple(CARDS[name].rank for name in cards)
    if ranks not in _known:
        _known[ranks] = max(combinations(range(7), 5), key=lambda places: strength([cards[i] for i in places]))
    return Hand(' '.join(cards[i] for i in _known[ranks]))
