# A dictionary of ranges.


def get_category(strength):
    ranges = {
        range(1, 2): "royal flush",
        range(2, 11): "straight flush",
        range(11, 167): "four of a kind",
        range(167, 323): "full house",
        range(323, 1600): "flush",
        range(1600, 1610): "straight",
        range(1610, 2468): "three of a kind",
        range(2468, 3326): "two pair",
        range(3326, 6186): "pair",
        range(6186, 7463): "high card",
    }
    for numbers, category in ranges.items():
        if strength in numbers:
            return category
