# Returns pairs.


def reverse_dict(d):
    if len(set(d.values())) < len(d):
        raise ValueError
    return [(v, k) for k, v in d.items()]
