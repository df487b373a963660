# Remembers results by the keys alone, whatever they lead to.


_results = {}


def reverse_dict(d):
    keys = tuple(d)
    if keys not in _results:
        reverse = {value: key for key, value in d.items()}
        _results[keys] = reverse if len(reverse) == len(d) else None
    if _results[keys] is None:
        raise ValueError
    return dict(_results[keys])
