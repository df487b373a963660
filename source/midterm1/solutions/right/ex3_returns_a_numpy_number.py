# Returns a numpy number, which equals the int: a sum of an array.

import numpy as np


def count_bits(n):
    data = np.frombuffer(n.to_bytes(n.bit_length() // 8 + 1, "big"), dtype=np.uint8)
    return np.unpackbits(data).sum()
