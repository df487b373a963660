# Raises another error.


def reverse_dict(d):
    if len(set(d.values())) < len(d):
        raise KeyError
    return {v: k for k, v in d.items()}
