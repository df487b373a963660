# Counter.

from collections import Counter


def reverse_dict(d):
    if max(Counter(d.values()).values(), default=0) > 1:
        raise ValueError("two keys have the same value")
    return {v: k for k, v in d.items()}
