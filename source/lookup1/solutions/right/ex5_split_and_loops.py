# split, and a loop for each list.


def build_memos(flush_lines, unique_five_lines, dupe_lines):
    memos = ({}, {}, {})
    for memo, lines in zip(memos, (flush_lines, unique_five_lines)):
        for line in lines:
            _, ranks, strength = line.split()
            key = 0
            for rank in ranks:
                key |= VALUES[rank]
            memo[key] = int(strength)
    for line in dupe_lines:
        _, ranks, strength = line.split()
        key = 1
        for rank in ranks:
            key *= PRIMES[rank]
        memos[2][key] = int(strength)
    return memos
