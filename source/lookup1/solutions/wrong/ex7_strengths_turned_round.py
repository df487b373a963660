# Takes 7462 for the strongest.


def get_category(strength):
    strength = 7463 - strength
    if 6186 <= strength:
        return "high card"
    elif 3326 <= strength <= 6185:
        return "pair"
    elif 2468 <= strength <= 3325:
        return "two pair"
    elif 1610 <= strength <= 2467:
        return "three of a kind"
    elif 1600 <= strength <= 1609:
        return "straight"
    elif 323 <= strength <= 1599:
        return "flush"
    elif 167 <= strength <= 322:
        return "full house"
    elif 11 <= strength <= 166:
        return "four of a kind"
    elif 2 <= strength <= 10:
        return "straight flush"
    else:
        return "royal flush"
