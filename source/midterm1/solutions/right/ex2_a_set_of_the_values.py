# A set of the values.


def reverse_dict(d):
    if len(set(d.values())) != len(d):
        raise ValueError
    return dict(zip(d.values(), d.keys()))
