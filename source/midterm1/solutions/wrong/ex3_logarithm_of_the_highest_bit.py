# Subtracts the highest power of two by a logarithm in floats, which rounds up just below a power of two.


from math import log2

def count_bits(n: int) -> int:
    count = 0
    while n > 0:
        n -= 2 ** int(log2(n))
        count += 1
    return count
