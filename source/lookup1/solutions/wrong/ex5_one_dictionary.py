# Puts everything into one dictionary.


def build_memos(flush_lines, unique_five_lines, dupe_lines):
    memo = {}
    for line in flush_lines + unique_five_lines:
        memo[sum(VALUES[rank] for rank in line[4:9])] = int(line[11:])
    for line in dupe_lines:
        key = 1
        for rank in line[4:9]:
            key *= PRIMES[rank]
        memo[key] = int(line[11:])
    return memo, memo, memo
