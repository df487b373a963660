# Looks at 64 bits.


def count_bits(n):
    return bin(n & 2**64 - 1).count("1")
