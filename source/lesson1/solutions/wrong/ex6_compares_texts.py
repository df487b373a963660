# Lets Python compare the hands themselves.


def poker(hands):
    best = max(hands)
    return [hand for hand in hands if hand == best]
