# A chain of conditions.


def get_category(strength):
    if strength >= 6186:
        return "high card"
    elif strength >= 3326:
        return "pair"
    elif strength >= 2468:
        return "two pair"
    elif strength >= 1610:
        return "three of a kind"
    elif strength >= 1600:
        return "straight"
    elif strength >= 323:
        return "flush"
    elif strength >= 167:
        return "full house"
    elif strength >= 11:
        return "four of a kind"
    elif strength >= 2:
        return "straight flush"
    return "royal flush"
