# Text as keys.


def reverse_dict(d):
    if len(set(d.values())) < len(d):
        raise ValueError
    return {str(v): k for k, v in d.items()}
