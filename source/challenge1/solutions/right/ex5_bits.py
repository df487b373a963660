# Counts through numbers of seven bits.


def best(cards):
    strengths = {}
    for bits in range(128):
        five = [name for place, name in enumerate(cards) if bits >> place & 1]
        if len(five) == 5:
            strengths[strength(five)] = five
    return Hand(" ".join(strengths[max(strengths)]))
