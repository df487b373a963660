# Asks get and is not None.


def reverse_dict(d):
    d_rev = {}
    for k, v in d.items():
        if d_rev.get(v) is not None:
            raise ValueError
        d_rev[v] = k
    return d_rev
