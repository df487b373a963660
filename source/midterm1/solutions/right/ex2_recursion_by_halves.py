# Recursion by halves.


def reverse_dict(d):
    def reverse(pairs):
        if len(pairs) < 2:
            return {v: k for k, v in pairs}
        half = len(pairs) // 2
        one, other = reverse(pairs[:half]), reverse(pairs[half:])
        if one.keys() & other.keys():
            raise ValueError
        return one | other

    return reverse(list(d.items()))
