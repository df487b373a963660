# The seed's own code.


def count_bits(n: int) -> int:
    '''
    INPUT: an integer n

    GOAL: return count of ones in the binary representation

    STRATEGY:
    1. Convert input n to binary string representation
    2. Count number of 1s in this string and return
    '''
    # Google: 'python convert integer to binary'
    # https://stackoverflow.com/questions/10411085/converting-integer-to-binary-in-python

    bin_rep = bin(n)
    return bin_rep.count('1')
