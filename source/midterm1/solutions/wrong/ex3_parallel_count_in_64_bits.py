# Counts in parallel with constants of 64 bits, so bits above these are lost or miscounted.


def count_bits(n: int) -> int:
    n = n - (n >> 1 & 0x5555555555555555)
    n = (n & 0x3333333333333333) + (n >> 2 & 0x3333333333333333)
    n = n + (n >> 4) & 0x0f0f0f0f0f0f0f0f
    return (n * 0x0101010101010101 & 0xffffffffffffffff) >> 56
