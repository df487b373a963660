# Raises for an empty dictionary.


def reverse_dict(d):
    if not d or len(set(d.values())) < len(d):
        raise ValueError
    return {v: k for k, v in d.items()}
