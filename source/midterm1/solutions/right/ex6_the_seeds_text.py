# The seed's own code, the way with text.


def score_from_info(hand_type: str, primary: int, secondary: int) -> int:
    '''
    INPUT:
    - hand_type is a string
    - primary is an integer
    - secondary is an integer

    GOAL: Create new integer from these

    STRATEGY:
    1. Find the hand type integer from poker_info['HAND_TYPES']

    Reverse the helper function 'partition_score' from Exercise 7:
    2. Shift hand_types left 26 + shift primary left 13 + secondary and return

    Or:
    2. Convert everything to binary string representation,
    3. Slice off binary indicator at beginning of primary and secondary strings
    4. Pad with zeros at beginning of primary and secondary strings so they are of length 13
    5. Concatenate strings back together
    6. Convert to integer and return
    '''
    # First Way:
    #hand_type_int = poker_info['HAND_TYPES'][hand_type]
    #return (hand_type_int << 26) + (primary << 13) + secondary

    # Or an Alternative Way using binary representation and string manipulation:
    hand_type_str = bin(poker_info['HAND_TYPES'][hand_type])

    primary_str = bin(primary)
    primary_str = primary_str[2:]
    primary_str = primary_str.zfill(13)

    secondary_str = bin(secondary)
    secondary_str = secondary_str[2:]
    secondary_str = secondary_str.zfill(13)

    final_str = hand_type_str + primary_str + secondary_str
    return int(final_str, 2)
