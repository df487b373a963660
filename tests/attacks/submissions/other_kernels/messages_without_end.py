"""Prints without end while a test waits, faster than anyone reads."""

expected = {"ex1": 0}

# %% ex1
def square(n):
    while True:
        print("Passed!" * 10_000)
