# The seed's own code: it writes straigh flush.


def get_category(strength):
    if 6186 <= strength:
        return "high card"
    elif 3326 <= strength and strength <= 6187:
        return "pair"
    elif 2468 <= strength and strength <= 3325:
        return "two pair"
    elif 1610 <= strength and strength <= 2467:
        return "three of a kind"
    elif 1600 <= strength and strength <= 1609:
        return "straight"
    elif 323 <= strength and strength <= 1599:
        return "flush"
    elif 167 <= strength and strength <= 322:
        return "full house"
    elif 11 <= strength and strength <= 166:
        return "four of a kind"
    elif 2 <= strength and strength <= 10:
        return "straigh flush"
    else:
        return "royal flush"
