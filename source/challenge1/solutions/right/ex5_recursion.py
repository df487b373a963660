# Recursion: leaves out one card until five are left.


def best(cards):
    def strongest(names, start):
        if len(names) == 5:
            return names
        choices = [strongest(names[:i] + names[i + 1 :], i) for i in range(start, len(names))]
        return max((choice for choice in choices if choice), key=strength, default=None)

    return Hand(" ".join(strongest(list(cards), 0)))
