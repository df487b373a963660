# Asks get whether the value was met.


def reverse_dict(d):
    d_rev = {}
    for k, v in d.items():
        if d_rev.get(v):
            raise ValueError
        d_rev[v] = k
    return d_rev
