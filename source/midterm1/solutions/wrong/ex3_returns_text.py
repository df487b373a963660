# Returns text.


def count_bits(n):
    return str(bin(n).count("1"))
