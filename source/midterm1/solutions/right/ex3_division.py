# Division.


def count_bits(n):
    count = 0
    while n:
        n, bit = divmod(n, 2)
        count += bit
    return count
