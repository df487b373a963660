# The seed's own code, of the lines that the function gets in place of the files.


def build_memos(flush_lines, unique_five_lines, dupe_lines):
    flush_ranks = {
        VALUES[line[4]] | VALUES[line[5]] |
        VALUES[line[6]] | VALUES[line[7]] |
        VALUES[line[8]] : int(str(line)[11:])
        for line in flush_lines}
    unique_five_ranks = {
        VALUES[line[4]] | VALUES[line[5]] |
        VALUES[line[6]] | VALUES[line[7]] |
        VALUES[line[8]] : int(str(line)[11:])
        for line in unique_five_lines}
    dupe_ranks = {
        PRIMES[line[4]] * PRIMES[line[5]] *
        PRIMES[line[6]] * PRIMES[line[7]] *
        PRIMES[line[8]] : int(str(line)[11:])
        for line in dupe_lines}
    return flush_ranks, unique_five_ranks, dupe_ranks
