# Bit_count.


def count_bits(n):
    return n.bit_count()
