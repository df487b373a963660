# Returns the error.


def reverse_dict(d):
    return ValueError() if len(set(d.values())) < len(d) else {v: k for k, v in d.items()}
