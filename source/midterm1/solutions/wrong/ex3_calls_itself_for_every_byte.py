# Calls itself once for every eight bits, which is too deep for 10,000 bits.


BITS_OF_BYTE = [bin(byte).count('1') for byte in range(256)]


def count_bits(n: int) -> int:
    if n == 0:
        return 0
    return BITS_OF_BYTE[n & 255] + count_bits(n >> 8)
