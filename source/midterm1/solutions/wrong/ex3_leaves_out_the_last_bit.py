# Leaves out the last bit.


def count_bits(n):
    return bin(n >> 1).count("1")
