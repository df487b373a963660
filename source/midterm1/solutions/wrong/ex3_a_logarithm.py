# A logarithm.

import math


def count_bits(n):
    count = 0
    while n:
        n -= 2 ** int(math.log2(n))
        count += 1
    return count
