# The seed's own code; it calls reverse_dict.


def partition_score(score: int) -> tuple:
    '''Partitions a poker hand score into its type strength, primary ranks, and secondary ranks components
    '''
    FOUR_BITS = 0b1111
    THIRTEEN_BITS = 0b1111111111111

    type_score = FOUR_BITS & score>>26         # shift right by 26 and keep first 4 bits
    primary_ranks = THIRTEEN_BITS & score>>13  # shift right by 13 and keep first 13 bits
    secondary_ranks = THIRTEEN_BITS & score    # keep first 13 bits
    return type_score, primary_ranks, secondary_ranks

def translate_score(score: int) -> dict:
    type_score, primary_ranks, secondary_ranks = partition_score(score)
    ###
    ### YOUR CODE HERE
    ###
    '''
    INPUT: score is a integer value

    GOAL: Return a dictionary with these key/value pairs:
    - hand_type: (str) - the hand type
    - primary: (set) - set of the primary ranks
    - secondary: (set) - set of the secondary ranks

    STRATEGY:
    1. Create an empty dictionary to hold result

    For hand_type key/value pair:
    2. Grab the dictionary of hand types from poker_info
    3. Reverse the hand types dictionary and grab hand type value associated with our type score.
    Assign to 'hand_type' key in our new dictionary

    For primary key/value pair:
    4. Create empty set to hold primary rank info
    5. Call ranks info function to get primary rank info
    6. Split string representation from primary rank info into list
    7. For each item in list, add it to our set from Step 4
    8. Assign this set to 'primary' key in our dictionary

    For secondary key/value pair:
    9. Do same thing as primary but with secondary ranks instead
    10. Return our final dictionary
    '''
    final_dict = {}

    hand_types_dict = poker_info['HAND_TYPES']
    rev_hand_types_dict = reverse_dict(hand_types_dict)
    final_dict['hand_type'] = rev_hand_types_dict[type_score]

    primary_ranks_set = set()
    primary_rank_info = ranks_info(primary_ranks)
    primary_rank_str = primary_rank_info['string_representation']
    primary_rank_list = primary_rank_str.split()
    for each in primary_rank_list:
        primary_ranks_set.add(each)
    final_dict['primary'] = primary_ranks_set

    secondary_ranks_set = set()
    secondary_rank_info = ranks_info(secondary_ranks)
    secondary_rank_str = secondary_rank_info['string_representation']
    secondary_rank_list = secondary_rank_str.split()
    for each in secondary_rank_list:
        secondary_ranks_set.add(each)
    final_dict['secondary'] = secondary_ranks_set

    return final_dict
