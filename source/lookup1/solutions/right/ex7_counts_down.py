# Counts down.


def get_category(strength):
    for category, size in [
        ("royal flush", 1), ("straight flush", 9), ("four of a kind", 156), ("full house", 156), ("flush", 1277),
        ("straight", 10), ("three of a kind", 858), ("two pair", 858), ("pair", 2860),
    ]:
        strength -= size
        if strength <= 0:
            return category
    return "high card"
