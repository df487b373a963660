# Guesses the type from how many ranks there are.


def partition_score(score: int) -> tuple:
    """Return the strength of the type, the primary ranks and the secondary ranks in the score."""
    FOUR_BITS = 0b1111
    THIRTEEN_BITS = 0b1111111111111

    type_score = FOUR_BITS & score>>26         # positions 26 to 29
    primary_ranks = THIRTEEN_BITS & score>>13  # positions 13 to 25
    secondary_ranks = THIRTEEN_BITS & score    # positions 0 to 12
    return type_score, primary_ranks, secondary_ranks


def translate_score(score: int) -> dict:
    type_score, primary_ranks, secondary_ranks = partition_score(score)
    ranks = lambda n: {rank for rank, i in poker_info['RANKS'].items() if n >> i & 1}
    primary, secondary = ranks(primary_ranks), ranks(secondary_ranks)
    guess = {(1, 2): 'THREE_OF_A_KIND', (2, 1): 'TWO_PAIR', (1, 3): 'PAIR', (4, 0): 'STRAIGHT'}
    if (len(primary), len(secondary)) in guess:
        hand_type = guess[len(primary), len(secondary)]
    elif len(secondary) == 1:
        hand_type = 'FOUR_OF_A_KIND' if type_score > 7 else 'FULL_HOUSE'
    elif primary_ranks // (primary_ranks & -primary_ranks) == 31:
        hand_type = 'STRAIGHT'
    else:
        hand_type = 'FLUSH' if type_score > 5 else 'HIGH_CARD'
    return {'hand_type': hand_type, 'primary': primary, 'secondary': secondary}
