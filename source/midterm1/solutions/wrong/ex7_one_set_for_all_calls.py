# Collects the ranks in a default argument, so primary and secondary ranks and those of all calls get mixed.


def partition_score(score: int) -> tuple:
    """Return the strength of the type, the primary ranks and the secondary ranks in the score."""
    FOUR_BITS = 0b1111
    THIRTEEN_BITS = 0b1111111111111

    type_score = FOUR_BITS & score>>26         # positions 26 to 29
    primary_ranks = THIRTEEN_BITS & score>>13  # positions 13 to 25
    secondary_ranks = THIRTEEN_BITS & score    # positions 0 to 12
    return type_score, primary_ranks, secondary_ranks


def _ranks(n, found=set()):
    for rank, position in poker_info['RANKS'].items():
        if n >> position & 1:
            found.add(rank)
    return found

def translate_score(score: int) -> dict:
    type_score, primary_ranks, secondary_ranks = partition_score(score)
    by_strength = {strength: name for name, strength in poker_info['HAND_TYPES'].items()}
    return {'hand_type': by_strength[type_score], 'primary': _ranks(primary_ranks), 'secondary': _ranks(secondary_ranks)}
