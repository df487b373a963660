# Counts all digits.


def count_bits(n):
    return n.bit_length()
