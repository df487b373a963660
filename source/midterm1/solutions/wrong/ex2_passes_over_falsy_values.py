# Passes over falsy values.


def reverse_dict(d):
    d_rev = {}
    for k, v in d.items():
        if v and v in d_rev:
            raise ValueError
        d_rev[v] = k
    return d_rev
