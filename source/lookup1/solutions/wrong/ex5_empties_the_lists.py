# Takes the lines out of the lists.


def build_memos(flush_lines, unique_five_lines, dupe_lines):
    flush, unique_five, dupe = {}, {}, {}
    for memo, lines in ((flush, flush_lines), (unique_five, unique_five_lines)):
        while lines:
            line = lines.pop()
            memo[sum(VALUES[rank] for rank in line[4:9])] = int(line[11:])
    while dupe_lines:
        line = dupe_lines.pop()
        key = 1
        for rank in line[4:9]:
            key *= PRIMES[rank]
        dupe[key] = int(line[11:])
    return flush, unique_five, dupe
