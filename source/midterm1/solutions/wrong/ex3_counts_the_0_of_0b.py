# Counts the 0 of 0b.


def count_bits(n):
    return len(bin(n)) - bin(n).count("0")
