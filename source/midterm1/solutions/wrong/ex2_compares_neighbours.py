# Compares neighbours.


def reverse_dict(d):
    values = list(d.values())
    if any(a == b for a, b in zip(values, values[1:])):
        raise ValueError
    return {v: k for k, v in d.items()}
