# Returns None for duplicates.


def reverse_dict(d):
    return None if len(set(d.values())) < len(d) else {v: k for k, v in d.items()}
