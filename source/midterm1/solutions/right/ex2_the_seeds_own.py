# The seed's own code.


def reverse_dict(d: dict) -> dict:
    '''
    INPUT: d is a dictionary

    GOAL: Reverse the dictionary, unless there are duplicates, then raise a ValueError

    STRATEGY:
    1. Create empty dictionary
    2. Iterate over keys in d, grab value associated with key
        3. If value is already a key in new dictionary, raise ValueError
        4. Else, add reversed key/value pair to dictionary
    5. Return new dictionary
    '''
    final_rev_dict = {}

    for key in d:
        val = d[key]
        if val in final_rev_dict:
            raise ValueError
        else:
            final_rev_dict[val] = key

    return final_rev_dict
