# Looks at 52 bits.


def count_bits(n):
    return sum(n >> i & 1 for i in range(52))
