# Counts zeros.


def count_bits(n):
    return bin(n)[2:].count("0")
