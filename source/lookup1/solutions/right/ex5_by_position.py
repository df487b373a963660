# Characters by their positions.


def build_memos(flush_lines, unique_five_lines, dupe_lines):
    def by_bits(lines):
        return {
            VALUES[line[4]] | VALUES[line[5]] | VALUES[line[6]] | VALUES[line[7]] | VALUES[line[8]]: int(line[11:])
            for line in lines
        }

    dupes = {}
    for line in dupe_lines:
        dupes[PRIMES[line[4]] * PRIMES[line[5]] * PRIMES[line[6]] * PRIMES[line[7]] * PRIMES[line[8]]] = int(line[11:])
    return by_bits(flush_lines), by_bits(unique_five_lines), dupes
