# Returns the memos that are given for exercise 6.


def build_memos(flush_lines, unique_five_lines, dupe_lines):
    return FLUSH_RANKS, UNIQUE_FIVE_RANKS, DUPE_RANKS
