# Returns the strengths of the winners.


def poker(hands):
    strengths = [given_strength(hand) for hand in hands]
    return [strength for strength in strengths if strength == max(strengths)]
