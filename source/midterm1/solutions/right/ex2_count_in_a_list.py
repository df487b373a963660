# Count in a list.


def reverse_dict(d):
    values = list(d.values())
    if any(values.count(v) > 1 for v in values):
        raise ValueError
    return {d[k]: k for k in d}
