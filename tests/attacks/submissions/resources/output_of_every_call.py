"""Prints fifty megabytes in every call, for the table to take."""

expected = {"ex1": 0}

# %% ex1
def square(n):
    print("x" * 50_000_000)
    return None
