# Counts decimal digits 1.


def count_bits(n):
    return str(n).count("1")
