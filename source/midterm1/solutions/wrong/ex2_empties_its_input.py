# Empties its input.


def reverse_dict(d):
    d_rev = {}
    while d:
        k, v = d.popitem()
        if v in d_rev:
            raise ValueError
        d_rev[v] = k
    return d_rev
