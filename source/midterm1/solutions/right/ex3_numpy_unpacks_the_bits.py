# Numpy unpacks the bits.

import numpy as np


def count_bits(n):
    data = np.frombuffer(n.to_bytes(n.bit_length() // 8 + 1, "big"), dtype=np.uint8)
    return int(np.unpackbits(data).sum())
