# Works in place.


def reverse_dict(d):
    if len(set(d.values())) < len(d):
        raise ValueError
    for k, v in list(d.items()):
        del d[k]
        d[v] = k
    return d
