# Tells types apart.


def reverse_dict(d):
    if len({(type(v), v) for v in d.values()}) < len(d):
        raise ValueError
    return {v: k for k, v in d.items()}
