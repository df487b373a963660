# One level deep for each bit.


def count_bits(n):
    return n and (n & 1) + count_bits(n >> 1)
