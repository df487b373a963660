# Looks among the keys of d.


def reverse_dict(d):
    for v in d.values():
        if v in d:
            raise ValueError
    if len(set(d.values())) < len(d):
        raise ValueError
    return {v: k for k, v in d.items()}
