# Keeps the keys of earlier calls in a default argument.


def build_memos(flush_lines, unique_five_lines, dupe_lines, memos=({}, {}, {})):
    for memo, lines in zip(memos, (flush_lines, unique_five_lines)):
        for line in lines:
            memo[sum(VALUES[rank] for rank in line[4:9])] = int(line[11:])
    for line in dupe_lines:
        key = 1
        for rank in line[4:9]:
            key *= PRIMES[rank]
        memos[2][key] = int(line[11:])
    return memos
