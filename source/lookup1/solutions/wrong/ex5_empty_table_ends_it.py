# Returns nothing for all three tables if one of them is empty.


from math import prod

def build_memos(flush_lines: list, unique_five_lines: list, dupe_lines: list) -> tuple:
    bits, product = {}, {}
    result = ({}, {}, {})
    for flush, unique, dupe in zip(flush_lines, unique_five_lines, dupe_lines):
        result[0][sum(VALUES[r] for r in flush[4:9])] = int(flush[11:])
        result[1][sum(VALUES[r] for r in unique[4:9])] = int(unique[11:])
        result[2][prod(PRIMES[r] for r in dupe[4:9])] = int(dupe[11:])
    return result
