# Returns a numpy number: a sum of an array that was not turned into an int.

import numpy as np


def count_bits(n):
    data = np.frombuffer(n.to_bytes(n.bit_length() // 8 + 1, "big"), dtype=np.uint8)
    return np.unpackbits(data).sum()
