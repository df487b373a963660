# Divides into floats.


def count_bits(n):
    count = 0
    while n >= 1:
        count += n % 2 >= 1
        n = n / 2
    return count
