# A loop.


def reverse_dict(d):
    d_rev = {}
    for k, v in d.items():
        if v in d_rev:
            raise ValueError("duplicate")
        d_rev[v] = k
    return d_rev
