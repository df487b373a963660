# Looks at 13 bits.


def count_bits(n):
    return bin(n & 8191).count("1")
