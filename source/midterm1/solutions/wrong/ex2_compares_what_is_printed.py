# Compares what is printed.


def reverse_dict(d):
    if len({str(v) for v in d.values()}) < len(d):
        raise ValueError
    return {v: k for k, v in d.items()}
