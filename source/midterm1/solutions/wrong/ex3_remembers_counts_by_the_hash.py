# Remembers counts by the hash of the number, which other numbers share.


_counts = {}


def count_bits(n):
    return _counts.setdefault(hash(n), bin(n).count("1"))
