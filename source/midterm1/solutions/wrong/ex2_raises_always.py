# Raises always.


def reverse_dict(d):
    raise ValueError
