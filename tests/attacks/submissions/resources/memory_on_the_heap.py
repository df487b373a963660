"""Fills lists and byte strings until the memory is gone."""

expected = {"ex1": 0}

# %% ex1
def square(n):
    hoard = []
    for _ in range(30):
        hoard.append(bytearray(100 << 20))
    return sum(map(len, hoard))
