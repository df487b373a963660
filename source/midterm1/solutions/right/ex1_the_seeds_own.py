# The seed's own code.


def hand_from_str(s: str) -> int:
    '''
    INPUT: a string s (card representations split by whitespace, can be upper or lowercase)

    GOAL: Sum up all of the integer representations of the cards

    STRATEGY:
    1. Convert s to uppercase
    2. Split Step 1 by whitespace into a list
    3. Iterate over this list, look up each card in 'poker_info' CARDS
    4. Add up and return
    '''
    upper_s = s.upper()
    upper_list = upper_s.split()
    final_int = 0

    for each in upper_list:
        final_int += poker_info['CARDS'][each]

    return final_int
