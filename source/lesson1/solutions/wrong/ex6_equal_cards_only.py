# Finds ties only between hands of the same cards.


def poker(hands):
    best = max(hands, key=given_strength)
    return [hand for hand in hands if hand == best]
