# At least one.


def count_bits(n):
    return max(1, bin(n).count("1"))
