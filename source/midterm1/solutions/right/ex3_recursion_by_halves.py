# Recursion by halves.


def count_bits(n):
    if n < 2:
        return n
    half = n.bit_length() // 2
    return count_bits(n >> half) + count_bits(n & (1 << half) - 1)
