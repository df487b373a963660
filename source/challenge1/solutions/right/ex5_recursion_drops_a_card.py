# Drops one card after the other by recursion until five are left, and compares from below.


def best(cards: list) -> Hand:
    def strongest(names):
        if len(names) == 5:
            return strength(names), names
        return max(strongest(names[:i] + names[i + 1:]) for i in range(len(names)))
    return Hand(' '.join(strongest(tuple(cards))[1]))
