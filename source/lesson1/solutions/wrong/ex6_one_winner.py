# Knows no ties.


def poker(hands):
    return [max(hands, key=given_strength)]
