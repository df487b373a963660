"""Fills unnamed files from memfd_create, which no heap limit counts."""

expected = {"ex1": 0}

# %% ex1
import os

def square(n):
    block = bytes(10 << 20)
    for number in range(3):
        file = os.memfd_create(f"hoard-{number}")
        for _ in range(100):
            os.write(file, block)
    return None
