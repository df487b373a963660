# Returns the best hand itself.


def poker(hands):
    return max(hands, key=given_strength)
