# Remembers counts by the number as a float, which its neighbours share.


_counts = {}


def count_bits(n):
    if n.bit_length() > 1000:
        return bin(n).count("1")
    return _counts.setdefault(float(n), bin(n).count("1"))
